// Chooses the one of several streams that shows the same with the fewest commands.

/// Minimizes the histories of single streams, and keeps the smallest.
struct SmallestHistory<D: HistoryDomain> {
  /// The largest number of streams that are tried, and of commands that they may have together.
  static var bounds: (streams: Int, commands: Int) {
    (MinimizeHistory.mostStreams, 100_000)
  }
  /// The number of them that are simplified after commands were removed: those with the fewest left.
  static var mostSimplified: Int { 16 }

  /// The number of histories that were tried.
  private(set) var runs = 0
  private(set) var end = MinimizingEnd.complete
  private let origin: OutcomeOrigin
  private let limits: MinimizingLimits
  private let shows: (RecordedHistory<D>) -> Showing

  init(
    _ origin: OutcomeOrigin, within limits: MinimizingLimits,
    shows: @escaping (RecordedHistory<D>) -> Showing
  ) {
    self.origin = origin
    self.limits = limits
    self.shows = shows
  }

  /// The streams that are tried: the first ones within the bounds, and at least one. Of streams that turn out
  /// equal, the one that showed it first is kept.
  static func candidates(among all: [ConditionSearch<D>.Witness]) -> [ConditionSearch<D>.Witness] {
    var commands = 0
    let fitting = all.prefix(bounds.streams).prefix { witness in
      commands += witness.count
      return commands <= bounds.commands
    }
    return (fitting.isEmpty ? all.prefix(1) : fitting).enumerated()
      .sorted { ($0.element.seq, $0.offset) < ($1.element.seq, $1.offset) }.map(\.element)
  }

  private typealias Candidate = (place: Int, history: RecordedHistory<D>)

  /// The smallest history that still shows it, if these do. They aren't empty.
  mutating func search(_ histories: [RecordedHistory<D>]) -> RecordedHistory<D> {
    var best = histories.enumerated().map { Candidate(place: $0.offset, history: $0.element) }
    // A single one needn't be compared.
    if best.count > 1 {
      var stages = limits
      stages.stages = [.commands]
      best = smallestFirst(best, within: stages)
    }
    return smallestFirst(best.prefix(Self.mostSimplified), within: limits)[0].history
  }

  /// Makes each history smaller until the search ends.
  private mutating func smallestFirst(
    _ candidates: some Sequence<Candidate>, within limits: MinimizingLimits
  ) -> [Candidate] {
    var smaller: [Candidate] = []
    for (place, history) in candidates {
      smaller.append((place, end == .complete ? minimized(history, within: limits) : history))
    }
    return smaller.sorted {
      ($0.history.commands.count, $0.place) < ($1.history.commands.count, $1.place)
    }
  }

  private mutating func minimized(_ history: RecordedHistory<D>, within limits: MinimizingLimits)
    -> RecordedHistory<D>
  {
    let earlier = runs
    var limits = limits
    limits.maximumRuns = limits.maximumRuns.map { $0 - earlier }
    let report = limits.report
    limits.report = { report($0.adding(runs: earlier)) }
    let minimizer = Minimizer(history, origin, within: limits, shows: shows)
    _ = minimizer.minimize()
    runs += minimizer.runs
    end = minimizer.end
    return minimizer.history
  }
}
