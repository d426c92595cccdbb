// Shows one order: folds up to the moment and looks it up.

public import EventSourcing
import Orders

/// Shows one order of a history.
public final class ShowOrderInteractor: ShowOrderBusinessLogic {
  private let source: any EntrySource
  private let presenter: any ShowOrderPresentationLogic

  /// An interactor on a history.
  public init(source: any EntrySource, presenter: any ShowOrderPresentationLogic) {
    self.source = source
    self.presenter = presenter
  }

  /// Finds the order and hands it to the presenter.
  public func show(_ request: ShowOrder.Request) throws(Failure) {
    let (store, end) = try source.fold(at: request.at)
    guard let order = store.order(request.id) else {
      throw .noSuchOrder(request.id, at: request.at)
    }
    presenter.present(
      ShowOrder.Response(id: request.id, order: order, at: request.at, tornTail: end.tornTail))
  }
}
