// Takes an order back.

import Orders

/// Takes orders back.
public final class ReturnOrderInteractor: ReturnOrderBusinessLogic {
  private let changes: OrderChanges
  private let presenter: any ReturnOrderPresentationLogic

  /// An interactor on an engine.
  public init(engine: OrderEngine, presenter: any ReturnOrderPresentationLogic) {
    changes = OrderChanges(engine: engine)
    self.presenter = presenter
  }

  /// Notes a return and hands what came of it to the presenter.
  public func takeBack(_ request: ReturnOrder.Request) throws(Failure) -> Bool {
    let change = try changes.put(.return, request)
    presenter.present(change)
    return change.isDone
  }
}
