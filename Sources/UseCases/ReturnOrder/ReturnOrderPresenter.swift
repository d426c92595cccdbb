// Puts a returned order into words for people, and into JSON for programs.

/// Presents a returned order as text.
public final class ReturnOrderPresenter: ReturnOrderPresentationLogic {
  private let display: any ReturnOrderDisplayLogic
  private let formatting: Formatting

  /// A presenter for a display.
  public init(display: any ReturnOrderDisplayLogic, formatting: Formatting = .standard) {
    self.display = display
    self.formatting = formatting
  }

  /// Presents what came of it.
  public func present(_ response: ReturnOrder.Response) {
    let hint = response.refundHint(formatting)
    display.display(response, done: "Order \(response.id) is returned\(hint).")
  }
}

extension ChangeJSONPresenter: ReturnOrderPresentationLogic {}
