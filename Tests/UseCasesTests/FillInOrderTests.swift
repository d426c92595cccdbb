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

  @Test func `only what was answered is checked, by the rules`() throws {
    let form = OrderForm.only([.customer: "amy", .phone: "12"])
    try interactor.check(.init(form: form, fields: ["customer"]))
    #expect(spy.checking == .init(problems: [], total: nil))
    try interactor.check(.init(form: form, fields: ["contact.phone"]))
    #expect(spy.checking?.problems.map(\.code) == ["malformed"])
    try interactor.check(.init(form: form, fields: ["contact.email"]))
    #expect(spy.checking?.problems.map(\.message) == ["is missing"])
    #expect(try story.log().count == 9)
  }

  @Test func `a form with nothing wrong has a total`() throws {
    try interactor.check(.init(form: .amy, fields: []))
    #expect(spy.checking == .init(problems: [], total: "25.00 USD"))
    #expect(try story.log().count == 9)
  }
}
