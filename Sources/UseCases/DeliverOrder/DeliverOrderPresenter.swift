// Puts a delivered order into words for people, and into JSON for programs.

/// Presents a delivered order as text.
public final class DeliverOrderPresenter: DeliverOrderPresentationLogic {
  private let display: any DeliverOrderDisplayLogic

  /// A presenter for a display.
  public init(display: any DeliverOrderDisplayLogic) { self.display = display }

  /// Presents what came of it.
  public func present(_ response: DeliverOrder.Response) {
    display.display(response, done: "Order \(response.id) is delivered.")
  }
}

extension ChangeJSONPresenter: DeliverOrderPresentationLogic {}
