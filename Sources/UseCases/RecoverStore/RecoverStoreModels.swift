// The messages of the scene that mends a damaged store.

public import EventSourcing

/// Makes a damaged store writable again, destroying nothing.
public enum RecoverStore {
  /// Which store, as it was typed.
  public struct Request: Sendable {
    /// The path of the store.
    public var path: String
    /// How long to wait for another writer, in milliseconds.
    public var lockTimeoutMilliseconds: Int

    /// The store at this path.
    public init(path: String, lockTimeoutMilliseconds: Int) {
      self.path = path
      self.lockTimeoutMilliseconds = lockTimeoutMilliseconds
    }
  }

  /// What was done.
  public struct Response: Equatable, Sendable {
    /// The last entry that is left; 0 if none is.
    public let keptThrough: Int
    /// What was wrong; nil if nothing was, and nothing was changed.
    public let damage: LogError?
    /// The bytes that were moved.
    public let bytesMoved: Int
    /// Where they are now, in the log's order; the report that lies with them comes last.
    public let files: [String]

    /// What was done.
    public init(keptThrough: Int, damage: LogError?, bytesMoved: Int, files: [String]) {
      self.keptThrough = keptThrough
      self.damage = damage
      self.bytesMoved = bytesMoved
      self.files = files
    }
  }

  /// What was done, as text.
  public struct ViewModel: Equatable, Sendable {
    /// What was wrong and where it is now, line by line.
    public let lines: [String]
  }
}

/// Mends stores.
public protocol RecoverStoreBusinessLogic {
  /// Mends a store and hands what came of it to the presenter.
  func recover(_ request: RecoverStore.Request) throws(Failure)
}

/// Puts a mended store into words.
public protocol RecoverStorePresentationLogic: AnyObject {
  /// Presents what was done.
  func present(_ response: RecoverStore.Response)
}

/// Shows a mended store.
public protocol RecoverStoreDisplayLogic: AnyObject {
  /// Shows what was done.
  func display(_ viewModel: RecoverStore.ViewModel)
}
