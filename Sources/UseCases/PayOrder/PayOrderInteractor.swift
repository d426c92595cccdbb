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
    let amount = try changes.amount(request.amount, of: request.change.id)
    let payment = Payment(
      amount: amount.value.map { Amount($0) } ?? .absent,
      method: request.method.map { Text($0) }, reference: request.reference.map { Text($0) })
    let change = try changes.put(
      .pay(payment), on: .id(request.change.id), request.change, problems: amount.problems)
    presenter.present(PayOrder.Response(change: change, amount: amount.value))
    return change.isDone
  }
}

extension OrderChanges {
  /// An amount as it was typed, in the currency of an order.
  func amount(_ text: String, of id: String) throws(Failure) -> (
    value: Int64?, problems: [InvalidField]
  ) {
    let currency = try order(id)?.fields[\.currency] ?? ""
    guard let value = Money.parse(text, currency: currency) else {
      return (nil, [InvalidField(field: "amount", code: FieldCode.malformed.rawValue)])
    }
    return (value, [])
  }
}
