// Puts a new shipping method into words for people, and into JSON for programs.

/// Presents a new shipping method as text.
public final class AddShippingMethodPresenter: AddShippingMethodPresentationLogic {
  private let display: any AddShippingMethodDisplayLogic

  /// A presenter for a display.
  public init(display: any AddShippingMethodDisplayLogic) { self.display = display }

  /// Presents what came of it.
  public func present(_ response: AddShippingMethod.Response) {
    let name = response.method.map { " (\($0.name))" } ?? ""
    display.display(response, done: "Shipping method \(response.code)\(name) is offered now.")
  }
}

extension ShippingMethodJSONPresenter: AddShippingMethodPresentationLogic {}
