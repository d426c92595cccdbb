// Puts a retired shipping method into words for people, and into JSON for programs.

/// Presents a retired shipping method as text.
public final class RetireShippingMethodPresenter: RetireShippingMethodPresentationLogic {
  private let display: any RetireShippingMethodDisplayLogic

  /// A presenter for a display.
  public init(display: any RetireShippingMethodDisplayLogic) { self.display = display }

  /// Presents what came of it.
  public func present(_ response: RetireShippingMethod.Response) {
    display.display(
      response,
      done: "Shipping method \(response.code) is retired; orders that have it keep it.")
  }
}

extension ShippingMethodJSONPresenter: RetireShippingMethodPresentationLogic {}
