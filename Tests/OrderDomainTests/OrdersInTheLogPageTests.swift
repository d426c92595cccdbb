// Docs/OrdersInTheLog.md is printed from the shapes that read and the fold itself. To print it again after a
// change, run
//
//     CLEANSTORE_PRINT_DOCS=1 swift test --filter OrdersInTheLogPageTests

import EventSourcing
import JSONLines
import TestKit
import Testing

@testable import OrderDomain

@Suite struct OrdersInTheLogPageTests {
  @Test func `the page of commands and events says what the shapes say`() throws {
    try Repository.expect(Self.page, printedTo: "Docs/OrdersInTheLog.md")
  }

  static var page: String {
    """
    # Orders in the log

    [LogFormat](LogFormat.md) describes lines and files; this page, what orders and the catalogue write into
    them. Its tables are printed from the shapes that read the log and from the fold itself; a test compares
    the two. What refuses a command is in [Rules](Rules.md).

    The streams are `order/ID` and `catalog`. Any other stream, type or code of a refusal was *written by a
    newer version*, or by another tool.

    ## Commands

    After `type` and the optional `id`, `expect` (an integer) and `reason` come the command's own keys, in
    this order. A command is recorded as it was requested, so a reader requires none of them.

    | `type` | keys | in `personal` |
    |---|---|---|
    \(commandRows.joined(separator: "\n"))
    | `add-shipping-method` | `code` `name` | – |
    | `retire-shipping-method` | `code` | – |

    ## Events

    After `type` come the event's own keys, in this order. An event has no personal keys of its own: those
    of the entry's `personal` block belong to the command and to each event that has fields of an order.

    | `type` | keys | required | in `personal` |
    |---|---|---|---|
    \(eventRows.joined(separator: "\n"))
    | `shipping-method-added` | `code` `name` | – | – |
    | `shipping-method-retired` | `code` | – | – |

    ## Fields

    | key | where | value | in an order's JSON |
    |---|---|---|---|
    \(fieldRows.joined(separator: "\n"))

    Of these, texts, integers, arrays and the objects of the personal block may also be `null`. In a change,
    and in its event, `null` removes what is named: an object names all that is in it. Elsewhere it means the
    same as a missing key. `items` that are `null` are empty. What isn't a field of an order (`id`, `expect`,
    `reason`, an item's place in the array) is never `null`; an event's `total` or `amount` that is `null` counts
    as missing.

    A refusal has `fields` only if its code is `invalid`; another code beside them is corruption.

    ## What a command leads to

    The total is Σ `quantity` · `unitPrice` + `shippingFee` + `tax` − `discount`.

    - `create-order`: `order-created` with the same keys, but without those that are `null`, and the total;
      then `order-paid` if that is 0.
    - `update-order`: `order-updated` with those of the named fields that change, and the total if it changes;
      what is in the personal block stays as requested. If `brand`, `last4` or `expires` change,
      `paymentKind` is kept, too, if it was named. Then `order-paid` if the total changes, the order is
      `placed` and the balance becomes 0. A command that changes nothing isn't recorded.
    - `pay-order`: `payment-received` with the same keys; then `order-paid` if the balance becomes 0.
    - `refund-order`: `payment-refunded` with the same keys; since version 2, then `order-paid` if the order is `placed`
      and the balance becomes 0.
    - All others: their one event, with the same keys.

    **Where personal data was erased** in an accepted entry, all personal fields of its order are lost until a later
    entry says what they are: it names them or, for `brand`, `last4` and `expires`, the payment. A refused entry
    loses nothing. The fields that a change names, or replaces with the payment, are doubtful if they are lost; all
    personal ones are if its own block was erased. A doubtful field counts as changed. A decision takes from the
    record what it can't judge any more, and nothing else:

    - which personal fields are wrong, if the command's own block was erased; otherwise only, of a field that is named
      while the country isn't, or not while it is, and of which the other one is lost: whether a postal code is
      `malformed`, and since version 2 whether a state is `blank`; and that only if it can be, by the country that is
      named, or by the value in the US
    - whether a change of an order that was shipped is refused as `order-already-shipped`, if besides doubtful fields
      only the contact changes, and more than the contact is doubtful. It is refused, too, if it was accepted, the contact
      isn't doubtful, and nothing else changes
    - whether a change keeps `paymentKind`, if the card is doubtful, and other fields change or are doubtful. If none,
      it does

    The record tells nothing of a rule if a rule before it refused the command, and no refusal tells which doubtful fields
    a command changes. Where a decision depends on what is lost, and the record doesn't tell, its outcome isn't known,
    whatever follows. Where every command is decided on the outcomes before (`replay --outcomes`, `what-if`), nothing that
    follows in its stream is known then.

    ## The fold

    An order's state follows from its events alone, one after another:

    - `order-created`: the order is placed with these fields and this total, and nothing is paid. Amounts
      that are missing are 0. An address that has any text has the country `US` unless it names another, or
      the personal data of `order-created` was erased: then it has only a country that is named later. `null`
      names `US` then, unless all of the address is removed with it.
    - `order-updated`: contact and addresses change text by text; `items` are replaced; `paymentKind` or a
      `payment` block replaces the kind (if it is named), `brand`, `last4` and `expires` as a whole, so that
      what isn't named is removed. An amount that is `null` is 0. `total`, if there is one, is the total
      from now on.
    - `payment-received`: `amount` is added to what is paid. `payment-refunded`: to what is refunded.
    - `order-shipped`: carrier and tracking are these; what is missing is removed.
    - `personal-erased`: contact, addresses, `brand`, `last4` and `expires` are removed, and aren't lost (see above) any
      more. Of an order that was never created, nothing changes but its `rev`.
    - After `order-updated` and `payment-refunded`, an order that is `paid` becomes `placed` if its balance
      (total − paid + refunded) isn't 0.
    - Each accepted entry makes the order's `rev` and `updatedAt` its own.

    What `show --json` prints as `due` follows from the state and is no part of it: 0 if the order is cancelled,
    returned or deleted, otherwise the balance.

    The other events change the status, and nothing else. By what it was before (`order-paid` changes only
    `placed`):

    \(statusRows.joined(separator: "\n"))

    The state of the catalogue begins with the methods `standard` (Standard Shipping), `one-day` (One-Day
    Shipping) and `two-day` (Two-Day Shipping). `shipping-method-added` appends one;
    `shipping-method-retired` marks the one with this code, if there is one.

    An event *can't have happened* if it is an order's first and neither `order-created` nor `personal-erased`, or its
    second `order-created`; if it takes total, paid, refunded or balance beyond ±(2^53 − 1); or if it adds a
    shipping method whose code exists. In a store, that is corruption. A single file's reader ignores events
    before the creation, and lets a second creation begin the order again.

    ## Older types

    `create-order.0` and `order-created.0` are read as `create-order` and `order-created`. If an entry has either,
    its contact may have a `name` in place of `firstName` and `lastName`: up to its first space it is the first
    name, after it the last name, which is `-` if there is no space. The order of keys isn't checked in such entries;
    other than in their canonical form, what is wrong in them is found after they were converted, and reported
    at the line's start.

    """
  }

  @Test func `what the page lists is what is written`() {
    for (command, line) in GoldenLineTests.commands {
      let written = Self.keys(of: line).filter { !["type"].contains($0) }
      let listed = ["id", "expect", "reason"] + command.kind.members.map { "\($0.key)" }
      #expect(written == listed.filter(written.contains), "in this order, and no others")
    }
  }

  private static func keys(of line: String) -> [String] {
    (try? JSONValue(parsing: line))?.members?.map(\.key) ?? []
  }

  /// Every event, as far as types, keys and statuses matter, and the member that it must have.
  static let events: [(event: OrderEvent, required: String)] = [
    (.created(.amy, total: 1), "total"), (.updated(.amy, total: 1), ""),
    (.paymentReceived(Payment(amount: 1)), "amount"), (.paid, ""), (.shipped(Shipping()), ""),
    (.delivered, ""), (.cancelled, ""), (.returned, ""), (.refunded(amount: 1), "amount"),
    (.deleted, ""), (.personalErased, ""),
  ]

  static let commandRows = OrderCommand.Kind.allCases.map { kind in
    let isPersonal = kind == .create || kind == .update
    return "| `\(kind.type)` | \(list(kind.members.map(\.key))) | \(isPersonal ? groups : "–") |"
  }

  static let eventRows = events.map { event, required in
    let isPersonal =
      switch event {
      case .created, .updated: true
      default: false
      }
    return
      "| `\(event.type)` | \(list(event.kind.members.map(\.key))) | \(required.isEmpty ? "–" : "`\(required)`") "
      + "| \(isPersonal ? groups : "–") |"
  }

  static let fieldRows = OrderField.recorded.map { field in
    let keys: [StaticString] = ItemValues.shape.keys
    let value =
      switch field.row.value {
      case .items: "array of {\(list(keys))}"
      case .amount: "integer, minor units"
      default: "text"
      }
    let place = field.isPersonal ? "`personal`, in `\(field.group?.rawValue ?? "")`" : "payload"
    let key = field.row.recordedKey ?? field.row.key
    return "| `\(key)` | \(place) | \(value) | `\(field.path)` |"
  }

  static let groups = OrderField.Group.allCases.map { "`\($0.rawValue)`" }.joined(separator: " ")

  static func list(_ keys: [StaticString]) -> String {
    let envelope: Set = ["type", "id", "expect", "reason"]
    let own = keys.map { "\($0)" }.filter { !envelope.contains($0) }
    return own.isEmpty ? "–" : own.map { "`\($0)`" }.joined(separator: " ")
  }

  /// The status after an event, whatever it was before: a row for each status, made by the fold.
  static let statusRows: [String] = {
    let changing = events.map(\.event).filter { event in
      switch event {
      case .created, .paymentReceived, .updated, .refunded, .personalErased: false
      default: true
      }
    }
    let types = changing.map { "`\($0.type)`" }.joined(separator: " | ")
    let header = "| status before | \(types) |"
    let line = "|---" + String(repeating: "|---", count: changing.count) + "|"
    let rows = Order.Status.allCases.map { status in
      let after = changing.map { event in
        evolved([created] + [OrderEvent.leading(to: status), event].compactMap { $0 })?.status
          .rawValue ?? ""
      }
      return "| \(status.rawValue) | \(after.joined(separator: " | ")) |"
    }
    return [header, line] + rows
  }()

  static let created = OrderEvent.created(.amy, total: 1)

  static func evolved(_ events: [OrderEvent]) -> Order? {
    var order: Order?
    for (index, event) in events.enumerated() {
      let context = EntryContext(stream: "order/1001", rev: index + 1, at: .noon)
      Orders.evolve(&order, with: event, in: context)
    }
    return order
  }
}

extension OrderEvent {
  /// The event that leads to a status; nil if a created order has it.
  fileprivate static func leading(to status: Order.Status) -> OrderEvent? {
    switch status {
    case .placed: nil
    case .paid: .paid
    case .shipped: .shipped(Shipping())
    case .delivered: .delivered
    case .returned: .returned
    case .cancelled: .cancelled
    case .deleted: .deleted
    }
  }
}
