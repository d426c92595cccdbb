// Helps to fill in a form: the rules themselves say what is wrong with it so far.

import Orders

/// Fills in forms.
public final class FillInOrderInteractor: FillInOrderBusinessLogic {
  private let changes: OrderChanges
  private let presenter: any FillInOrderPresentationLogic

  /// An interactor on an engine, on which nothing is recorded.
  public init(engine: OrderEngine, presenter: any FillInOrderPresentationLogic) {
    changes = OrderChanges(engine: engine)
    self.presenter = presenter
  }

  /// Hands what there is to choose from to the presenter.
  public func open() throws(Failure) {
    let methods = try changes.shippingMethods().offered
    presenter.present(FillInOrder.Opening.Response(methods: methods))
  }

  /// Hands what a customer filled in the last time to the presenter.
  public func suggest(_ request: FillInOrder.Suggesting.Request) throws(Failure) {
    let last = try changes.lastOrder(of: request.customer)
    presenter.present(FillInOrder.Suggesting.Response(last: last, isTaken: request.isTaken))
  }

  /// Checks a form and hands what is wrong to the presenter. Records nothing.
  public func check(_ request: FillInOrder.Checking.Request) throws(Failure) {
    var creation = request.creation
    creation.change.isDryRun = true
    let change = try changes.create(creation).change
    presenter.present(FillInOrder.Checking.Response(change: change, fields: request.fields))
  }
}
