// Helps to fill in a form: the rules themselves say what is wrong with it so far.

import EventSourcing
import JSONLines
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
    presenter.present(FillInOrder.Suggesting.Response(last: last))
  }

  /// Checks a form and hands what is wrong to the presenter. Records nothing.
  public func check(_ request: FillInOrder.Checking.Request) throws(Failure) {
    let filled = FilledForm(request.form, methods: try changes.shippingMethods())
    var change = ChangeRequest(actor: "-")
    change.isDryRun = true
    let checked = try changes.put(
      .create(filled.fields), on: .new, change, problems: filled.problems)
    presenter.present(FillInOrder.Checking.Response(change: checked, fields: request.fields))
  }
}
