// The messages of the scene that imports recorded commands.

public import EventSourcing

/// Puts commands from a file through the rules and records what comes of them.
public enum ImportCommands {
  /// What to import, and how.
  public struct Request: Sendable {
    /// The import's name, by which it can be resumed.
    public var name: String
    /// Whether to go on behind the last line of this import that is in the log.
    public var resumes = false
    /// When commands count as done.
    public var durability = Durability.batch
    /// Whether the engine's store forgets everything, so that the answer can say so.
    public var isDryRun = false

    /// An import of this name, from its beginning.
    public init(name: String) { self.name = name }
  }

  /// What came of the lines.
  public struct Response: Equatable, Sendable {
    /// How many lines were read, the skipped ones included.
    public internal(set) var lines = 0
    /// How many were left out because an earlier run had imported them.
    public internal(set) var skipped = 0
    /// How many the rules accepted.
    public internal(set) var accepted = 0
    /// How many they refused, by code.
    public internal(set) var refused: [String: Int] = [:]
    /// How many changed nothing.
    public internal(set) var unchanged = 0
    /// How many had been executed before, under the same id.
    public internal(set) var repeated = 0
    /// Those that were not put to the rules, because of a revision or a reused id.
    public internal(set) var conflicts: [Conflict] = []
    /// Whether nothing was recorded because nothing was to be.
    public internal(set) var isDryRun = false
  }

  /// A line that was not put to the rules.
  public struct Conflict: Equatable, Sendable {
    /// The number of the line.
    public let line: Int
    /// `revision-conflict` or `command-id-reused`.
    public let code: String
    /// What happened, in a sentence.
    public let message: String
  }

  /// What came of the lines, as text.
  public struct ViewModel: Equatable, Sendable {
    /// The counts, line by line.
    public let lines: [String]
    /// The conflicts, one a line.
    public let conflicts: [String]
  }
}

/// Imports.
public protocol ImportCommandsBusinessLogic {
  /// Executes the lines one after another and hands the counts to the presenter.
  ///
  /// - Throws: `Failure` for a line that isn't as it must be, a failing store, or an interruption.
  ///   What was executed before is kept and was presented.
  func importCommands(_ request: ImportCommands.Request) throws(Failure)
}

/// Puts the counts of an import into words.
public protocol ImportCommandsPresentationLogic: AnyObject {
  /// Says how far the import is; called often.
  func present(progress lines: Int)
  /// Presents what came of the lines.
  func present(_ response: ImportCommands.Response)
}

/// Shows the counts of an import.
public protocol ImportCommandsDisplayLogic: ProgressDisplayLogic {
  /// Shows what came of the lines.
  func display(_ viewModel: ImportCommands.ViewModel)
}

/// Shows how far a long piece of work is.
public protocol ProgressDisplayLogic: AnyObject {
  /// Shows how far it is; the text is only made if it is shown.
  func display(progress text: @autoclosure () -> String)
}
