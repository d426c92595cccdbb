// Computes an alternative history in memory. It has only a source, so the record doesn't change.

/// Changes commands of a history, decides again what comes after, and reports the differences.
/// Nothing is recorded.
package enum WhatIf: Interaction {
  package struct Request: Sendable {
    /// Numbers of entries whose commands are left out.
    package var skipped: [String] = []
    /// Numbers of entries with the commands in their place: `7={"type":"cancel-order"}`.
    package var replaced: [String] = []
    /// Numbers of entries with the commands before them.
    package var inserted: [String] = []
    /// Numbers of entries with the times of their commands instead: `7=2026-01-31T12:00Z`.
    package var timed: [String] = []
    /// Whether commands are decided whatever revision they expect.
    package var ignoresExpect = false

    package init() {}
  }

  package static func handle(
    _ request: Request, in context: (history: History, output: (any HistoryLineOutput)?),
    _ presenter: any Presenter<HistoryDifferences.Response>
  ) throws(Failure) -> Bool {
    let history = context.history
    var reader = try AlterationReader(request, of: history.domains, history.times)
    var alternative = HistoryAlternative(
      try reader.read(history.source), in: history, ignoresExpect: request.ignoresExpect,
      DifferenceCount(history.domains, presenter), context.output)
    let end = try Failure.of(history.source.project(into: &alternative))
    return try alternative.finish(end)
  }
}
