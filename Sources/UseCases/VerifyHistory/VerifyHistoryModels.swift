// The messages of the scene that verifies a history.

public import EventSourcing

/// Reads every byte of a history and says whether it is as it was written.
public enum VerifyHistory {
  /// Everything is verified, always.
  public struct Request: Sendable {
    /// Everything.
    public init() {}
  }

  /// What was found.
  public struct Response: Sendable {
    /// How many entries are good, up to the first that isn't.
    public let entries: Int
    /// How many bytes they have.
    public let bytes: Int
    /// The first thing that is wrong, if anything is.
    public let defect: Defect?
    /// The paths of files that lie among those of the log and aren't read.
    public let strangers: [String]

    /// Whether all is good.
    public var isGood: Bool { defect == nil }
  }

  /// The first thing that is wrong.
  public struct Defect: Equatable, Sendable {
    /// Where.
    public let place: Place
    /// The number of the entry that stands there or should.
    public let seq: Int
    /// What is wrong, in a sentence.
    public let what: String
    /// What to do about it.
    public let hint: String?
  }

  /// What was found, as text.
  public struct ViewModel: Equatable, Sendable {
    /// Whether all is good.
    public let isGood: Bool
    /// The answer, line by line.
    public let lines: [String]
  }
}

/// Verifies.
public protocol VerifyHistoryBusinessLogic {
  /// Reads everything and hands what was found to the presenter.
  ///
  /// - Returns: Whether all is good.
  func verify(_ request: VerifyHistory.Request) throws(Failure) -> Bool
}

/// Puts what was found into words.
public protocol VerifyHistoryPresentationLogic: AnyObject {
  /// Presents what was found.
  func present(_ response: VerifyHistory.Response)
}

/// Shows what was found.
public protocol VerifyHistoryDisplayLogic: AnyObject {
  /// Shows what was found.
  func display(_ viewModel: VerifyHistory.ViewModel)
}
