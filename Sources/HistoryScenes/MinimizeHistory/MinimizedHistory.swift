// The result of a search: the commands of all domains together, and what is reported about them.

import EventSourcing
import JSONLines
import Replay

/// The commands of several domains.
struct MixedHistory {
  /// Those of each domain.
  var parts: [any RecordedPart]

  init(_ parts: [any RecordedPart]) { self.parts = parts }

  var count: Int { parts.reduce(0) { $0 + $1.count } }

  /// A line, and what is in it.
  struct Line {
    let line: String
    let item: MinimizeHistory.Item
  }

  /// The history as it is written: in the order of its entries' numbers, and numbered from 1.
  func written(_ origin: OutcomeOrigin = .record) -> [Line] {
    var writer = HistoryWriter()
    return parts.flatMap { $0.entries(origin) }.sorted { $0.seq < $1.seq }
      .compactMap { $0.write(&writer) }
  }
}

/// The commands of one of several domains.
protocol RecordedPart {
  var count: Int { get }
  /// What writes the entry of each command, or nothing if it wouldn't be recorded; to be called in
  /// this order.
  func entries(_ origin: OutcomeOrigin)
    -> [(seq: Int, write: (inout HistoryWriter) -> MixedHistory.Line?)]
  /// As few and simple commands as still show something.
  func minimized(
    within limits: MinimizingLimits, shows: @escaping (any RecordedPart) -> Showing
  ) -> (part: any RecordedPart, end: MinimizingEnd, isShown: Bool)
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
    -> [(seq: Int, write: (inout HistoryWriter) -> MixedHistory.Line?)]
  {
    var playback = Playback<D>(origin)
    return commands.map { command in
      (
        command.seq,
        { writer in
          writer.renumbered(command, in: &playback).map { MixedHistory.Line(command, $0) }
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

extension MixedHistory.Line {
  fileprivate init<D>(_ command: RecordedCommand<D>, _ line: String) {
    let rejected = (try? JSONValue(parsing: line))?["rejected"]?["code"]?.string
    self.init(
      line: line,
      item: MinimizeHistory.Item(
        seq: command.seq, stream: String(command.stream), command: "\(D.type(of: command.command))",
        rejected: rejected))
  }
}

struct MinimizedHistory {
  let lines: [String]
  let response: MinimizeHistory.Response
  /// The domain that shows it.
  let domain: any HistoryDomain.Type

  init<D: HistoryDomain>(
    _ minimizer: Minimizer<D>, of total: Int, shown: MinimizeHistory.Shown, tornTail: TornTail?
  ) {
    self.init(
      MixedHistory([minimizer.history]).written(minimizer.origin), of: total, minimizer.runs,
      minimizer.end, shown, tornTail: tornTail, in: D.self)
  }

  init(
    _ lines: [MixedHistory.Line], of total: Int, _ runs: Int, _ end: MinimizingEnd,
    _ shown: MinimizeHistory.Shown, tornTail: TornTail? = nil, in domain: any HistoryDomain.Type
  ) {
    self.lines = lines.map(\.line)
    response = MinimizeHistory.Response(
      shown: shown, total: total, items: lines.map(\.item), runs: runs, end: end,
      tornTail: tornTail)
    self.domain = domain
  }
}
