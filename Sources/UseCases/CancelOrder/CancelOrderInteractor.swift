// Calls an order off.

import Orders

/// Cancels orders.
public final class CancelOrderInteractor: CancelOrderBusinessLogic {
  private let changes: OrderChanges
  private let presenter: any CancelOrderPresentationLogic

  /// An interactor on an engine.
  public init(engine: OrderEngine, presenter: any CancelOrderPresentationLogic) {
    changes = OrderChanges(engine: engine)
    self.presenter = presenter
  }

  /// Cancels an order and hands what came of it to the presenter.
  public func cancel(_ request: CancelOrder.Request) throws(Failure) -> Bool {
    let change = try changes.put(.cancel, request)
    presenter.present(change)
    return change.isDone
  }
}
