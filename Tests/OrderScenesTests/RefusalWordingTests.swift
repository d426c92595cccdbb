import Conventions
import EventSourcing
import Orders
import Testing

@testable import HistoryScenes
@testable import OrderScenes

/// What refusals say: each code has its sentence and what to do next.
@Suite struct RefusalWordingTests {
  /// A refusal, and what is said of it when the order is at `status`.
  private static func row(
    _ code: String, _ commands: [OrderCommand], _ message: String, _ hint: String
  ) -> (code: String, commands: [OrderCommand], message: String, hint: String) {
    (code, commands, message, hint)
  }

  private static let created: [OrderCommand] = [.create(.amy)]
  private static let shipped: [OrderCommand] = created + [.pay(Payment(amount: 2500)), .ship()]

  static let table = [
    row(
      "order-exists", created + [.create(.amy)], "Order 1001 exists already.",
      "Leave the id out to get a new one, or change the order with `cleanstore edit`."),
    row(
      "order-not-found", [.cancel], "There is no order 1001.",
      "`cleanstore list` shows the orders there are."),
    row(
      "order-deleted", created + [.delete, .delete], "Order 1001 is deleted.",
      "`cleanstore log 1001` shows by whom; nothing undoes it."),
    row(
      "order-cancelled", created + [.cancel, .cancel], "Order 1001 is cancelled.",
      "A cancelled order can only be refunded or deleted."),
    row(
      "invalid", created + [.refund(amount: 0)], "1 field is wrong.",
      "Put that right and ask again."),
    row(
      "order-already-shipped", shipped + [.ship()], "Order 1001 is shipped already.",
      "Only its contact can be changed now; once delivered, it can be returned."),
    row(
      "order-already-shipped", shipped + [.deliver, .cancel], "Order 1001 is shipped already.",
      "Only its contact can be changed now, and it can be returned."),
    row(
      "order-has-payments", created + [.pay(Payment(amount: 1)), .delete],
      "Something is paid for order 1001.", "Refund it first: `cleanstore refund 1001 0.01`."),
    row(
      "payment-exceeds-balance", created + [.pay(Payment(amount: 2501))],
      "That is more than what is left to pay, which is 25.00 USD.", "Ask for that or less."),
    row(
      "order-not-paid", created + [.pay(Payment(amount: 1)), .ship()],
      "Order 1001 isn't paid in full.",
      "Once it is, note that: `cleanstore pay 1001 24.99`."),
    row(
      "order-already-delivered", shipped + [.deliver, .return, .deliver],
      "Order 1001 is delivered already.", "Only its contact can be changed now."),
    row(
      "order-not-shipped", created + [.deliver], "Order 1001 isn't shipped.",
      "Ship it first: `cleanstore ship 1001`."),
    row(
      "order-already-returned", shipped + [.deliver, .return, .return],
      "Order 1001 is returned already.", "What was paid can be refunded."),
    row(
      "order-not-delivered", shipped + [.return], "Order 1001 isn't delivered.",
      "When it is, note that with `cleanstore deliver 1001`, then its return."),
    row(
      "refund-exceeds-payments", created + [.refund(amount: 1)],
      "That is more than what can be refunded, which is 0.00 USD.", "Ask for that or less."),
  ]

  @Test func `each refusal has its words`() throws {
    for row in Self.table {
      let story = try Story()
      for command in row.commands.dropLast() { try story.asks("amy", "1001", command) }
      let change = try story.engine.submit(
        #require(row.commands.last), ChangeRequest(id: "1001", actor: "clerk"))
      let refusal = try #require(RefusalViewModel(change), "\(row.code)")
      #expect(refusal.code == row.code)
      #expect(
        refusal.message == row.message + " The refusal is entry \(row.commands.count).")
      #expect(refusal.hint == row.hint)
    }
  }

  @Test func `the table has every refusal that the rules know`() {
    let known = OrderCommand.Kind.allCases.flatMap { RuleTable.standard[$0].map(\.code) }
    #expect(Set(Self.table.map(\.code)) == Set(known))
  }

  @Test func `amounts are written as was asked for, but for those that are to be typed`() throws {
    let story = try Story()
    try story.asks("amy", "1001", .create(.amy))
    let engine = story.engine
    let german = Formatting(locale: try #require(LocaleRules(named: "de-DE")))
    let clerk = ChangeRequest(id: "1001", actor: "clerk")
    let exceeded = RefusalViewModel(try engine.submit(.pay(Payment(amount: 2501)), clerk), german)
    #expect(exceeded?.message.contains("which is 25,00\u{A0}$.") == true)
    let unpaid = RefusalViewModel(try engine.submit(.ship(), clerk), german)
    #expect(unpaid?.hint.contains("`cleanstore pay 1001 25.00`") == true)
  }

  @Test func `amounts of a refusal that was given before are none of today's`() throws {
    let story = try Story()
    try story.asks("amy", "1001", .create(.amy))
    var request = ChangeRequest(id: "1001", actor: "amy")
    request.commandID = "c-1"
    let engine = story.engine
    _ = try engine.submit(.pay(Payment(amount: 2501)), request)
    try story.asks("amy", "1001", .pay(Payment(amount: 2500)))
    let again = try engine.submit(.pay(Payment(amount: 2501)), request)
    #expect(
      RefusalViewModel(again)?.message
        == "That is more than what is left to pay. Refused before under the same id: entry 2.")
  }

  @Test func `problems of a request don't change what was said before under its id`() throws {
    let story = try Story()
    try story.asks("amy", "1001", .create(.amy))
    var request = ChangeRequest(id: "1001", actor: "amy")
    request.commandID = "c-1"
    let engine = story.engine
    _ = try engine.submit(.cancel, request)
    let problem = InvalidField(field: "shippingMethod", code: "unknown")
    let again = try engine.submit(.cancel, request, problems: [problem])
    #expect(again.isRepeated && again.isDone)
    request.commandID = nil
    let refused = try engine.submit(.update(.bob), on: .id("1002"), request, problems: [problem])
    #expect(RefusalViewModel(refused)?.code == "order-not-found")
  }
}
