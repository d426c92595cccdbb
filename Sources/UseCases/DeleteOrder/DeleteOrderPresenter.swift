// Puts a deleted order into words for people, and into JSON for programs.

/// Presents a deleted order as text.
public final class DeleteOrderPresenter: DeleteOrderPresentationLogic {
  private let display: any DeleteOrderDisplayLogic

  /// A presenter for a display.
  public init(display: any DeleteOrderDisplayLogic) { self.display = display }

  /// Presents what came of it.
  public func present(_ response: DeleteOrder.Response) {
    display.display(response, done: "Order \(response.id) is deleted; its history stays.")
  }
}

extension ChangeJSONPresenter: DeleteOrderPresentationLogic {}
