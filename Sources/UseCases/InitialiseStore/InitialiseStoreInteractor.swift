// Makes an empty store, with an id of its own.

public import EventSourcing

/// Makes stores.
public final class InitialiseStoreInteractor: InitialiseStoreBusinessLogic {
  private let files: any StoreFiles
  private let presenter: any InitialiseStorePresentationLogic
  private let clock: () -> Timestamp
  private let salts: () -> Salt

  /// An interactor on these files.
  ///
  /// - Parameters:
  ///   - files: Where the store is made.
  ///   - presenter: Takes what was made.
  ///   - clock: The time now.
  ///   - salts: Fresh random bits, which become the store's id.
  public init(
    files: any StoreFiles, presenter: any InitialiseStorePresentationLogic,
    clock: @escaping () -> Timestamp, salts: @escaping () -> Salt
  ) {
    self.files = files
    self.presenter = presenter
    self.clock = clock
    self.salts = salts
  }

  /// Makes a store and hands what came of it to the presenter.
  public func initialise(_ request: InitialiseStore.Request) throws(Failure) {
    let id = salts().hex
    try Failure.of { () throws(LogError) in
      try files.makeStore(at: request.path, id: id, created: clock())
    }
    presenter.present(InitialiseStore.Response(path: request.path, id: id))
  }
}
