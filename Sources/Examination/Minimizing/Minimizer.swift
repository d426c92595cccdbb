// Minimizes a history as long as it still shows something: first whole streams are removed, then
// commands, then their contents; then times are simplified. Doesn't know what is searched for.

package enum Showing: Sendable {
  case shows
  case doesNot
  /// Inconclusive; treated as if it didn't.
  case unclear
}

package enum MinimizingStage: String, CaseIterable, Sendable {
  case streams
  case commands
  /// Fields and elements of lists are removed, numbers and texts become smaller.
  case fields
  /// Times become those of the command before, or round.
  case times
}

/// The way in which the search for a smaller history ended.
package enum MinimizingEnd: Sendable {
  case complete
  case outOfRuns
  case interrupted
}

package struct MinimizingProgress: Sendable {
  package let stage: MinimizingStage
  package let commands: Int
  package let runs: Int

  package func adding(runs earlier: Int) -> MinimizingProgress {
    MinimizingProgress(stage: stage, commands: commands, runs: runs + earlier)
  }
}

package struct MinimizingLimits {
  /// The largest number of histories that are tried; any number if nil.
  package var maximumRuns: Int?
  package var stages = MinimizingStage.allCases
  package var isInterrupted: () -> Bool = { false }
  /// Told before each history that is tried.
  package var report: (MinimizingProgress) -> Void = { _ in }

  package init() {}
}

package final class Minimizer<D: InspectableDecider> {
  package private(set) var history: RecordedHistory<D>
  package private(set) var runs = 0
  package private(set) var end = MinimizingEnd.complete
  package let origin: OutcomeOrigin
  private let limits: MinimizingLimits
  private let shows: (RecordedHistory<D>) -> Showing
  private var stage = MinimizingStage.streams

  /// - Parameters:
  ///   - history: Shows what is searched for; if it doesn't, it stays as it is.
  ///   - origin: The source of the outcomes of a changed history. If they are recorded, a command is
  ///     changed only where the rules that recorded it agree with the record, and it and later ones get their
  ///     outcomes where they agree.
  package init(
    _ history: RecordedHistory<D>, _ origin: OutcomeOrigin,
    within limits: MinimizingLimits = MinimizingLimits(),
    shows: @escaping (RecordedHistory<D>) -> Showing
  ) {
    self.history = history
    self.origin = origin
    self.limits = limits
    self.shows = shows
  }

  /// Searches until nothing more can be removed, and returns whether there was anything to search for:
  /// nothing is removed from a history that doesn't show it.
  package func minimize() -> Bool {
    guard keeps(history.commands) == true else { return false }
    leaveOutStreams()
    var size = 0
    repeat {
      size = history.size
      leaveOutCommands()
      for (stage, simplify) in simplifications where runs(stage) { simplify() }
      // A history that is smaller inside may need less around it.
    } while end == .complete && history.size < size
    return true
  }

  private func runs(_ stage: MinimizingStage) -> Bool {
    guard end == .complete, limits.stages.contains(stage) else { return false }
    self.stage = stage
    return true
  }

  /// Whether these commands still show it; if so, they are the smallest history so far. Nil if the
  /// search is to end.
  func keeps(_ commands: [RecordedCommand<D>]) -> Bool? {
    guard end == .complete else { return nil }
    if limits.isInterrupted() { end = .interrupted }
    if let maximum = limits.maximumRuns, runs >= maximum { end = .outOfRuns }
    guard end == .complete else { return nil }
    limits.report(MinimizingProgress(stage: stage, commands: history.commands.count, runs: runs))
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
    mergeCommands()
  }
}

extension RecordedHistory {
  /// A measure that falls with every field and command that goes.
  fileprivate var size: Int {
    commands.reduce(0) { $0 + $1.line.count + 1 }
  }
}
