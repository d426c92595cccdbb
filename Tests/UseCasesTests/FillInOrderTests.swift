import EventSourcing
import Orders
import Testing

@testable import UseCases

/// What a clerk is told while filling in an order.
@Suite struct FillInOrderTests {
  private let story: Story
  private let spy = FillInOrderDisplaySpy()
  private let interactor: FillInOrderInteractor

  init() throws {
    story = try Story.told()
    interactor = FillInOrderInteractor(
      engine: story.engine, presenter: FillInOrderPresenter(display: spy))
  }

  @Test func `what is offered can be chosen`() throws {
    let presenter = FillInOrderPresenterSpy()
    let interactor = FillInOrderInteractor(engine: story.engine, presenter: presenter)
    _ = try story.engine.engine.execute(
      Submission(.retireShippingMethod(code: "one-day"), on: .single, by: "clerk"),
      in: story.engine.catalogue)
    try interactor.open()
    #expect(presenter.opening?.methods.map { String($0.code) } == ["standard", "two-day"])
    try self.interactor.open()
    #expect(
      spy.opening?.methods == [
        .init(code: "standard", name: "Standard Shipping"),
        .init(code: "two-day", name: "Two-Day Shipping"),
      ])
  }

  @Test func `a customer's last order is suggested, nobody else's`() throws {
    try interactor.suggest(.init(customer: "bob"))
    #expect(spy.suggesting?.note == "Contact and addresses are suggested as in order 1002.")
    #expect(spy.suggesting?.texts[.firstName] == "Bob")
    #expect(spy.suggesting?.texts[.shipmentCity] == "Ampere")
    #expect(spy.suggesting?.texts[.customer] == nil)
    #expect(spy.suggesting?.texts[.paymentKind] == nil)
    // Chris's only order was deleted; nobody is called Dana.
    for customer in ["chris", "dana", "Bob", ""] {
      try interactor.suggest(.init(customer: customer))
      #expect(spy.suggesting == .init(note: nil, texts: [:]), "\(customer)")
    }
  }

  @Test func `what is taken over is called so`() throws {
    var request = FillInOrder.Suggesting.Request(customer: "bob")
    request.isTaken = true
    try interactor.suggest(request)
    #expect(spy.suggesting?.note == "Contact and addresses are taken from order 1002.")
  }

  /// What is said of a form for an order with this id.
  private func check(
    _ form: OrderForm, as id: String = "", fields: Set<String>? = nil,
    _ change: (inout CreateOrder.Request) -> Void = { _ in }
  ) throws -> FillInOrder.Checking.ViewModel {
    var creation = CreateOrder.Request(change: ChangeRequest(id: id, actor: "clerk"), form: form)
    change(&creation)
    try interactor.check(.init(creation, fields: fields))
    #expect(try story.log().count == 9)
    return try #require(spy.checking)
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
        "Customer", "Contact", "Billing address", "Shipment address", "Payment", "Shipping",
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
  func `what no answer puts right is told apart from what is missing`(_ index: Int) throws {
    let row = Self.hopeless[index]
    let refusal = try #require(try check(row.form, as: row.id).refusal)
    let codes =
      refusal.fields.isEmpty
      ? [refusal.code] : refusal.fields.map { "\($0.field) \($0.code)" }
    #expect(codes == row.codes)
    #expect(try check(.only([.paymentKind: "card", .customer: nil])).refusal == nil)
  }
}
