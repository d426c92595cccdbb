// Puts a refund into words for people, and into JSON for programs.

import Orders

/// Presents a refund as text.
public final class RefundOrderPresenter: RefundOrderPresentationLogic {
  private let display: any RefundOrderDisplayLogic
  private let formatting: Formatting

  /// A presenter for a display.
  public init(display: any RefundOrderDisplayLogic, formatting: Formatting = .standard) {
    self.display = display
    self.formatting = formatting
  }

  /// Presents what came of it.
  public func present(_ response: RefundOrder.Response) {
    display.display(response, formatting, done: headline(response))
  }

  private func headline(_ change: Change) -> String {
    let start = "Order \(change.id): "
    guard let order = change.order, case .refunded(let amount)? = change.events.first
    else { return start + "refunded." }
    let rest =
      order.refundable == 0
      ? "nothing of what was paid is left"
      : "\(formatting.money(of: order, order.refundable)) of payments remain"
    return "\(start)refunded \(formatting.money(of: order, amount)), \(rest)."
  }
}

extension ChangeJSONPresenter: RefundOrderPresentationLogic {}
