// Searches for the smallest history in which a program still sees something.

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
    let parts = try Failure.of(
      domains.all.map { (domain) throws(LogError) in try domain.recorded(in: source) })
    let search = ProgramSearch(probe, parts, limits)
    // Times must not decrease from one domain to another: they are simplified when one is left.
    let withoutTimes = MinimizingStage.allCases.filter { $0 != .times }
    var whoseTimes: Int?
    for index in parts.indices.reversed() {
      whoseTimes = search.isAlone(index) ? index : whoseTimes
      try search.minimize(index, whoseTimes == index ? MinimizingStage.allCases : withoutTimes)
    }
    if let last = parts.indices.first(where: search.isAlone), last != whoseTimes {
      try search.minimize(last, [.times])
    }
    guard search.parts.contains(where: { $0.count > 0 }) else {
      throw .nothingToMinimize(
        "The program exits with 0 for an empty history, too, so it doesn't test for the bug.",
        "It must exit with 0 only where a history shows the bug. Nothing was written.")
    }
    return MinimizeHistory.Response(
      shown: .program, domain: domains.main, total: parts.reduce(0) { $0 + $1.count },
      items: MinimizeHistory.entries(of: search.parts), runs: search.runs, end: search.end,
      tornTail: nil)
  }
}

/// Minimizes one domain's part of a history after another, as long as a program sees something.
private final class ProgramSearch {
  private let probe: any HistoryProbe
  private let limits: MinimizingLimits
  private(set) var parts: [any RecordedPart]
  /// The number of histories that the program was asked about.
  private(set) var runs = 0
  private(set) var end = MinimizingEnd.complete
  private var failure: Failure?

  init(_ probe: any HistoryProbe, _ parts: [any RecordedPart], _ limits: MinimizingLimits) {
    self.probe = probe
    self.parts = parts
    self.limits = limits
  }

  /// Whether no other part has commands.
  func isAlone(_ index: Int) -> Bool {
    parts.indices.allSatisfy { ($0 == index) == (parts[$0].count > 0) }
  }

  func minimize(_ index: Int, _ stages: [MinimizingStage]) throws(Failure) {
    guard end == .complete else { return }
    let isFirst = runs == 0
    var rest = limits
    rest.stages = stages
    rest.maximumRuns = limits.maximumRuns.map { max(0, $0 - runs) }
    rest.isInterrupted = { self.failure != nil || self.limits.isInterrupted() }
    let found = parts[index].minimized(within: rest) { [parts] part in
      var candidate = parts
      candidate[index] = part
      return self.ask(candidate)
    }
    if let failure { throw failure }
    guard found.isShown || !isFirst else {
      throw .nothingToMinimize(
        "The program doesn't exit with 0 for the whole history.",
        "Exit code 0 means that a history still shows the bug, and 125 that the program can't "
          + "tell.")
    }
    parts[index] = found.part
    end = found.end
  }

  private func ask(_ parts: [any RecordedPart]) -> Showing {
    runs += 1
    do throws(Failure) {
      return try probe.ask(MinimizeHistory.entries(of: parts).map(\.line))
    } catch {
      failure = error
      return .unclear
    }
  }
}
