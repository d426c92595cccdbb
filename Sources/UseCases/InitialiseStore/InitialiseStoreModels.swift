// The messages of the scene that makes a store.

/// Makes an empty store.
public enum InitialiseStore {
  /// Where, as it was typed.
  public struct Request: Sendable {
    /// The path of the store.
    public var path: String

    /// A store at this path.
    public init(path: String) { self.path = path }
  }

  /// The store that was made.
  public struct Response: Equatable, Sendable {
    /// Its path.
    public let path: String
    /// Its id: 32 hex digits.
    public let id: String
  }

  /// The store that was made, as text.
  public struct ViewModel: Equatable, Sendable {
    /// What was done, in a sentence.
    public let sentence: String
  }
}

/// Makes stores.
public protocol InitialiseStoreBusinessLogic {
  /// Makes a store and hands what came of it to the presenter.
  func initialise(_ request: InitialiseStore.Request) throws(Failure)
}

/// Puts a new store into words.
public protocol InitialiseStorePresentationLogic: AnyObject {
  /// Presents what was done.
  func present(_ response: InitialiseStore.Response)
}

/// Shows a new store.
public protocol InitialiseStoreDisplayLogic: AnyObject {
  /// Shows what was done.
  func display(_ viewModel: InitialiseStore.ViewModel)
}
