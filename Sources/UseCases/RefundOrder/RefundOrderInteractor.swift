// Pays money back: reads the amount in the order's currency and puts it to the rules.

import Orders

/// Refunds payments.
public final class RefundOrderInteractor: RefundOrderBusinessLogic {
  private let changes: OrderChanges
  private let presenter: any RefundOrderPresentationLogic

  /// An interactor on an engine.
  public init(engine: OrderEngine, presenter: any RefundOrderPresentationLogic) {
    changes = OrderChanges(engine: engine)
    self.presenter = presenter
  }

  /// Notes a refund and hands what came of it to the presenter.
  public func refund(_ request: RefundOrder.Request) throws(Failure) -> Bool {
    let (amount, problems) = try changes.amount(request.amount, of: request.change.id)
    let change = try changes.put(.refund(amount: amount), request.change, problems: problems)
    presenter.present(change)
    return change.isDone
  }
}
