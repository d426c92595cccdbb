import EventSourcing
import Formatting
import OrderDomain
import Testing

@testable import HistoryScenes
@testable import OrderScenes

/// The texts of refusals: each code has its sentence and what to do next.
@Suite struct RefusalWordingTests {
  /// A refusal, and what is said of it when the order is at `status`.
  private static func row(
    _ code: String, _ commands: [OrderCommand], _ message: String, _ hint: String
  ) -> (code: String, commands: [OrderCommand], message: String, hint: String) {
    (code, commands, message, hint)
  }

  private static let created: [OrderCommand] = [.create(.amy)]
  private static let shipped: [OrderCommand] = created + [.pay(Payment(amount: 2500)), .ship()]

  private static let inEuros: OrderCommand = {
    var fields = OrderFields()
    fields[.currency] = "EUR"
    return .update(fields)
  }()

  static let table = [
    row(
      "order-exists", created + [.create(.amy)], "Order 1001 already exists.",
      "Omit the id to get a new one, or change the order with `cleanstore edit`."),
    row(
      "order-not-found", [.cancel], "There is no order 1001.",
      "`cleanstore list` lists the orders."),
    row(
      "order-deleted", created + [.delete, .delete], "Order 1001 is deleted.",
      "`cleanstore log 1001` shows who deleted it. This can't be undone."),
    row(
      "order-cancelled", created + [.cancel, .cancel], "Order 1001 is cancelled.",
      "A cancelled order can only be refunded or deleted."),
    row(
      "invalid", created + [.refund(amount: 0)], "1 field is wrong.",
      "Correct this and try again."),
    row(
      "order-already-shipped", shipped + [.ship()], "Order 1001 was already shipped.",
      "Only its contact can be changed now. Once delivered, it can be returned."),
    row(
      "order-already-shipped", shipped + [.deliver, .cancel], "Order 1001 was already shipped.",
      "Only its contact can be changed now, and it can be returned."),
    row(
      "personal-erased", created + [.erase, .update(.amy)],
      "The personal data of order 1001 was erased.",
      "Leave out contact, addresses and card. `cleanstore erase 1001` takes out what was recorded "
        + "with this refusal."),
    row(
      "order-has-payments", created + [.pay(Payment(amount: 1)), .delete],
      "Order 1001 has payments.", "Refund them first: `cleanstore refund 1001 0.01`."),
    row(
      "order-has-payments", created + [.pay(Payment(amount: 1)), .refund(amount: 1), inEuros],
      "Order 1001 has payments.",
      "Its currency stays, also once they are refunded: cancel the order, and create another one."),
    row(
      "payment-exceeds-balance", created + [.pay(Payment(amount: 2501))],
      "The amount exceeds the balance, 25.00 USD.", "Use that amount or less."),
    row(
      "order-not-paid", created + [.pay(Payment(amount: 1)), .ship()],
      "Order 1001 isn't paid in full.",
      "When it is paid, record that: `cleanstore pay 1001 24.99`."),
    row(
      "order-already-delivered", shipped + [.deliver, .return, .deliver],
      "Order 1001 was already delivered.", "Only its contact can be changed now."),
    row(
      "order-not-shipped", created + [.deliver], "Order 1001 isn't shipped.",
      "It has to be paid first (`cleanstore pay 1001`), then shipped (`cleanstore ship 1001`)."),
    row(
      "order-not-shipped", created + [.pay(Payment(amount: 2500)), .deliver],
      "Order 1001 isn't shipped.", "Ship it first: `cleanstore ship 1001`."),
    row(
      "order-already-returned", shipped + [.deliver, .return, .return],
      "Order 1001 was already returned.", "Its payments can be refunded."),
    row(
      "order-already-returned", shipped + [.deliver, .return, .refund(amount: 2500), .return],
      "Order 1001 was already returned.", "All its payments are refunded."),
    row(
      "order-not-delivered", shipped + [.return], "Order 1001 isn't delivered.",
      "Record its delivery with `cleanstore deliver 1001`, then its return."),
    row(
      "order-not-delivered", created + [.return], "Order 1001 isn't delivered.",
      "Only what was shipped and delivered can be returned."),
    row(
      "refund-exceeds-payments", created + [.refund(amount: 1)],
      "The amount exceeds what can be refunded, 0.00 USD.",
      "`cleanstore log -p 1001` shows its payments."),
  ]

  @Test func `each refusal has its words`() throws {
    for row in Self.table {
      let story = try Story()
      for command in row.commands.dropLast() { try story.asks("amy", "1001", command) }
      let change = try story.engine.submit(
        #require(row.commands.last), ChangeRequest(id: "1001", actor: "clerk"))
      let refusal = try #require(Failure(change), "\(row.code)")
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

  @Test func `amounts are written in the locale, except those to type`() throws {
    let story = try Story()
    try story.asks("amy", "1001", .create(.amy))
    let engine = story.engine
    let german = Formatting(locale: try #require(LocaleRules(named: "de-DE")))
    let clerk = ChangeRequest(id: "1001", actor: "clerk")
    let exceeded = Failure(try engine.submit(.pay(Payment(amount: 2501)), clerk), german)
    #expect(exceeded?.message.contains("the balance, 25,00\u{A0}$.") == true)
    let unpaid = Failure(try engine.submit(.ship(), clerk), german)
    #expect(unpaid?.hint?.contains("`cleanstore pay 1001 25.00`") == true)
  }

  static let limits: [(currency: String, locale: String, people: String)] = [
    ("USD", "iso", "10000000000.00 USD"), ("EUR", "de-DE", "10.000.000.000,00\u{A0}€"),
    ("JPY", "iso", "1000000000000 JPY"), ("KWD", "iso", "1000000000.000 KWD"),
  ]

  @Test(arguments: limits.indices)
  func `people read the largest amount in their currency, and programs in minor units`(
    _ index: Int
  ) throws {
    let row = Self.limits[index]
    let locale = try #require(LocaleRules(named: row.locale))
    let story = try Story()
    var fields = OrderFields.amy
    fields[.currency] = row.currency
    fields.set(.tax, to: -1)
    func messages(_ command: OrderCommand) throws -> [String?] {
      let outcome = try story.engine.submit(command, ChangeRequest(id: "1001", actor: "clerk"))
      return [Formatting(locale: locale), nil].map {
        Failure(outcome, $0)?.fields.first?.message
      }
    }
    #expect(
      try messages(.create(fields)) == [
        "must be 0 to \(row.people)", "must be 0 to 10^12 minor units",
      ])
    fields.set(.tax, to: 0)
    try story.asks("amy", "1001", .create(fields))
    #expect(
      try messages(.refund(amount: 0)) == [
        "must be more than 0, and at most \(row.people)",
        "must be more than 0, and at most 10^12 minor units",
      ])
  }

  @Test func `a discount that is too large is explained`() throws {
    let story = try Story()
    var fields = OrderFields.amy
    fields.set(.discount, to: 2501)
    let outcome = try story.engine.submit(
      .create(fields), ChangeRequest(id: "1001", actor: "clerk"))
    #expect(
      Failure(outcome, .standard)?.fields.map(\.message) == [
        "the discount must not be more than items, shipping fee and tax together, and the total not "
          + "more than 10000000000.00 USD"
      ])
  }

  @Test func `an example of an amount has no decimals where its currency has none`() throws {
    let field = InvalidField(field: "tax", code: "malformed")
    for (currency, example) in [("USD", "12.99 or 12,99"), ("", "12.99 or 12,99"), ("JPY", "1299")]
    {
      let amounts = AmountWording(currency: currency, formatting: .standard)
      #expect(FieldWording.sentence(for: field, amounts).contains("amount like \(example),"))
    }
    #expect(FieldWording.sentence(for: field, AmountWording(currency: "JPY")).contains("12.99"))
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
      Failure(again)?.message
        == "The amount exceeds the balance. It was refused before with the same id, in entry 2.")
  }

  @Test func `errors of a request don't change the outcome of an earlier one with its id`() throws {
    let story = try Story()
    try story.asks("amy", "1001", .create(.amy))
    var request = ChangeRequest(id: "1001", actor: "amy")
    request.commandID = "c-1"
    let engine = story.engine
    _ = try engine.submit(.cancel, request)
    let problem = InvalidField(field: "shippingMethod", code: "unknown")
    let again = try engine.submit(.cancel, request) { _ in
      OrderProposal(.cancel, problems: [problem])
    }
    #expect(again.isRepeated && again.isDone)
    request.commandID = nil
    let refused = try engine.submit(.update, on: .id("1002"), request) { _ in
      OrderProposal(.update(.bob), problems: [problem])
    }
    #expect(Failure(refused)?.code == "order-not-found")
  }
}
