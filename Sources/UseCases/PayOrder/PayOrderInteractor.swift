// Takes note of a payment: reads the amount in the order's currency and puts it to the rules.

import EventSourcing
import JSONLines
import Orders

/// Takes note of payments.
public final class PayOrderInteractor: PayOrderBusinessLogic {
  private let changes: OrderChanges
  private let presenter: any PayOrderPresentationLogic

  /// An interactor on an engine.
  public init(engine: OrderEngine, presenter: any PayOrderPresentationLogic) {
    changes = OrderChanges(engine: engine)
    self.presenter = presenter
  }

  /// Notes a payment and hands what came of it to the presenter.
  public func pay(_ request: PayOrder.Request) throws(Failure) -> Bool {
    var (amount, problems) = try changes.amount(request.amount, of: request.change.id)
    if PaymentCard.isNumberIn(request.method ?? "") {
      problems.append(InvalidField(field: "method", code: FieldCode.malformed.rawValue))
    }
    let payment = Payment(
      amount: amount, method: Text(typed: request.method), reference: Text(typed: request.reference)
    )
    let change = try changes.put(.pay(payment), request.change, problems: problems)
    presenter.present(change)
    return change.isDone
  }
}
