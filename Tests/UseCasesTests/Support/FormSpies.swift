// Spies at the boundaries of the scenes that take a form, and forms to fill in.

import Orders

@testable import UseCases

final class CreateOrderPresenterSpy: CreateOrderPresentationLogic {
  private(set) var response: CreateOrder.Response?
  func present(_ response: CreateOrder.Response) { self.response = response }
}

final class CreateOrderDisplaySpy: CreateOrderDisplayLogic {
  private(set) var viewModel: CreateOrder.ViewModel?
  private(set) var refusal: RefusalViewModel?
  func display(_ viewModel: CreateOrder.ViewModel) { self.viewModel = viewModel }
  func display(refusal: RefusalViewModel) { self.refusal = refusal }
}

final class EditOrderPresenterSpy: EditOrderPresentationLogic {
  private(set) var opening: EditOrder.Opening.Response?
  private(set) var response: EditOrder.Response?
  func present(opening response: EditOrder.Opening.Response) { opening = response }
  func present(_ response: EditOrder.Response) { self.response = response }
}

final class EditOrderDisplaySpy: EditOrderDisplayLogic, EditOrderFormDisplayLogic {
  private(set) var form: EditOrder.Opening.ViewModel?
  private(set) var viewModel: EditOrder.ViewModel?
  private(set) var refusal: RefusalViewModel?
  func display(_ viewModel: EditOrder.Opening.ViewModel) { form = viewModel }
  func display(_ viewModel: EditOrder.ViewModel) { self.viewModel = viewModel }
  func display(refusal: RefusalViewModel) { self.refusal = refusal }
}

final class FillInOrderPresenterSpy: FillInOrderPresentationLogic {
  private(set) var opening: FillInOrder.Opening.Response?
  private(set) var suggesting: FillInOrder.Suggesting.Response?
  private(set) var checking: FillInOrder.Checking.Response?
  func present(_ response: FillInOrder.Opening.Response) { opening = response }
  func present(_ response: FillInOrder.Suggesting.Response) { suggesting = response }
  func present(_ response: FillInOrder.Checking.Response) { checking = response }
}

final class FillInOrderDisplaySpy: FillInOrderDisplayLogic {
  private(set) var opening: FillInOrder.Opening.ViewModel?
  private(set) var suggesting: FillInOrder.Suggesting.ViewModel?
  private(set) var checking: FillInOrder.Checking.ViewModel?
  func display(_ viewModel: FillInOrder.Opening.ViewModel) { opening = viewModel }
  func display(_ viewModel: FillInOrder.Suggesting.ViewModel) { suggesting = viewModel }
  func display(_ viewModel: FillInOrder.Checking.ViewModel) { checking = viewModel }
}

extension OrderForm {
  /// What Amy fills in, as flags would have it: 2 × 12.50 USD.
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

  /// This form with some fields filled in anew; nil empties one.
  func with(_ texts: [OrderField: String?]) -> OrderForm {
    var form = self
    for (field, text) in texts { form[field] = text.map { .text($0) } }
    return form
  }

  /// Only these fields.
  static func only(_ texts: [OrderField: String?]) -> OrderForm { OrderForm().with(texts) }
}

extension Story {
  /// What came of a form for a new order.
  func create(
    _ form: OrderForm, as id: String = "", _ change: (inout CreateOrder.Request) -> Void = { _ in }
  ) throws -> (isDone: Bool, response: CreateOrder.Response?) {
    var request = CreateOrder.Request(change: ChangeRequest(id: id, actor: "clerk"), form: form)
    change(&request)
    let spy = CreateOrderPresenterSpy()
    let isDone = try CreateOrderInteractor(engine: engine, presenter: spy).create(request)
    return (isDone, spy.response)
  }

  /// What came of an edit.
  func edit(
    _ id: String, _ form: OrderForm, _ change: (inout EditOrder.Request) -> Void = { _ in }
  ) throws -> (isDone: Bool, response: EditOrder.Response?) {
    var request = EditOrder.Request(change: ChangeRequest(id: id, actor: "clerk"), form: form)
    change(&request)
    let spy = EditOrderPresenterSpy()
    let isDone = try EditOrderInteractor(engine: engine, presenter: spy).edit(request)
    return (isDone, spy.response)
  }

  /// All lines of the log.
  func log() throws -> [String] {
    let spy = DocumentSpy()
    let presenter = OrderHistoryJSONPresenter(display: spy, notes: spy)
    try OrderHistoryInteractor(source: store, presenter: presenter)
      .showHistory(OrderHistory.Request())
    return spy.documents
  }
}

extension Change {
  /// The wrong fields that it was refused for, as `field code`.
  var wrong: [String] {
    guard case .refused(let refusal) = result else { return [] }
    return refusal.fields.isEmpty
      ? [refusal.code] : refusal.fields.map { "\($0.field) \($0.code)" }
  }
}
