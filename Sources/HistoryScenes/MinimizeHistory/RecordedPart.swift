// The commands of one of several domains, which are minimized in turn and written as one history.

/// The commands of one domain.
protocol RecordedPart {
  var count: Int { get }
  /// Writers of the entry of each command, or of nothing if it wouldn't be recorded; to be called in
  /// this order.
  func entries(_ origin: OutcomeOrigin)
    -> [(seq: Int, write: (inout HistoryWriter) -> MinimizeHistory.Item?)]
  /// A history with as few and simple commands as still show something.
  func minimized(
    within limits: MinimizingLimits, shows: @escaping (any RecordedPart) -> Showing
  ) -> (part: any RecordedPart, end: MinimizingEnd, isShown: Bool)
}

extension MinimizeHistory {
  /// The history of some domains as it is written: in the order of its entries' numbers, and numbered
  /// from 1.
  static func entries(of parts: [any RecordedPart], _ origin: OutcomeOrigin = .record) -> [Item] {
    var writer = HistoryWriter()
    return parts.flatMap { $0.entries(origin) }.sorted { $0.seq < $1.seq }
      .compactMap { $0.write(&writer) }
  }
}

extension HistoryDomain {
  /// The domain's commands.
  static func recorded(in source: any EntrySource) throws(LogError) -> any RecordedPart {
    try RecordedHistory<Self>(source)
  }
}

extension RecordedHistory: RecordedPart {
  var count: Int { commands.count }

  func entries(_ origin: OutcomeOrigin)
    -> [(seq: Int, write: (inout HistoryWriter) -> MinimizeHistory.Item?)]
  {
    var playback = Playback<D>(origin)
    return commands.map { command in
      (
        command.seq,
        { writer in
          writer.renumbered(command, in: &playback).map {
            MinimizeHistory.Item(
              seq: command.seq, stream: String(command.stream),
              command: "\(D.type(of: command.command))", line: $0)
          }
        }
      )
    }
  }

  func minimized(
    within limits: MinimizingLimits, shows: @escaping (any RecordedPart) -> Showing
  ) -> (part: any RecordedPart, end: MinimizingEnd, isShown: Bool) {
    let minimizer = Minimizer(self, .record, within: limits, shows: shows)
    let isShown = minimizer.minimize()
    return (minimizer.history, minimizer.end, isShown)
  }
}
