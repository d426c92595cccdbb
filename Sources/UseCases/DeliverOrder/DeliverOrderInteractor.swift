// Hands an order to the customer.

import Orders

/// Delivers orders.
public final class DeliverOrderInteractor: DeliverOrderBusinessLogic {
  private let changes: OrderChanges
  private let presenter: any DeliverOrderPresentationLogic

  /// An interactor on an engine.
  public init(engine: OrderEngine, presenter: any DeliverOrderPresentationLogic) {
    changes = OrderChanges(engine: engine)
    self.presenter = presenter
  }

  /// Notes a delivery and hands what came of it to the presenter.
  public func deliver(_ request: DeliverOrder.Request) throws(Failure) -> Bool {
    let change = try changes.put(.deliver, request)
    presenter.present(change)
    return change.isDone
  }
}
