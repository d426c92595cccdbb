// Minimizes a history as long as it still shows something: first whole streams are removed, then
// commands, then their contents; then times are simplified. Doesn't know what is searched for.

import EventSourcing
import JSONLines

/// Whether a history shows what is looked for.
public enum Showing: Sendable {
  /// It does.
  case shows
  /// It doesn't.
  case doesNot
  /// Inconclusive; treated as if it didn't.
  case unclear
}

/// The stages of minimizing, in order.
public enum MinimizingStage: String, CaseIterable, Sendable {
  /// Whole streams are removed.
  case streams
  /// Commands are removed.
  case commands
  /// Fields and elements of lists are removed, numbers and texts become smaller.
  case fields
  /// Times become those of the command before, or round.
  case times
}

/// How the search for a smaller history ended.
public enum MinimizingEnd: Sendable {
  /// Nothing more can be removed.
  case complete
  /// As many histories were tried as may be.
  case outOfRuns
  /// The search was interrupted.
  case interrupted
}

/// How far a search is.
public struct MinimizingProgress: Sendable {
  /// The stages to run.
  public let stage: MinimizingStage
  /// How many commands are left.
  public let commands: Int
  /// How many histories were tried.
  public let runs: Int
}

/// The limits of a search, and how it reports progress.
public struct MinimizingLimits {
  /// How many histories are tried at most; any number if nil.
  public var maximumRuns: Int?
  /// The stages to run.
  public var stages = MinimizingStage.allCases
  /// Whether the search is to stop.
  public var isInterrupted: () -> Bool = { false }
  /// Told before each history that is tried.
  public var report: (MinimizingProgress) -> Void = { _ in }

  /// No limits.
  public init() {}
}

/// Searches for the smallest history that still shows something.
public final class Minimizer<D: InspectableDecider> {
  /// The smallest history so far that shows it.
  public private(set) var history: RecordedHistory<D>
  /// How many histories were tried.
  public private(set) var runs = 0
  /// How the search ended.
  public private(set) var end = MinimizingEnd.complete
  /// Where outcomes are from when a command is changed.
  package let origin: OutcomeOrigin
  private let limits: MinimizingLimits
  private let shows: (RecordedHistory<D>) -> Showing
  private var stage = MinimizingStage.streams

  /// A search that has tried nothing yet.
  ///
  /// - Parameters:
  ///   - history: Shows what is searched for; if it doesn't, it stays as it is.
  ///   - origin: Where the outcomes of a changed history are from. If they are recorded, a command
  ///     is changed only where today's rules agree with the record, and it and later ones get
  ///     today's outcomes where they agree.
  ///   - limits: When to stop, and how to report progress.
  ///   - shows: Whether a history shows it.
  public init(
    _ history: RecordedHistory<D>, _ origin: OutcomeOrigin,
    within limits: MinimizingLimits = MinimizingLimits(),
    shows: @escaping (RecordedHistory<D>) -> Showing
  ) {
    self.history = history
    self.origin = origin
    self.limits = limits
    self.shows = shows
  }

  /// Searches until nothing more can be removed.
  ///
  /// - Returns: Whether there was anything to search for: nothing is removed from a history that
  ///   doesn't show it.
  public func minimize() -> Bool {
    guard keeps(history.commands) == true else { return false }
    leaveOutStreams()
    var size = 0
    repeat {
      size = history.size
      leaveOutCommands()
      for (stage, simplify) in simplifications where runs(stage) { simplify() }
      // What is smaller inside may need less around it.
    } while end == .complete && history.size < size
    return true
  }

  private func runs(_ stage: MinimizingStage) -> Bool {
    guard limits.stages.contains(stage) else { return false }
    self.stage = stage
    return true
  }

  /// Whether these commands still show it; if so, they are the smallest history so far.
  ///
  /// - Returns: nil if the search is to end.
  func keeps(_ commands: [RecordedCommand<D>]) -> Bool? {
    guard end == .complete else { return nil }
    if limits.isInterrupted() { end = .interrupted }
    if let maximum = limits.maximumRuns, runs >= maximum { end = .outOfRuns }
    guard end == .complete else { return nil }
    limits.report(
      MinimizingProgress(stage: stage, commands: history.commands.count, runs: runs))
    runs += 1
    let candidate = RecordedHistory(commands)
    guard shows(candidate) == .shows else { return false }
    history = candidate
    return true
  }

  private func leaveOutStreams() {
    guard runs(.streams) else { return }
    var table = StreamTable()
    let commands = history.commands
    let numbers = commands.map { table.insert($0.stream.bytes) }
    _ = minimized(Array(0..<table.count)) { kept in
      var isKept = [Bool](repeating: false, count: table.count)
      for number in kept { isKept[number] = true }
      return keeps(zip(commands, numbers).filter { isKept[$1] }.map(\.0))
    }
  }

  private func leaveOutCommands() {
    guard runs(.commands) else { return }
    _ = minimized(history.commands) { keeps($0) }
  }
}

extension RecordedHistory {
  /// A measure that falls with every field and command that goes.
  fileprivate var size: Int {
    commands.reduce(0) { $0 + $1.line.count + 1 }
  }
}
