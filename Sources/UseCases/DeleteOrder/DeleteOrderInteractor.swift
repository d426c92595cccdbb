// Hides an order from lists.

import Orders

/// Deletes orders.
public final class DeleteOrderInteractor: DeleteOrderBusinessLogic {
  private let changes: OrderChanges
  private let presenter: any DeleteOrderPresentationLogic

  /// An interactor on an engine.
  public init(engine: OrderEngine, presenter: any DeleteOrderPresentationLogic) {
    changes = OrderChanges(engine: engine)
    self.presenter = presenter
  }

  /// Deletes an order and hands what came of it to the presenter.
  public func delete(_ request: DeleteOrder.Request) throws(Failure) -> Bool {
    let change = try changes.put(.delete, request)
    presenter.present(change)
    return change.isDone
  }
}
