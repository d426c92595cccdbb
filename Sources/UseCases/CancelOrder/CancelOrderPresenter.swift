// Puts a cancelled order into words for people, and into JSON for programs.

/// Presents a cancelled order as text.
public final class CancelOrderPresenter: CancelOrderPresentationLogic {
  private let display: any CancelOrderDisplayLogic
  private let formatting: Formatting

  /// A presenter for a display.
  public init(display: any CancelOrderDisplayLogic, formatting: Formatting = .standard) {
    self.display = display
    self.formatting = formatting
  }

  /// Presents what came of it.
  public func present(_ response: CancelOrder.Response) {
    let hint = response.refundHint(formatting)
    display.display(response, done: "Order \(response.id) is cancelled\(hint).")
  }
}

extension ChangeJSONPresenter: CancelOrderPresentationLogic {}
