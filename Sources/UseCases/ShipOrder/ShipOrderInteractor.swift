// Hands an order to the carrier.

import JSONLines
import Orders

/// Ships orders.
public final class ShipOrderInteractor: ShipOrderBusinessLogic {
  private let changes: OrderChanges
  private let presenter: any ShipOrderPresentationLogic

  /// An interactor on an engine.
  public init(engine: OrderEngine, presenter: any ShipOrderPresentationLogic) {
    changes = OrderChanges(engine: engine)
    self.presenter = presenter
  }

  /// Ships an order and hands what came of it to the presenter.
  public func ship(_ request: ShipOrder.Request) throws(Failure) -> Bool {
    let shipping = Shipping(
      carrier: Text(typed: request.carrier), tracking: Text(typed: request.tracking))
    let change = try changes.put(.ship(shipping), request.change)
    presenter.present(change)
    return change.isDone
  }
}
