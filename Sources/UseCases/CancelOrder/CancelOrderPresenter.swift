// Puts a cancelled order into words for people, and into JSON for programs.

/// Presents a cancelled order as text.
public final class CancelOrderPresenter: CancelOrderPresentationLogic {
  private let display: any CancelOrderDisplayLogic

  /// A presenter for a display.
  public init(display: any CancelOrderDisplayLogic) { self.display = display }

  /// Presents what came of it.
  public func present(_ response: CancelOrder.Response) {
    display.display(response, done: "Order \(response.id) is cancelled\(response.refundHint).")
  }
}

extension ChangeJSONPresenter: CancelOrderPresentationLogic {}
