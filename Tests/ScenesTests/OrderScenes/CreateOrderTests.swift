import EventSourcing
import JSONLines
import OrderDomain
import Testing

@testable import HistoryScenes
@testable import OrderScenes

/// Creating orders: the interactor with the rules behind it, then its presenters.
@Suite struct CreateOrderTests {
  private let story: Story

  init() throws { story = try Story() }

  private static let card: [OrderField: String?] = [
    .paymentKind: "card", .cardNumber: "4111-1111-1111-1111", .cardCVV: "737",
    .cardExpires: "2030-01",
  ]

  @Test func `an order is created under the next free number`() throws {
    let (isDone, response) = try story.create(.amy)
    #expect(isDone)
    let change = try #require(response?.outcome)
    #expect(change.id == "1001")
    #expect(change.seq == 1)
    #expect(change.order?.total == 2500)
    #expect(change.order?.fields[.shipmentStreet1] == "1 Infinite Loop")
    #expect(change.order?.fields.items?.first?.name == "Deck of cards")
    #expect(try story.create(.amy).response?.outcome.id == "1002")
  }

  @Test func `an order is created with the requested id, once`() throws {
    #expect(try story.create(.amy, as: "A-7").response?.outcome.id == "A-7")
    let (isDone, response) = try story.create(.amy, as: "A-7")
    #expect(!isDone)
    #expect(response?.outcome.wrong == ["order-exists"])
    #expect(try story.log().count == 2)
  }

  @Test func `all errors are reported at once, in the order of the form`() throws {
    var form = OrderForm.amy.with(Self.card).with([
      .customer: "", .shippingMethod: "pony", .cardNumber: "4111111111111112", .cardCVV: "1",
      .cardExpires: "2025-12", .email: "amy", .billingZip: "9501", .tax: "1.234",
      .lastName: String(repeating: "e", count: 201), .currency: "usd",
    ])
    form.items = [OrderForm.Item(typed: "A:0:1.999"), OrderForm.Item(typed: "B")]
    let (isDone, response) = try story.create(form, as: "no/slash")
    #expect(!isDone)
    #expect(
      response?.outcome.wrong == [
        "order malformed", "customer blank", "shippingMethod unknown",
        "items[0].quantity out-of-range", "items[0].unitPrice malformed", "items[1] malformed",
        "currency malformed",
        "tax malformed", "contact.lastName too-long", "contact.email malformed",
        "billing.zip malformed", "shipment.zip malformed", "payment.expires expired",
        "payment.number malformed", "payment.cvv malformed",
      ])
    #expect(try story.log().isEmpty)
  }

  @Test func `an empty form lacks everything that an order must have`() throws {
    let wrong = try #require(try story.create(OrderForm()).response?.outcome.wrong)
    #expect(wrong.count == 17)
    #expect(wrong.contains("items empty"))
    #expect(wrong.filter { $0 != "items empty" }.allSatisfy { $0.hasSuffix(" blank") })
    // The rules refused it, so that is a fact of its own.
    #expect(try story.log().count == 1)
  }

  @Test func `a total that can't be computed is not reported besides its parts`() throws {
    let form = OrderForm.amy.with([.discount: "1.234", .tax: "-1"])
    let wrong = try story.create(form).response?.outcome.wrong
    #expect(wrong == ["tax out-of-range", "discount malformed"])
    let tooMuch = OrderForm.amy.with([.discount: "25.01"])
    #expect(try story.create(tooMuch).response?.outcome.wrong == ["total out-of-range"])
  }

  @Test func `more items than an order has are too many, however many`() throws {
    for count in [Limits.current.items + 1, 5000] {
      var form = OrderForm.amy
      form.items = Array(repeating: OrderForm.Item(typed: "A:1:1"), count: count)
      #expect(try story.create(form).response?.outcome.wrong == ["items too-many"])
    }
  }

  @Test func `only what is offered can be shipped with`() throws {
    _ = try story.engine.engine.execute(
      Submission(.retireShippingMethod(code: "two-day"), on: .single, by: "clerk"),
      in: story.engine.catalogue)
    for method in ["two-day", "Standard", "standard ", "0"] {
      let wrong = try story.create(.amy.with([.shippingMethod: method])).response?.outcome.wrong
      #expect(wrong == ["shippingMethod unknown"], "\(method)")
    }
    for method in ["standard", "one-day"] {
      #expect(try story.create(.amy.with([.shippingMethod: method])).isDone, "\(method)")
    }
  }

  @Test func `of a card brand, last digits and expiry are kept and nothing else`() throws {
    let fields = try story.create(.amy.with(Self.card)).response?.outcome.order?.fields
    #expect(fields?[.cardBrand] == "visa")
    #expect(fields?[.cardLast4] == "1111")
    #expect(fields?[.cardExpires] == "2030-01")
  }

  @Test func `last digits that aren't the number's are wrong`() throws {
    let form = OrderForm.amy.with(Self.card).with([.cardLast4: "4444"])
    #expect(try story.create(form).response?.outcome.wrong == ["payment.last4 malformed"])
  }

  static let misplaced: [(OrderField, String)] = [
    (.cardLast4, "5555555555554444"), (.cardLast4, "12x4"), (.cardLast4, "１２３４"),
    (.cardExpires, "5555555555554444"), (.cardExpires, "2099-13"), (.cardExpires, "12/99"),
    (.cardBrand, "visa 4111 1111 1111 1111"), (.cardBrand, "4111.1111.1111.1111"),
    (.paymentKind, "card4111111111111111"), (.paymentKind, "99-4111111111111111"),
  ]

  @Test(arguments: misplaced) func `a card's number in another field is reported and not recorded`(
    _ field: OrderField, _ text: String
  ) throws {
    let form = OrderForm.amy.with([
      .paymentKind: "card", .cardLast4: "1111", .cardExpires: "2030-01",
    ])
    #expect(try story.create(form).isDone)
    for outcome in [
      try story.create(form.with([field: text])).response?.outcome,
      try story.edit("1001", .only([.cardExpires: "2030-01"]).with([field: text])).response?
        .outcome,
    ] {
      #expect(outcome?.wrong == ["\(field.name) malformed"])
    }
    #expect(try story.log().count == 1)
  }

  @Test func `digits that aren't a card's number may be in a payment method`() throws {
    for text in ["411111111111111", "SEPA 12345678901"] {
      #expect(try story.create(.amy.with([.paymentKind: text])).isDone, "\(text)")
    }
  }

  @Test func `a dry run reports the outcome and records nothing`() throws {
    let (isDone, response) = try story.create(.amy) { $0.change.isDryRun = true }
    #expect(isDone)
    #expect(response?.outcome.id == "1001")
    #expect(response?.outcome.order?.total == 2500)
    #expect(try story.log().isEmpty)
    #expect(try !story.create(.amy.with([.email: "x"])) { $0.change.isDryRun = true }.isDone)
    #expect(try story.log().isEmpty)
  }

  @Test func `repeated with the same id, there is one order`() throws {
    for isRepeated in [false, true] {
      let response = try story.create(.amy) { $0.change.commandID = "c-1" }.response
      #expect(response?.outcome.id == "1001")
      #expect(response?.outcome.isRepeated == isRepeated)
    }
    #expect(try story.log().count == 1)
  }

  @Test func `contact and addresses can be those of the customer's last order`() throws {
    _ = try story.create(.amy.with([.phone: "55555"]))
    _ = try story.create(.amy.with([.phone: "66666"]))
    _ = try story.create(.amy.with([.phone: "77777"]))
    try story.asks("clerk", "1003", .delete)
    var form = OrderForm.only([
      .customer: "amy", .shippingMethod: "one-day", .paymentKind: "cash", .currency: "USD",
      .email: "new@example.com",
    ])
    form.items = OrderForm.amy.items
    #expect(try !story.create(form).isDone)
    let response = try story.create(form) { $0.reusesLastOrder = true }.response
    #expect(response?.reusedOrder == "1002")
    let fields = response?.outcome.order?.fields
    #expect(fields?[.phone] == "66666")
    #expect(fields?[.email] == "new@example.com")
    #expect(fields?[.shippingMethod] == "one-day")
    let failure = try #require(throws: Failure.self) {
      try story.create(form.with([.customer: "bob"])) { $0.reusesLastOrder = true }
    }
    #expect(failure.code == "no-earlier-order")
  }

  @Test(arguments: ["", "A-7"])
  func `an order that comes again takes over what it took the first time`(_ id: String) throws {
    func createAgain() throws -> CreateOrder.Response? {
      var form = OrderForm.amy
      form[.phone] = nil
      return try story.create(form, as: id) {
        $0.change.commandID = "c-1"
        $0.reusesLastOrder = true
      }.response
    }
    _ = try story.create(.amy)
    let first = try #require(try createAgain())
    // The customer's last order now has another phone, and so has the one before.
    for id in ["1001", first.outcome.id] {
      #expect(try story.edit(id, .only([.phone: "99999"])).isDone)
    }
    let second = try #require(try createAgain())
    #expect(second.outcome.isRepeated && second.outcome.seq == first.outcome.seq)
    #expect(second.reusedOrder == "1001" && first.reusedOrder == "1001")
  }
}

extension CreateOrderTests {
  private func shown(_ form: OrderForm, _ change: (inout CreateOrder.Request) -> Void = { _ in })
    throws -> DisplaySpy<CreateOrder.ViewModel>
  {
    let spy = DisplaySpy<CreateOrder.ViewModel>()
    let presenter = CreateOrder.presenter(on: spy)
    try presenter.present(#require(try story.create(form, change).response))
    return spy
  }

  @Test func `the report of a new order has its id and total`() throws {
    #expect(
      try shown(.amy).viewModel
        == OutcomeViewModel(
          id: "1001", headline: "Created order 1001, 25.00 USD.", record: "Entry 1, revision 1."))
  }

  @Test func `a form that was only checked is called valid`() throws {
    let spy = try shown(.amy) { $0.change.isDryRun = true }
    #expect(spy.viewModel?.headline == "Valid: order 1001, 25.00 USD.")
    #expect(spy.viewModel?.record == "Nothing was recorded.")
  }

  @Test func `the report names the order that data was taken from`() throws {
    _ = try story.create(.amy)
    let spy = try shown(.amy) { $0.reusesLastOrder = true }
    #expect(
      spy.viewModel?.headline
        == "Created order 1002, 25.00 USD, contact and addresses as in order 1001.")
  }

  @Test func `wrong fields are reported in sentences`() throws {
    let spy = try shown(.amy.with([.email: "amy", .shippingMethod: "pony"]))
    #expect(spy.viewModel == nil)
    #expect(spy.refusal?.code == "invalid")
    #expect(spy.refusal?.message == "2 fields are wrong. Nothing was recorded.")
    #expect(spy.refusal?.fields.map(\.field) == ["shippingMethod", "contact.email"])
    #expect(spy.refusal?.fields.map(\.code) == ["unknown", "malformed"])
    #expect(spy.refusal?.fields.last?.message == "must be like name@example.com")
  }

  @Test func `programs get one document, with the order`() throws {
    let spy = DocumentSpy()
    let presenter = JSONPresenter<CreateOrder.Response>(display: spy)
    try presenter.present(#require(try story.create(.amy.with(Self.card)).response))
    let document = try JSONValue(parsing: #require(spy.documents.first))
    #expect(document["outcome"] == .string("accepted"))
    #expect(document["id"] == .string("1001"))
    #expect(document["order"]?["total"] == .integer(2500))
    #expect(spy.documents.first?.contains("4111") == false)
    try presenter.present(#require(try story.create(OrderForm()).response))
    #expect(spy.refusals.first?.code == "invalid")
  }
}
