// Offers a new shipping method.

import JSONLines
import Orders

/// Adds shipping methods.
public final class AddShippingMethodInteractor: AddShippingMethodBusinessLogic {
  private let engine: OrderEngine
  private let presenter: any AddShippingMethodPresentationLogic

  /// An interactor on an engine.
  public init(engine: OrderEngine, presenter: any AddShippingMethodPresentationLogic) {
    self.engine = engine
    self.presenter = presenter
  }

  /// Adds a method and hands what came of it to the presenter.
  public func add(_ request: AddShippingMethod.Request) throws(Failure) -> Bool {
    let response = try engine.put(
      .addShippingMethod(code: Text(request.code), name: Text(request.name)),
      on: request.code, request.change)
    presenter.present(response)
    return response.change.isDone
  }
}
