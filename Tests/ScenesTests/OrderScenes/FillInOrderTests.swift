import EventSourcing
import Formatting
import OrderDomain
import Testing

@testable import HistoryScenes
@testable import OrderScenes

/// The hints that a clerk gets while filling in an order.
@Suite struct FillInOrderTests {
  private let story: Story
  private let scene: FillInOrder

  init() throws {
    story = try Story.told()
    scene = FillInOrder(with: story.engine)
  }

  @Test func `what is offered can be chosen`() throws {
    _ = try story.engine.engine.execute(
      Submission(.retireShippingMethod(code: "one-day"), on: .single, by: "clerk"),
      in: story.engine.catalogue)
    #expect(
      try scene.methods() == [
        .init(code: "standard", name: "Standard Shipping"),
        .init(code: "two-day", name: "Two-Day Shipping"),
      ])
  }

  @Test func `a customer's last order is suggested, and no other customer's`() throws {
    let suggestions = try scene.suggestions(for: "bob", isTaken: false)
    #expect(suggestions.note == "Contact and addresses are suggested as in order 1002.")
    #expect(suggestions.texts[.firstName] == "Bob")
    #expect(suggestions.texts[.shipmentCity] == "Ampere")
    #expect(suggestions.texts[.customer] == nil)
    #expect(suggestions.texts[.paymentKind] == nil)
    // Chris's only order was deleted; no customer is called Dana.
    for customer in ["chris", "dana", "Bob", ""] {
      let suggestions = try scene.suggestions(for: customer, isTaken: false)
      #expect(suggestions == .init(note: nil, texts: [:]), "\(customer)")
    }
  }

  @Test func `what is taken over is called so`() throws {
    let suggestions = try scene.suggestions(for: "bob", isTaken: true)
    #expect(suggestions.note == "Contact and addresses are taken from order 1002.")
  }

  /// The findings on a form for an order with this id.
  private func check(
    _ form: OrderForm, as id: String = "", fields: Set<String>? = nil,
    _ change: (inout CreateOrder.Request) -> Void = { _ in }
  ) throws -> FillInOrder.Check {
    var creation = CreateOrder.Request(change: ChangeRequest(id: id, actor: "clerk"), form: form)
    change(&creation)
    let checked = try scene.check(creation, fields: fields)
    #expect(try story.log().count == 9)
    return checked
  }

  @Test func `only what was answered is checked, by the rules`() throws {
    let form = OrderForm.only([.customer: "amy", .phone: "12"])
    #expect(
      try check(form, fields: ["customer"]) == .init(problems: [], refusal: nil, summary: nil))
    #expect(try check(form, fields: ["contact.phone"]).problems.map(\.code) == ["malformed"])
    #expect(
      try check(form, fields: ["contact.email"]).problems.map(\.message) == ["is missing"])
  }

  @Test func `a form with nothing wrong is shown as the order that it would be`() throws {
    let checked = try check(.amy)
    #expect(checked.problems.isEmpty && checked.refusal == nil)
    let summary = try #require(checked.summary)
    #expect(summary.total == "25.00 USD")
    #expect(
      summary.sections.map(\.title) == [
        "Customer", "Contact", "Billing address", "Shipping address", "Payment", "Shipping",
      ])
    #expect(summary.sections.first?.lines == ["amy"])
    #expect(summary.items.map(\.amount) == ["25.00 USD"])
    #expect(summary.amounts.map(\.label) == ["total"])
  }

  static let hopeless: [(id: String, form: OrderForm, codes: [String])] = [
    ("1001", OrderForm(), ["order-exists"]), ("no/slash", OrderForm(), ["order malformed"]),
    ("", .only([.cardBrand: String(repeating: "x", count: 201)]), ["payment.brand too-long"]),
    ("", .only([.paymentKind: "card", .cardLast4: "12x4"]), ["payment.last4 malformed"]),
  ]

  @Test(arguments: hopeless.indices)
  func `errors that no answer corrects are distinguished from missing fields`(_ index: Int) throws {
    let row = Self.hopeless[index]
    let refusal = try #require(try check(row.form, as: row.id).refusal)
    let codes =
      refusal.fields.isEmpty
      ? [refusal.code] : refusal.fields.map { "\($0.field) \($0.code)" }
    #expect(codes == row.codes)
    #expect(try check(.only([.paymentKind: "card", .customer: nil])).refusal == nil)
  }
}
