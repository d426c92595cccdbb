// Searches for the smallest history in which a program still sees something.

import HistoryScenes
import EventSourcing
import Orders
import Replay

extension MinimizeHistoryInteractor {
  /// Runs a program. It depends on the streams of both domains, so both are minimized in turn, the
  /// catalogue first: usually none of it is needed.
  func minimizeForProgram(_ limits: MinimizingLimits) throws(Failure) -> MinimizedHistory {
    guard let probe else {
      throw .nothingToMinimize("There is no program.", "Pass one with --run.")
    }
    let source = source
    let (orders, catalogue) = try Failure.of { () throws(LogError) in
      (try RecordedHistory<Orders>(source), try RecordedHistory<Catalogue>(source))
    }
    let run = ProgramRun(probe, limits)
    let first = Minimizer(catalogue, .record, within: run.limits(after: 0)) {
      run.ask(MixedHistory(orders: orders, catalogue: $0))
    }
    guard first.minimize() || run.failure != nil else {
      throw .nothingToMinimize(
        "The program doesn't exit with 0 for the whole history.",
        "Exit code 0 means that a history still shows the bug, and 125 that the program can't "
          + "tell.")
    }
    if let failure = run.failure { throw failure }
    var rest = run.limits(after: first.runs)
    // Times must not decrease from one category to the other.
    if !first.history.commands.isEmpty { rest.stages = [.streams, .commands, .fields] }
    let second = Minimizer(orders, .record, within: rest) {
      run.ask(MixedHistory(orders: $0, catalogue: first.history))
    }
    if first.end == .complete { _ = second.minimize() }
    if let failure = run.failure { throw failure }
    return MinimizedHistory(
      MixedHistory(orders: second.history, catalogue: first.history),
      of: orders.commands.count + catalogue.commands.count, runs: first.runs + second.runs,
      end: first.end == .complete ? second.end : first.end)
  }
}

/// Asks a program about histories until it fails.
private final class ProgramRun {
  private let probe: any HistoryProbe
  private let limits: MinimizingLimits
  private(set) var failure: Failure?

  init(_ probe: any HistoryProbe, _ limits: MinimizingLimits) {
    self.probe = probe
    self.limits = limits
  }

  func ask(_ history: MixedHistory) -> Showing {
    do throws(Failure) {
      return try probe.ask(history.written().map(\.line))
    } catch {
      failure = error
      return .unclear
    }
  }

  /// The limits after this many runs.
  func limits(after runs: Int) -> MinimizingLimits {
    var rest = limits
    rest.maximumRuns = limits.maximumRuns.map { max(0, $0 - runs) }
    rest.isInterrupted = { self.failure != nil || self.limits.isInterrupted() }
    return rest
  }
}
