// Finds the stream that shows what is looked for while reading, so that no more than that stream is
// kept in memory, and then makes it smaller. Only a program may need everything.

import EventSourcing
import JSONLines
import Replay

extension MinimizeHistory {
  /// Writes the smallest history that was found.
  ///
  /// - Throws: `nothing-to-minimize` if not even the whole history shows it.
  package static func respond(to request: Request, with context: Context) throws(Failure)
    -> Response
  {
    let (history, limits) = (context.history, context.limits)
    let found: Response
    switch request {
    case .condition(let text, let ever):
      found = try history.domains.main.minimize(history, when: text, ever: ever, limits)
    case .divergence:
      let divergence = try history.firstDivergence()
      found = try history.domains.domain(of: divergence.stream)
        .minimize(history, divergence, limits)
    case .program(let probe): found = try history.minimize(for: probe, limits)
    }
    for item in found.items { try context.output.write(item.line) }
    if let test = context.test {
      let source = WrittenTest(name: test.name, file: test.file, found)
      for line in source.lines { try test.output.write(line) }
    }
    return found
  }
}

extension HistoryDomain {
  fileprivate static func minimize(
    _ history: History, when text: String, ever: Bool, _ limits: MinimizingLimits
  ) throws(Failure) -> MinimizeHistory.Response {
    let condition = try Failure.ofCondition { () throws(ConditionError) in
      try Condition(text, of: schema)
    }
    let source = history.source
    var search = ConditionSearch<Self>(condition, ever: ever)
    let read = try Failure.of { () throws(LogError) in
      try source.readCommands(of: self) { command in
        search.take(command)
        return !search.isDone
      }
    }
    guard let stream = search.witness else {
      throw .nothingToMinimize(
        "Decided again by today's rules, '\(text)' holds for no \(words.noun)"
          + (ever ? "." : " at the end."),
        ever
          ? "`\(ToolName.current) find` shows where it held as recorded."
          : "With --ever, it is enough if it holds after any entry.")
    }
    let recorded = try Failure.of { () throws(LogError) in
      try RecordedHistory<Self>(source, of: stream, through: read.seq)
    }
    let minimizer = Minimizer(recorded, .rules, within: limits) {
      $0.fulfils(condition, ever: ever) ? .shows : .doesNot
    }
    _ = minimizer.minimize()
    let label = history.domains.label(of: String(stream))
    return MinimizeHistory.Response(
      minimizer, .condition(text, ever: ever, stream: label), of: read.total, read.tornTail)
  }

  fileprivate static func minimize(
    _ history: History, _ divergence: Divergence, _ limits: MinimizingLimits
  ) throws(Failure) -> MinimizeHistory.Response {
    let source = history.source
    let (recorded, all) = try Failure.of { () throws(LogError) in
      (
        try RecordedHistory<Self>(source, of: Text(divergence.stream), through: divergence.seq),
        try source.readCommands(of: self) { _ in true }
      )
    }
    let minimizer = Minimizer(recorded, .record, within: limits) { candidate in
      candidate.firstDivergence()?.isSame(as: divergence) == true ? .shows : .doesNot
    }
    _ = minimizer.minimize()
    return MinimizeHistory.Response(
      minimizer, .divergence(divergence), of: all.total, all.tornTail)
  }
}

extension MinimizeHistory.Response {
  fileprivate init<D: HistoryDomain>(
    _ minimizer: Minimizer<D>, _ shown: MinimizeHistory.Shown, of total: Int, _ tail: TornTail?
  ) {
    let items = MinimizeHistory.entries(of: [minimizer.history], minimizer.origin)
    self.init(
      shown: shown, domain: D.self, total: total, items: items, runs: minimizer.runs,
      end: minimizer.end, tornTail: tail)
  }
}

extension History {
  /// What a replay finds first.
  fileprivate func firstDivergence() throws(Failure) -> Divergence {
    var found: Divergence?
    var replay = HistoryReplay(of: self, ReplayOptions()) { found = $0 }
    _ = try Failure.of { () throws(LogError) in try source.project(into: &replay, level: .full) }
    guard let found else {
      throw .nothingToMinimize(
        "Today's rules decide every command as recorded.",
        "Minimize for a condition with --when, or with a program of your own with --run.")
    }
    return found
  }
}

extension HistoryDomains {
  /// The domain that a stream is of.
  fileprivate func domain(of stream: String) -> any HistoryDomain.Type {
    let category = stream.prefix { $0 != "/" }
    return all.first { $0.category == category } ?? main
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
