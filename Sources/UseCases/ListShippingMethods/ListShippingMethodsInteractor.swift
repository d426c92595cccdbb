// Lists shipping methods: folds the history and takes the catalogue.

public import EventSourcing
import Orders

/// Lists the shipping methods of a history.
public final class ListShippingMethodsInteractor: ListShippingMethodsBusinessLogic {
  private let source: any EntrySource
  private let presenter: any ListShippingMethodsPresentationLogic

  /// An interactor on a history.
  public init(source: any EntrySource, presenter: any ListShippingMethodsPresentationLogic) {
    self.source = source
    self.presenter = presenter
  }

  /// Lists the methods and hands them to the presenter.
  public func list(_ request: ListShippingMethods.Request) throws(Failure) {
    let (store, end) = try source.fold(at: request.at)
    presenter.present(
      ListShippingMethods.Response(
        methods: store.shippingMethods.all, tornTail: end.tornTail))
  }
}

extension StoreProjection {
  /// The shipping methods; those of a new store if none was ever added or retired.
  var shippingMethods: ShippingMethods {
    let stream = StreamName(category: Catalogue.category, id: nil)
    return stream.flatMap { catalogue.state(of: $0)?.state } ?? Catalogue.initial
  }
}
