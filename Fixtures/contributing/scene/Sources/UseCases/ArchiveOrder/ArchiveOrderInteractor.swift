// The scene ArchiveOrder: folds up to the moment and looks the order up.

public import EventSourcing
import Orders

/// Finds one order of a history.
public final class ArchiveOrderInteractor: ArchiveOrderBusinessLogic {
  private let source: any EntrySource
  private let presenter: any ArchiveOrderPresentationLogic

  /// An interactor on a history.
  public init(source: any EntrySource, presenter: any ArchiveOrderPresentationLogic) {
    self.source = source
    self.presenter = presenter
  }

  /// Finds the order and hands it to the presenter.
  public func archiveOrder(_ request: ArchiveOrder.Request) throws(Failure) {
    let (store, end) = try source.fold(at: request.at)
    guard let order = store.order(request.id) else {
      throw .noSuchOrder(request.id, at: request.at)
    }
    presenter.present(
      ArchiveOrder.Response(id: request.id, order: order, tornTail: end.tornTail))
  }
}
