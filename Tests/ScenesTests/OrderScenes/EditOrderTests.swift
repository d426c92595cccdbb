import EventSourcing
import JSONLines
import OrderDomain
import Testing

@testable import HistoryScenes
@testable import OrderScenes

/// Editing orders: the interactor with the rules behind it, then its presenters.
@Suite struct EditOrderTests {
  private let story: Story

  /// Amy's order, 1001, is there.
  init() throws {
    story = try Story()
    _ = try story.create(.amy)
  }

  private func lastCommand() throws -> JSONValue? {
    try story.log().last.map { try JSONValue(parsing: $0) }
  }

  @Test func `only differences are requested, at the revision that was seen`() throws {
    let form = OrderForm.only([.phone: "555-0100", .tax: "1.50", .email: "amy@example.com"])
    let (isDone, response) = try story.edit("1001", form)
    #expect(isDone)
    #expect(response?.fields == ["contact.phone", "tax"])
    #expect(response?.outcome.order?.total == 2650)
    let entry = try #require(try lastCommand())
    #expect(entry["command"]?.members?.map(\.key) == ["type", "expect", "tax"])
    #expect(entry["command"]?["expect"] == .integer(1))
    #expect(entry["personal"]?["contact"]?.members?.map(\.key) == ["phone"])
    #expect(entry["personal"]?["billing"] == nil)
  }

  @Test func `saving what is there already changes nothing`() throws {
    for form in [OrderForm(), .amy, .only([.tax: "0"]), .only([.currency: "USD"])] {
      let (isDone, response) = try story.edit("1001", form)
      #expect(isDone)
      guard case .unchanged? = response?.outcome.result else {
        Issue.record("\(form)")
        continue
      }
      #expect(response?.outcome.rev == 1)
    }
    #expect(try story.log().count == 1)
  }

  @Test func `an edit says what it makes of the balance`() throws {
    try story.asks("amy", "1001", .pay(Payment(amount: 2000)))
    let headlines = try ["A:1:21", "A:1:20", "A:2:10", "A:1:19"].map { item in
      var form = OrderForm()
      form.items = [OrderForm.Item(typed: item)]
      let response = try #require(try story.edit("1001", form).response)
      return EditOrder.viewModel(of: response, .standard).headline
    }
    #expect(
      headlines == [
        "Changed items of order 1001, total 21.00 USD, 1.00 USD left to pay.",
        "Changed items of order 1001, total 20.00 USD, paid in full.",
        "Changed items of order 1001, total 20.00 USD.",
        "Changed items of order 1001, total 19.00 USD, 1.00 USD to refund.",
      ])
  }

  @Test func `texts that only look the same differ`() throws {
    _ = try story.edit("1001", .only([.lastName: "Caf\u{E9}"]))
    #expect(try story.edit("1001", .only([.lastName: "Cafe\u{301}"])).response?.outcome.rev == 3)
  }

  @Test func `optional fields can be removed`() throws {
    _ = try story.edit("1001", .only([.billingStreet2: "2nd floor", .shippingFee: "3"]))
    var form = OrderForm()
    // In the US, an address has a state.
    for field in OrderField.removable where field.path.hasSuffix(".state") == false {
      form[field] = .removed
    }
    let response = try story.edit("1001", form).response
    #expect(response?.fields == ["billing.street2", "shippingFee"])
    #expect(response?.outcome.order?.fields[.billingStreet2] == nil)
    #expect(response?.outcome.order?.total == 2500)
  }

  @Test func `a payment is replaced as a whole`() throws {
    _ = try story.edit(
      "1001",
      .only([
        .paymentKind: "card", .cardNumber: "378282246310005", .cardCVV: "1234",
        .cardExpires: "2030-01",
      ]))
    let toLater = try story.edit("1001", .only([.cardExpires: "2031-02"])).response
    #expect(toLater?.outcome.order?.fields[.cardBrand] == "amex")
    #expect(toLater?.outcome.order?.fields[.cardLast4] == "0005")
    let toCash = try story.edit("1001", .only([.paymentKind: "invoice"])).response
    #expect(toCash?.outcome.order?.fields[.cardLast4] == nil)
    #expect(toCash?.outcome.order?.fields[.cardExpires] == nil)
    #expect(
      toCash?.fields == ["paymentKind", "payment.brand", "payment.last4", "payment.expires"])
  }

  @Test func `items are replaced as a whole`() throws {
    var form = OrderForm()
    form.items = [OrderForm.Item(typed: "A:1:2"), OrderForm.Item(typed: "B:1:3")]
    let response = try story.edit("1001", form).response
    #expect(response?.fields == ["items"])
    #expect(response?.outcome.order?.total == 500)
  }

  @Test func `the parcel can be sent where the bill goes`() throws {
    _ = try story.edit("1001", .only([.shipmentCity: "Ampere"]))
    var form = OrderForm.only([.billingCity: "San Jose"])
    form.shipsToBillingAddress = true
    let fields = try story.edit("1001", form).response?.outcome.order?.fields
    #expect(fields?[.shipmentCity] == "San Jose")
    #expect(fields?[.billingCity] == "San Jose")
  }

  @Test func `an amount is read in the currency that the order then has`() throws {
    #expect(
      try story.edit("1001", .only([.tax: "1.5", .currency: "JPY"])).response?.outcome.wrong
        == ["items blank", "tax malformed"])
    var form = OrderForm.only([.tax: "1.234", .currency: "KWD"])
    form.items = [OrderForm.Item(typed: "A:1:2.345")]
    #expect(try story.edit("1001", form).response?.outcome.order?.total == 3579)
  }

  @Test func `no amount changes its worth because the currency has other decimals`() throws {
    _ = try story.edit("1001", .only([.shippingFee: "3"]))
    var form = OrderForm.only([.currency: "JPY"])
    let refused = try story.edit("1001", form).response
    #expect(refused?.outcome.wrong == ["items blank", "shippingFee blank"])
    form.items = [OrderForm.Item(typed: "A:1:2500")]
    #expect(try story.edit("1001", form).response?.outcome.wrong == ["shippingFee blank"])
    #expect(try story.log().count == 2)
    form[.shippingFee] = .removed
    #expect(try story.edit("1001", form).response?.outcome.order?.total == 2500)
    // Other letters, same decimals.
    #expect(try story.edit("1001", .only([.currency: "KRW"])).isDone)
  }

  @Test func `prices that a form took from the order don't count as given again`() throws {
    var form = OrderForm.amy.with([.currency: "JPY"])
    form.items = OrderForm(try #require(try story.edit("1001", .amy).response?.outcome.order)).items
    for isWhole in [true, false] {
      let refused = try story.edit("1001", form) { $0.isWhole = isWhole }
      #expect(refused.response?.outcome.wrong == ["items blank"])
    }
    // The same digits, but typed in the new currency.
    form.items = [OrderForm.Item(typed: "DECK-52:2:1250:Deck of cards")]
    #expect(try story.edit("1001", form) { $0.isWhole = true }.isDone)
  }

  @Test func `a whole form removes what it leaves out`() throws {
    _ = try story.edit("1001", .only([.billingStreet2: "2nd floor"]))
    let whole = OrderForm.amy.with([.shippingMethod: nil, .phone: "555-0100"])
    let refused = try story.edit("1001", whole) { $0.isWhole = true }
    #expect(refused.response?.outcome.wrong == ["shippingMethod blank"])
    let accepted = try story.edit("1001", .amy) { $0.isWhole = true }
    #expect(accepted.response?.fields == ["billing.street2"])
  }

  @Test func `a method that was retired since may stay`() throws {
    _ = try story.engine.engine.execute(
      Submission(.retireShippingMethod(code: "standard"), on: .single, by: "clerk"),
      in: story.engine.catalogue)
    #expect(try story.edit("1001", .only([.shippingMethod: "standard", .tax: "1"])).isDone)
    _ = try story.edit("1001", .only([.shippingMethod: "one-day"]))
    let back = try story.edit("1001", .only([.shippingMethod: "standard"]))
    #expect(back.response?.outcome.wrong == ["shippingMethod unknown"])
  }

  @Test func `every command for a missing order is refused as not found`() throws {
    for form in [OrderForm(), .amy] {
      let (isDone, response) = try story.edit("9", form)
      #expect(!isDone)
      #expect(response?.outcome.wrong == ["order-not-found"])
    }
    #expect(try story.create(.amy).response?.outcome.id == "1002")
  }

  @Test func `a revision that isn't there any more is a conflict`() throws {
    _ = try story.edit("1001", .only([.tax: "1"]))
    let failure = try #require(throws: Failure.self) {
      try story.edit("1001", .only([.tax: "2"])) { $0.change.expect = 1 }
    }
    #expect(failure.code == "revision-conflict")
  }

  @Test func `repeated with the same id, it is executed once`() throws {
    let forms = [OrderForm.only([.tax: "1", .phone: "555-0100"]), .only([.tax: "7"])]
    let first = try story.edit("1001", forms[0]) { $0.change.commandID = "e-1" }.response
    _ = try story.edit("1001", forms[1]) { $0.change.commandID = "e-2" }
    let again = try story.edit("1001", forms[0]) { $0.change.commandID = "e-1" }.response
    #expect(again?.outcome.isRepeated == true)
    #expect(again?.outcome.seq == first?.outcome.seq)
    #expect(try story.log().count == 3)
    let failure = try #require(throws: Failure.self) {
      try story.edit("1001", .only([.tax: "3"])) { $0.change.commandID = "e-1" }
    }
    #expect(failure.code == "command-id-reused")
  }

  @Test func `all errors are reported at once, and nothing is recorded`() throws {
    let form = OrderForm.only([.email: "x", .shippingMethod: "pony", .cardCVV: "1", .tax: "x"])
    let (isDone, response) = try story.edit("1001", form)
    #expect(!isDone)
    #expect(
      response?.outcome.wrong == [
        "shippingMethod unknown", "tax malformed", "contact.email malformed",
        "payment.number blank", "payment.cvv malformed",
      ])
    #expect(try story.log().count == 1)
  }
}

extension EditOrderTests {
  private func opened(_ id: String) throws -> (
    isDone: Bool, DisplaySpy<EditOrder.Opening.ViewModel>
  ) {
    let spy = DisplaySpy<EditOrder.Opening.ViewModel>()
    let interactor = Interactor<EditOrder.Opening>(
      story.engine, presenter: EditOrder.Opening.presenter(on: spy))
    return (try interactor.handle(ChangeRequest(id: id, actor: "clerk")), spy)
  }

  @Test func `a form is opened with what the order has`() throws {
    let (isDone, spy) = try opened("1001")
    #expect(isDone)
    #expect(spy.viewModel?.id == "1001")
    #expect(spy.viewModel?.rev == 1)
    let text = try #require(spy.viewModel?.text)
    #expect(text.hasPrefix("{\n  \"customer\": \"amy\",\n"))
    #expect(text.contains("\n  \"contact\": {\n    \"firstName\""))
    #expect(text.contains("\n    \"street2\": null,\n"))
    #expect(text.contains("\n      \"unitPrice\": \"12.50\"\n"))
    #expect(text.hasSuffix("\n}\n"))
  }

  @Test func `an amount that is left in an editor doesn't change its worth`() throws {
    var yen = OrderForm.only([.currency: "JPY", .shippingFee: "300", .tax: "20"])
    yen.items = ["A:1:4150", "B:1:500", "C:1:0"].map { OrderForm.Item(typed: $0) }
    #expect(try story.edit("1001", yen).isDone)
    var text = try #require(try opened("1001").1.viewModel).text
    func save(_ old: String, _ new: String) throws -> [String]? {
      text = text.replacing(old, with: new)
      let form = try OrderForm(json: Array(text.utf8), name: "form", isFromEditor: true)
      return try story.edit("1001", form) { $0.isWhole = true }.response?.outcome.wrong
    }
    #expect(
      try save("\"JPY\"", "\"USD\"") == ["items blank", "shippingFee blank", "tax blank"])
    #expect(try save("\"20\"", "null") == ["items blank", "shippingFee blank"])
    #expect(try save("\"300\"", "\"300.00\"") == ["items blank"])
    #expect(try save("\"4150\"", "\"41.50\"") == ["items blank"])
    #expect(try save("\"500\"", "\"5\"") == [])
    #expect(try story.engine.order("1001")?.total == 34650)
  }

  @Test func `a form that can't be taken back isn't opened`() throws {
    try story.asks("clerk", "1001", .cancel)
    for (id, code) in [("1001", "order-cancelled"), ("77", "order-not-found")] {
      let (isDone, spy) = try opened(id)
      #expect(!isDone)
      #expect(spy.viewModel == nil)
      #expect(spy.refusal?.code == code)
    }
    #expect(try story.log().count == 2)
  }

  @Test func `the report of an edit has the changed fields`() throws {
    let spy = DisplaySpy<EditOrder.ViewModel>()
    let presenter = EditOrder.presenter(on: spy)
    let forms = [OrderForm.only([.phone: "555-0100", .tax: "1"]), OrderForm()]
    presenter.present(try #require(try story.edit("1001", forms[0]).response))
    #expect(
      spy.viewModel
        == OutcomeViewModel(
          id: "1001", headline: "Changed contact.phone, tax of order 1001, total 26.00 USD.",
          record: "Entry 2, revision 2."))
    presenter.present(try #require(try story.edit("1001", forms[1]).response))
    #expect(spy.viewModel?.headline == "Nothing changes.")
    #expect(spy.viewModel?.record == "Nothing was recorded; revision 2.")
    presenter.present(try #require(try story.edit("9", forms[0]).response))
    #expect(spy.refusal?.code == "order-not-found")
  }

  @Test func `an id that isn't kept is named, because nothing changes`() throws {
    let spy = DisplaySpy<EditOrder.ViewModel>()
    let presenter = EditOrder.presenter(on: spy)
    let same = try story.edit("1001", OrderForm()) { $0.change.commandID = "e-1" }
    presenter.present(try #require(same.response))
    #expect(spy.viewModel?.record == "Nothing was recorded, so its id isn't either; revision 1.")
  }

  @Test func `programs get one document, with the order`() throws {
    let spy = DocumentSpy()
    let presenter = JSONPresenter<EditOrder.Response>(display: spy)
    presenter.present(try #require(try story.edit("1001", .only([.tax: "1"])).response))
    presenter.present(try #require(try story.edit("1001", .only([.tax: "1"])).response))
    let documents = try spy.documents.map { try JSONValue(parsing: $0) }
    #expect(documents.map { $0["outcome"]?.string } == ["accepted", "unchanged"])
    #expect(documents.first?["order"]?["tax"] == .integer(100))
    presenter.present(try #require(try story.edit("9", .only([.tax: "1"])).response))
    #expect(spy.refusals.first?.code == "order-not-found")
  }
}
