import EventSourcing
import JSONLines
import OrderDomain
import TestKit
import Testing

@testable import Examination
@testable import OrderScenes

/// Invariants are evaluated only where an entry has changed what they read, which must not show.
@Suite struct IncrementalInvariantsTests {
  private static let conditions =
    Orders.invariants.map(\.condition) + [
      "sum(items, quantity) < 4", "currency == 'USD'", "total <= 30.00", "shippingFee < 5.00",
      "not exists(billing.zip) or billing.zip != '10117'", "carrier != 'gull'", "len(items) > 1",
      "old(total) <= total", "not changed(items[0].sku)", "seq < 30", "total < 25.00 EUR",
      "rev < 4 or status == 'paid'", "true", "1 == 2",
    ]

  @Test func `what is found is the same as by evaluating all of them after every entry`() throws {
    var random = Seeded.forTest()
    let invariants = try Self.conditions.map {
      Invariant($0, try Condition($0, of: Orders.schema))
    }
    for _ in 0..<Seeded.trials(60) {
      let lines = Self.lines(&random)
      let (some, all) = (
        try Self.breaches(of: lines, invariants, compares: true),
        try Self.breaches(of: lines, invariants, compares: false)
      )
      #expect(some == all, "seed \(random.seed)\n\(lines)")
    }
  }

  @Test func `the numbers of an order are the values of its fields`() throws {
    let store = try Story.told().store
    var orders = StateProjection<Orders>(checksRevisions: true)
    _ = try store.project(into: &orders)
    for order in orders.states + [nil] {
      for field in Orders.schema.numbers where field.name != "status" {
        let number = withUnsafePointer(to: order) { field.number?($0) }
        #expect(FieldValue(number ?? nil, of: field.type) == field.read(order), "\(field.name)")
      }
    }
  }

  private static func breaches(
    of lines: String, _ invariants: [Invariant<Order?>], compares: Bool
  ) throws -> [String] {
    var watch = InvariantGuard<Orders>(invariants)
    var states = ConditionProjection<Orders>(
      watch.formulas, checksRevisions: false, compares: compares)
    var reader = try EntryReader(InMemoryHistory(ByteStorage.copy(of: lines), name: "lines"))
    while let entry = try reader.next(into: &states) { watch.check(entry, states) }
    return zip(invariants, watch.breaches).map { invariant, breach in
      guard let breach else { return "\(invariant.name): holds" }
      return
        "\(invariant.name): \(breach.first), \(breach.values), \(String(describing: breach.healed))"
        + ", \(breach.count), \(breach.countAtEnd)"
    }
  }

  /// Orders that the rules would never let be.
  private static func lines(_ random: inout Seeded) -> String {
    var revisions: [Int: Int] = [:]
    return (1...40).map { seq in
      let order = random.below(4)
      let isAccepted = random.below(6) > 0
      let rev = revisions[order, default: 0] + (isAccepted ? 1 : 0)
      revisions[order] = rev
      let outcome =
        isAccepted
        ? #""events":[\#((0...random.below(2)).map { _ in event(&random) }.joined(separator: ","))]"#
        : #""rejected":{"code":"order-not-found"}"#
      return #"{"seq":\#(seq),"at":"2026-01-05T09:00:00.000000Z","stream":"order/\#(order)","#
        + #""rev":\#(rev),"actor":"amy","command":{"type":"deliver-order"},\#(outcome)}"#
    }.joined(separator: "\n")
  }

  private static func event(_ random: inout Seeded) -> String {
    func pick(_ texts: String...) -> String { texts[random.below(texts.count)] }
    let type = pick(
      "order-created", "order-updated", "order-updated", "payment-received", "order-paid",
      "order-shipped", "order-delivered", "order-cancelled", "payment-refunded", "personal-erased")
    switch type {
    case "order-created", "order-updated":
      let members = [
        pick("", #","customer":"amy""#),
        pick(
          "", #","items":[{"sku":"A-1","quantity":2,"unitPrice":1250}]"#,
          #","items":[{"sku":"B-2","quantity":1,"unitPrice":900},{"sku":"A-1","quantity":3}]"#),
        pick("", #","currency":"USD""#, #","currency":"EUR""#, #","currency":"JPY""#),
        pick("", #","shippingFee":490"#, #","shippingFee":510"#), pick("", #","discount":100"#),
        type == "order-created" ? #","total":2500"# : pick("", #","total":3100"#),
      ]
      return #"{"type":"\#(type)"\#(members.joined())}"#
    case "payment-received", "payment-refunded":
      return #"{"type":"\#(type)","amount":\#(pick("2500", "100", "3100"))}"#
    case "order-shipped": return #"{"type":"order-shipped"\#(pick("", #","carrier":"gull""#))}"#
    default: return #"{"type":"\#(type)"}"#
    }
  }
}
