// Spies that stand at the boundaries of the scenes that change something. Those scenes have the same
// response and view model, so one spy can stand at each of them.

import JSONLines
import Orders
import UseCases

/// Where what came of commands for orders goes.
final class ChangePresenterSpy: PayOrderPresentationLogic, ShipOrderPresentationLogic,
  DeliverOrderPresentationLogic, CancelOrderPresentationLogic, ReturnOrderPresentationLogic,
  RefundOrderPresentationLogic, DeleteOrderPresentationLogic
{
  private(set) var responses: [Change] = []
  func present(_ response: Change) { responses.append(response) }
}

/// Where what came of commands for shipping methods goes.
final class ShippingMethodPresenterSpy: AddShippingMethodPresentationLogic,
  RetireShippingMethodPresentationLogic
{
  private(set) var responses: [ShippingMethodChange] = []
  func present(_ response: ShippingMethodChange) { responses.append(response) }
}

/// Where texts and refusals go.
final class ChangeDisplaySpy: PayOrderDisplayLogic, ShipOrderDisplayLogic, DeliverOrderDisplayLogic,
  CancelOrderDisplayLogic, ReturnOrderDisplayLogic, RefundOrderDisplayLogic,
  DeleteOrderDisplayLogic, AddShippingMethodDisplayLogic, RetireShippingMethodDisplayLogic
{
  private(set) var viewModels: [ChangeViewModel] = []
  private(set) var refusals: [RefusalViewModel] = []
  func display(_ viewModel: ChangeViewModel) { viewModels.append(viewModel) }
  func display(refusal: RefusalViewModel) { refusals.append(refusal) }
}

/// Where documents and refusals go.
final class ChangeDocumentSpy: DocumentDisplayLogic, RefusalDisplayLogic {
  private(set) var documents: [String] = []
  private(set) var refusals: [RefusalViewModel] = []

  func display(document: borrowing JSONWriter) {
    documents.append(document.withBytes { String(decoding: $0, as: UTF8.self) })
  }

  func display(refusal: RefusalViewModel) { refusals.append(refusal) }
}

final class ListShippingMethodsPresenterSpy: ListShippingMethodsPresentationLogic {
  private(set) var response: ListShippingMethods.Response?
  func present(_ response: ListShippingMethods.Response) { self.response = response }
}

final class ListShippingMethodsDisplaySpy: ListShippingMethodsDisplayLogic {
  private(set) var viewModel: ListShippingMethods.ViewModel?
  func display(_ viewModel: ListShippingMethods.ViewModel) { self.viewModel = viewModel }
}
