// Puts a noted payment into words for people, and into JSON for programs.

import Orders

/// Presents a noted payment as text.
public final class PayOrderPresenter: PayOrderPresentationLogic {
  private let display: any PayOrderDisplayLogic

  /// A presenter for a display.
  public init(display: any PayOrderDisplayLogic) { self.display = display }

  /// Presents what came of it.
  public func present(_ response: PayOrder.Response) {
    display.display(response, done: Self.headline(response))
  }

  private static func headline(_ change: Change) -> String {
    let start = "Order \(change.id): "
    guard let order = change.order, case .paymentReceived(let payment)? = change.events.first
    else { return start + "payment received." }
    let rest = order.balance == 0 ? "paid in full" : "\(order.text(order.balance)) left to pay"
    return "\(start)received \(order.text(payment.amount.value ?? 0)), \(rest)."
  }
}

extension ChangeJSONPresenter: PayOrderPresentationLogic {}
