// Searches for the smallest history in which a program still sees something.

import EventSourcing
import Replay

/// Says whether a history shows what is looked for.
package protocol HistoryProbe: AnyObject {
  /// Whether these lines show it.
  func ask(_ lines: [String]) throws(Failure) -> Showing
}

extension History {
  /// Runs a program. It depends on the streams of all domains, so all are minimized in turn, the main
  /// one last: usually nothing of the others is needed.
  func minimize(for probe: any HistoryProbe, _ limits: MinimizingLimits) throws(Failure)
    -> MinimizeHistory.Response
  {
    var parts = try Failure.of { () throws(LogError) in
      try domains.all.map { (domain) throws(LogError) in try domain.recorded(in: source) }
    }
    let total = parts.reduce(0) { $0 + $1.count }
    let run = ProgramRun(probe, limits)
    var end = MinimizingEnd.complete
    for index in parts.indices.reversed() where end == .complete {
      var limits = run.limits
      // Times must not decrease from one domain to another.
      if parts.indices.contains(where: { $0 != index && parts[$0].count > 0 }) {
        limits.stages = [.streams, .commands, .fields]
      }
      let isFirst = run.runs == 0
      let found = parts[index].minimized(within: limits) { [parts] part in
        var candidate = parts
        candidate[index] = part
        return run.ask(candidate)
      }
      if let failure = run.failure { throw failure }
      guard found.isShown || !isFirst else {
        throw .nothingToMinimize(
          "The program doesn't exit with 0 for the whole history.",
          "Exit code 0 means that a history still shows the bug, and 125 that the program can't "
            + "tell.")
      }
      parts[index] = found.part
      end = found.end
    }
    return MinimizeHistory.Response(
      shown: .program, domain: domains.main, total: total,
      items: MinimizeHistory.entries(of: parts), runs: run.runs, end: end, tornTail: nil)
  }
}

/// Asks a program about histories until it fails.
private final class ProgramRun {
  private let probe: any HistoryProbe
  private let allLimits: MinimizingLimits
  /// How many histories it was asked about.
  private(set) var runs = 0
  private(set) var failure: Failure?

  init(_ probe: any HistoryProbe, _ limits: MinimizingLimits) {
    self.probe = probe
    allLimits = limits
  }

  func ask(_ parts: [any RecordedPart]) -> Showing {
    runs += 1
    do throws(Failure) {
      return try probe.ask(MinimizeHistory.entries(of: parts).map(\.line))
    } catch {
      failure = error
      return .unclear
    }
  }

  /// The limits of what is left to do.
  var limits: MinimizingLimits {
    var rest = allLimits
    rest.maximumRuns = allLimits.maximumRuns.map { max(0, $0 - runs) }
    rest.isInterrupted = { self.failure != nil || self.allLimits.isInterrupted() }
    return rest
  }
}
