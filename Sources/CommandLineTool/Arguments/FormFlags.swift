// The flags that fill in a form for an order, and the form that they make.

import OrderDomain
import Terminal
import OrderScenes

enum FormFlags {
  static let order = Flag(
    "order", .text(placeholder: "ID"),
    help: "The new order's id; by default the next free number from 1001 up.")
  static let from = Flag(
    "from", .text(placeholder: "FILE", .file),
    help: "Read the form from a JSON file, or standard input for -. Its keys are those of "
      + "`cleanstore show --json` that can be filled in. An amount is a number of minor units, such "
      + "as 250, or major units in quotes, such as \"2.50\". Flags override it.")
  static let reuse = Flag(
    "reuse",
    help: "Take missing contact and addresses from the customer's last order.")
  static let sameAddress = Flag("same-address", help: "Ship to the billing address.")
  static let cardFile = Flag(
    "card-file", .text(placeholder: "FILE", .file),
    help: "Read the card's number and, on the next line, its CVV from a file, or standard input "
      + "for -. Both are checked and discarded: only brand and last four digits are kept.")
  static let item = Flag(
    "item", .text(placeholder: "SKU:QUANTITY:PRICE[:NAME]"), repeats: true,
    help: "An item, with its unit price in major units.")
  static let remove = Flag(
    "remove", .choice(placeholder: "FIELD", among: OrderField.removable.map(\.name)),
    repeats: true, help: "Remove the value of this field.")
  static let editor = Flag(
    "editor",
    help:
      "Edit the order's JSON form in $VISUAL, $EDITOR or vi. Its amounts are in quotes, in major units."
  )
  static let quiet = Flag("quiet", short: "q", help: "Print the new order's id and nothing else.")

  /// The fields that have flags, and the flags beside them, under the headings that help shows.
  private static let groups: [(title: String, fields: [OrderField], others: [Flag])] = [
    ("Order", OrderField.allCases.filter { $0.group == nil && !amounts.contains($0) }, []),
    ("Contact", OrderField.contact, []),
    ("Billing address", OrderField.billing, []),
    ("Shipping address", OrderField.shipment, [sameAddress]),
    ("Payment", [.paymentKind, .cardExpires, .cardBrand, .cardLast4], [cardFile]),
    ("Items and amounts", amounts.filter { $0 != .items }, [item]),
  ]

  private static let amounts = OrderField.allCases.filter {
    $0.isAmount || $0 == .currency || $0 == .items
  }

  static let fields = groups.flatMap(\.fields).map { (field: $0, flag: $0.flag) }

  static let form = groups.map { FlagGroup($0.title, $0.fields.map(\.flag) + $0.others) }
}

extension Invocation {
  var form: OrderForm {
    var form = OrderForm()
    for (field, flag) in FormFlags.fields {
      if let text = text(flag) { form[field] = .text(text) }
    }
    if has(FormFlags.sameAddress) { form.shipsToBillingAddress = true }
    let items = texts(FormFlags.item)
    if !items.isEmpty { form.items = items.map { OrderForm.Item(typed: $0) } }
    for name in texts(FormFlags.remove) {
      if let field = OrderField(named: name) { form[field] = .removed }
    }
    return form
  }

  /// Two flags that contradict each other about one field, as they are typed; nil if there are
  /// none.
  var contradiction: (String, String)? {
    let removed = texts(FormFlags.remove)
    for (field, flag) in FormFlags.fields {
      let given = has(flag) ? "--\(flag.name)" : nil
      let removal = removed.contains(field.name) ? "--remove \(field.name)" : nil
      if let given, let removal { return (removal, given) }
      if has(FormFlags.sameAddress), OrderField.shipment.contains(field),
        let said = given ?? removal
      {
        return ("--\(FormFlags.sameAddress.name)", said)
      }
    }
    return nil
  }
}
