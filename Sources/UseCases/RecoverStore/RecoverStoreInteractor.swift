// Mends a damaged store. What is damaged, and where it is put, the store's files know best.

import EventSourcing

/// Mends stores.
public final class RecoverStoreInteractor: RecoverStoreBusinessLogic {
  private let files: any StoreFiles
  private let presenter: any RecoverStorePresentationLogic

  /// An interactor on these files.
  public init(files: any StoreFiles, presenter: any RecoverStorePresentationLogic) {
    self.files = files
    self.presenter = presenter
  }

  /// Mends a store and hands what came of it to the presenter.
  public func recover(_ request: RecoverStore.Request) throws(Failure) {
    let response = try Failure.of { () throws(LogError) in
      try files.recoverStore(
        at: request.path, lockTimeoutMilliseconds: request.lockTimeoutMilliseconds)
    }
    presenter.present(response)
  }
}
