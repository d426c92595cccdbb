// Finds the stream that shows what is looked for while reading, so that no more than that stream is
// kept in memory, and then makes it smaller. Only a program may need everything.

import HistoryScenes
import EventSourcing
import JSONLines
import Orders
import Replay

/// Says whether a history shows what is looked for.
package protocol HistoryProbe: AnyObject {
  /// Whether these lines show it.
  func ask(_ lines: [String]) throws(Failure) -> Showing
}

package final class MinimizeHistoryInteractor {
  let source: any EntrySource
  private let presenter: any PresentationLogic<MinimizeHistory.Response>
  private let output: any HistoryLineOutput
  private let test: (any HistoryLineOutput)?
  let probe: (any HistoryProbe)?
  private let limits: MinimizingLimits

  /// - Parameters:
  ///   - source: The history.
  ///   - presenter: Takes how far it came.
  ///   - output: Takes the history that is left.
  ///   - test: Takes the source of a test, if one is requested.
  ///   - probe: The program that tests histories, if there is one.
  ///   - limits: When to stop, and how to report progress.
  package init(
    source: any EntrySource, presenter: any PresentationLogic<MinimizeHistory.Response>,
    output: any HistoryLineOutput, test: (any HistoryLineOutput)? = nil,
    probe: (any HistoryProbe)? = nil, limits: MinimizingLimits = MinimizingLimits()
  ) {
    self.source = source
    self.presenter = presenter
    self.output = output
    self.test = test
    self.probe = probe
    self.limits = limits
  }

  /// Writes the smallest history that was found, and hands what is in it to the presenter.
  ///
  /// - Throws: `nothing-to-minimize` if not even the whole history shows it.
  package func minimize(_ request: MinimizeHistory.Request) throws(Failure) -> MinimizingEnd {
    var limits = limits
    limits.maximumRuns = request.maximumRuns
    let found: MinimizedHistory
    switch request.aim {
    case .condition(let text, let ever): found = try minimize(when: text, ever: ever, limits)
    case .divergence: found = try minimizeDivergence(limits)
    case .program: found = try minimizeForProgram(limits)
    }
    for line in found.lines { try output.write(line) }
    if let test, let (name, file) = request.test {
      for line in WrittenTest(name: name, file: file, found).lines { try test.write(line) }
    }
    presenter.present(found.response)
    return found.response.end
  }

  private func minimize(when text: String, ever: Bool, _ limits: MinimizingLimits) throws(Failure)
    -> MinimizedHistory
  {
    let condition = try Failure.ofCondition { () throws(ConditionError) in
      try Condition(text, of: Orders.schema)
    }
    var search = ConditionSearch<Orders>(condition, ever: ever)
    let read = try Failure.of { () throws(LogError) in
      try source.readCommands(of: Orders.self) { command in
        search.take(command)
        return !search.isDone
      }
    }
    guard let stream = search.witness else {
      throw .nothingToMinimize(
        "Decided again by today's rules, '\(text)' holds for no order"
          + (ever ? "." : " at the end."),
        ever
          ? "`cleanstore find` shows where it held as recorded."
          : "With --ever, it is enough if it holds after any entry.")
    }
    let history = try Failure.of { () throws(LogError) in
      try RecordedHistory<Orders>(source, of: stream, through: read.seq)
    }
    let minimizer = Minimizer(history, .rules, within: limits) {
      $0.fulfils(condition, ever: ever) ? .shows : .doesNot
    }
    _ = minimizer.minimize()
    return MinimizedHistory(
      minimizer, of: read.total, shown: .condition(text, ever: ever, stream: String(stream)),
      tornTail: read.tornTail)
  }

  private func minimizeDivergence(_ limits: MinimizingLimits) throws(Failure) -> MinimizedHistory {
    var found: Divergence?
    var replay = HistoryReplay(of: History(source, of: .orders), ReplayOptions()) { found = $0 }
    _ = try Failure.of { () throws(LogError) in try source.project(into: &replay, level: .full) }
    guard let divergence = found else {
      throw .nothingToMinimize(
        "Today's rules decide every command as recorded.",
        "Minimize for a condition with --when, or with a program of your own with --run.")
    }
    if divergence.stream.hasPrefix(Orders.category + "/") {
      return try minimize(divergence, in: Orders.self, limits)
    }
    return try minimize(divergence, in: Catalogue.self, limits)
  }

  private func minimize<D: InspectableDecider>(
    _ divergence: Divergence, in domain: D.Type, _ limits: MinimizingLimits
  ) throws(Failure) -> MinimizedHistory {
    let source = source
    let (history, all) = try Failure.of { () throws(LogError) in
      (
        try RecordedHistory<D>(source, of: Text(divergence.stream), through: divergence.seq),
        try source.readCommands(of: D.self) { _ in true }
      )
    }
    let minimizer = Minimizer(history, .record, within: limits) { candidate in
      candidate.firstDivergence()?.isSame(as: divergence) == true ? .shows : .doesNot
    }
    _ = minimizer.minimize()
    return MinimizedHistory(
      minimizer, of: all.total, shown: .divergence(divergence), tornTail: all.tornTail)
  }
}

extension Failure {
  static func nothingToMinimize(_ message: String, _ hint: String) -> Failure {
    Failure(.negative, code: "nothing-to-minimize", message, hint: hint)
  }
}

extension Divergence {
  /// Whether it is the same divergence: at the same entry, of the same kind, and at the same field.
  fileprivate func isSame(as other: Divergence) -> Bool {
    seq == other.seq && command == other.command && difference.kind == other.difference.kind
      && difference.field == other.difference.field
  }
}

extension EntrySource {
  /// Reads commands of one domain until enough have been read.
  fileprivate func readCommands<D>(
    of domain: D.Type, _ take: (RecordedCommand<D>) -> Bool
  ) throws(LogError) -> (seq: Int, total: Int, tornTail: TornTail?) {
    var reader = try EntryReader(self)
    var body = DomainBody<D>(readsCommands: true)
    var total = 0
    var last: Int?
    while let entry = try reader.next(into: &body) {
      total += 1
      guard last == nil, let command = RecordedCommand(entry, body) else { continue }
      if !take(command) { last = entry.seq }
    }
    return (last ?? .max, total, reader.tornTail)
  }
}
