// The messages of the scene that checks invariants over a whole history.

public import EventSourcing
public import Replay

/// Checks what must be true after every entry.
public enum CheckInvariants {
  /// A file of invariants, one `NAME=CONDITION` a line.
  public struct File: Sendable {
    /// Its name, for errors.
    public let name: String
    /// Its lines.
    public let lines: [String]

    /// A file.
    public init(name: String, lines: [String]) {
      self.name = name
      self.lines = lines
    }
  }

  /// What to check besides the invariants of the house.
  public struct Request: Sendable {
    /// Further invariants, as typed: `NAME=CONDITION`.
    public var invariants: [String]
    /// Files of further invariants.
    public var files: [File]
    /// The moment up to which to check; the end if nil.
    public var at: String?

    /// These and the invariants of the house.
    public init(invariants: [String] = [], files: [File] = [], at: String? = nil) {
      self.invariants = invariants
      self.files = files
      self.at = at
    }
  }

  /// What became of one invariant.
  public struct Finding: Sendable {
    /// Its name.
    public let name: String
    /// What must hold: a condition, or a sentence.
    public let rule: String
    /// How it was broken; nil if it holds.
    public let breach: Breach?
  }

  /// What was found.
  public struct Response: Sendable {
    /// How many entries were looked at.
    public let entries: Int
    /// All invariants, in order.
    public let findings: [Finding]
    /// What a crash left behind the last entry.
    public let tornTail: TornTail?

    /// Whether all hold.
    public var isGood: Bool { findings.allSatisfy { $0.breach == nil } }
  }

  /// What was found, as text.
  public struct ViewModel: Equatable, Sendable {
    /// One invariant.
    public struct Line: Equatable, Sendable {
      /// Its name.
      public let name: String
      /// Whether it holds, and if not, for how many orders.
      public let verdict: String
      /// Whether it holds.
      public let holds: Bool
      /// What shows that it doesn't.
      public let details: [String]
    }
    /// The invariants.
    public let lines: [Line]
    /// How many of them hold.
    public let summary: String
    /// A warning, if there is one.
    public let warning: String?
  }
}

/// Checks invariants.
public protocol CheckInvariantsBusinessLogic {
  /// Looks at every entry and hands what was found to the presenter.
  ///
  /// - Returns: Whether all invariants hold.
  func check(_ request: CheckInvariants.Request) throws(Failure) -> Bool
}

/// Puts what was found into words.
public protocol CheckInvariantsPresentationLogic: AnyObject {
  /// Presents what was found.
  func present(_ response: CheckInvariants.Response)
}

/// Shows what was found.
public protocol CheckInvariantsDisplayLogic: AnyObject {
  /// Shows what was found.
  func display(_ viewModel: CheckInvariants.ViewModel)
}
