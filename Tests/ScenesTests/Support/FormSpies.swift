// Spies at the boundaries of the scenes that take a form, and forms to fill in.

import OrderDomain

@testable import HistoryScenes
@testable import OrderScenes

extension OrderForm {
  /// The form that Amy fills in, as flags would have it: 2 × 12.50 USD.
  static var amy: OrderForm {
    var form = OrderForm()
    let texts: [OrderField: String] = [
      .customer: "amy", .firstName: "Amy", .lastName: "Apple", .phone: "111-111-1111",
      .email: "amy@example.com", .billingStreet1: "1 Infinite Loop", .billingCity: "Cupertino",
      .billingState: "CA", .billingZip: "95014", .shippingMethod: "standard",
      .paymentKind: "cash", .currency: "USD",
    ]
    for (field, text) in texts { form[field] = .text(text) }
    form.shipsToBillingAddress = true
    form.items = [Item(typed: "DECK-52:2:12.50:Deck of cards")]
    return form
  }

  /// This form with some fields filled in again; nil empties one.
  func with(_ texts: [OrderField: String?]) -> OrderForm {
    var form = self
    for (field, text) in texts { form[field] = text.map { .text($0) } }
    return form
  }

  /// Only these fields.
  static func only(_ texts: [OrderField: String?]) -> OrderForm { OrderForm().with(texts) }
}

extension Story {
  /// The outcome of a form for a new order.
  func create(
    _ form: OrderForm, as id: String = "", _ change: (inout CreateOrder.Request) -> Void = { _ in }
  ) throws -> (isDone: Bool, response: CreateOrder.Response?) {
    var request = CreateOrder.Request(change: ChangeRequest(id: id, actor: "clerk"), form: form)
    change(&request)
    let spy = PresenterSpy<CreateOrder.Response>()
    let isDone = try Interactor<CreateOrder>(engine, presenter: spy).handle(request)
    return (isDone, spy.response)
  }

  /// The outcome of an edit.
  func edit(
    _ id: String, _ form: OrderForm, _ change: (inout EditOrder.Request) -> Void = { _ in }
  ) throws -> (isDone: Bool, response: EditOrder.Response?) {
    var request = EditOrder.Request(change: ChangeRequest(id: id, actor: "clerk"), form: form)
    change(&request)
    let spy = PresenterSpy<EditOrder.Response>()
    let isDone = try Interactor<EditOrder>(engine, presenter: spy).handle(request)
    return (isDone, spy.response)
  }

  /// All lines of the log.
  func log() throws -> [String] {
    let spy = DocumentSpy()
    let presenter = JSONPresenter<ShowLog.Response>(display: spy)
    try Interactor<ShowLog>(History(store, of: .orders), presenter: presenter)
      .handle(ShowLog.Request())
    return spy.documents
  }
}

extension OrderOutcome {
  /// The wrong fields that it was refused for, as `field code`.
  var wrong: [String] {
    guard case .refused(let refusal) = result else { return [] }
    return refusal.fields.isEmpty
      ? [refusal.code] : refusal.fields.map { "\($0.field) \($0.code)" }
  }
}
