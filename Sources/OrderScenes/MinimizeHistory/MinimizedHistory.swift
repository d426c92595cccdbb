// The result of a search: orders and catalogue together, and what is reported about them.

import HistoryScenes
import EventSourcing
import JSONLines
import Orders
import Replay

/// Commands of both of the product's domains, in the order of their numbers.
struct MixedHistory {
  var orders = RecordedHistory<Orders>([])
  var catalogue = RecordedHistory<Catalogue>([])

  /// A line, and what is in it.
  struct Line {
    let line: String
    let item: MinimizeHistory.Item
  }

  /// The history as it is written: numbered from 1.
  func written(_ origin: OutcomeOrigin = .record) -> [Line] {
    var writer = HistoryWriter()
    var (orderStates, methods) = (Playback<Orders>(origin), Playback<Catalogue>(origin))
    var lines: [Line] = []
    var rest = catalogue.commands[...]
    func takeCatalogue(before seq: Int) {
      while let command = rest.first, command.seq < seq {
        rest.removeFirst()
        if let line = writer.renumbered(command, in: &methods) {
          lines.append(Line(command, line))
        }
      }
    }
    for command in orders.commands {
      takeCatalogue(before: command.seq)
      if let line = writer.renumbered(command, in: &orderStates) {
        lines.append(Line(command, line))
      }
    }
    takeCatalogue(before: .max)
    return lines
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

  init(_ history: MixedHistory, of total: Int, runs: Int, end: MinimizingEnd) {
    self.init(history.written(), of: total, runs, end, .program, tornTail: nil)
  }

  init<D>(
    _ minimizer: Minimizer<D>, of total: Int, shown: MinimizeHistory.Shown, tornTail: TornTail?
  ) {
    var history = MixedHistory()
    if let orders = minimizer.history as? RecordedHistory<Orders> { history.orders = orders }
    if let methods = minimizer.history as? RecordedHistory<Catalogue> {
      history.catalogue = methods
    }
    let origin: OutcomeOrigin = if case .condition = shown { .rules } else { .record }
    self.init(
      history.written(origin), of: total, minimizer.runs, minimizer.end, shown, tornTail: tornTail)
  }

  private init(
    _ lines: [MixedHistory.Line], of total: Int, _ runs: Int, _ end: MinimizingEnd,
    _ shown: MinimizeHistory.Shown, tornTail: TornTail?
  ) {
    self.lines = lines.map(\.line)
    response = MinimizeHistory.Response(
      shown: shown, total: total, items: lines.map(\.item), runs: runs, end: end,
      tornTail: tornTail)
  }
}
