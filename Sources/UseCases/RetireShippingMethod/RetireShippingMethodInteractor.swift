// Offers a shipping method no more.

import JSONLines
import Orders

/// Retires shipping methods.
public final class RetireShippingMethodInteractor: RetireShippingMethodBusinessLogic {
  private let engine: OrderEngine
  private let presenter: any RetireShippingMethodPresentationLogic

  /// An interactor on an engine.
  public init(engine: OrderEngine, presenter: any RetireShippingMethodPresentationLogic) {
    self.engine = engine
    self.presenter = presenter
  }

  /// Retires a method and hands what came of it to the presenter.
  public func retire(_ request: RetireShippingMethod.Request) throws(Failure) -> Bool {
    let response = try engine.put(
      .retireShippingMethod(code: Text(request.code)),
      on: request.code, request.change)
    presenter.present(response)
    return response.change.isDone
  }
}
