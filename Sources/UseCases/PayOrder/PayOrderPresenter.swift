// Puts a noted payment into words for people, and into JSON for programs.

import Orders

/// Presents a noted payment as text.
public final class PayOrderPresenter: PayOrderPresentationLogic {
  private let display: any PayOrderDisplayLogic
  private let formatting: Formatting

  /// A presenter for a display.
  public init(display: any PayOrderDisplayLogic, formatting: Formatting = .standard) {
    self.display = display
    self.formatting = formatting
  }

  /// Presents what came of it.
  public func present(_ response: PayOrder.Response) {
    display.display(response, formatting, done: headline(response))
  }

  private func headline(_ change: Change) -> String {
    let start = "Order \(change.id): "
    guard let order = change.order, case .paymentReceived(let payment)? = change.events.first
    else { return start + "payment received." }
    let rest =
      order.balance == 0
      ? "paid in full" : "\(formatting.money(of: order, order.balance)) left to pay"
    return "\(start)received \(formatting.money(of: order, payment.amount.value ?? 0)), \(rest)."
  }
}

extension ChangeJSONPresenter: PayOrderPresentationLogic {}
