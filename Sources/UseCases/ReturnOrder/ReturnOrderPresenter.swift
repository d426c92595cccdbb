// Puts a returned order into words for people, and into JSON for programs.

/// Presents a returned order as text.
public final class ReturnOrderPresenter: ReturnOrderPresentationLogic {
  private let display: any ReturnOrderDisplayLogic

  /// A presenter for a display.
  public init(display: any ReturnOrderDisplayLogic) { self.display = display }

  /// Presents what came of it.
  public func present(_ response: ReturnOrder.Response) {
    display.display(response, done: "Order \(response.id) is returned\(response.refundHint).")
  }
}

extension ChangeJSONPresenter: ReturnOrderPresentationLogic {}
