// Finds the streams that show what is looked for while reading, so that no more than those are kept in
// memory, and then makes them smaller. Only a program may need everything.

import Conventions
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
    try history.requireKnownStreams()
    let found: Response
    switch request {
    case .condition(let text, let ever):
      found = try history.domains.main.minimize(
        history, when: text,
        // A test that is written reads times in UTC.
        context.test == nil ? history.times : .utc, ever: ever, limits)
    case .divergence:
      let divergence = try history.firstDivergence()
      found = try history.domains.domain(of: divergence.stream)
        .minimize(history, divergence, limits)
    case .program(let probe): found = try history.minimize(for: probe, limits)
    }
    for item in found.items { try context.output.write(item.line) }
    try context.output.flush()
    if let test = context.test {
      let source = WrittenTest(name: test.name, file: test.file, found)
      for line in source.lines { try test.output.write(line) }
      try test.output.flush()
    }
    return found
  }
}

extension HistoryDomain {
  fileprivate static func minimize(
    _ history: History, when text: String, _ times: TypedTimes, ever: Bool,
    _ limits: MinimizingLimits
  ) throws(Failure) -> MinimizeHistory.Response {
    let condition = try Failure.ofCondition { () throws(ConditionError) in
      try Condition(text, of: schema, times: times)
    }
    guard !condition.formula.usesNumbers else { throw .numbersChange }
    let source = history.source
    let asksPersonal = areAboutPersonalFields(condition.formula.fields)
    var search = ConditionSearch<Self>(condition, ever: ever)
    var erased: [Int] = []
    let read = try Failure.of { () throws(LogError) in
      try source.readCommands(of: self) {
        search.take($0)
        if asksPersonal && $0.lostItsChanges { erased.append($0.seq) }
      }
    }
    let witnesses = SmallestHistory<Self>.candidates(among: search.witnesses)
    try Failure.throwMisfit(condition.formula.takeMisfit())
    guard !witnesses.isEmpty else {
      throw .nothingToMinimize(
        "Decided again by today's rules, '\(text)' holds for no \(words.noun)"
          + (ever ? "." : " at the end.")
          + (Erasures(erased).note.map { " " + $0 } ?? ""),
        ever
          ? "`\(ToolName.current) find` shows where it held as recorded."
          : "With --ever, it is enough if it holds after any entry.")
    }
    let recorded = try Failure.of { () throws(LogError) in
      try RecordedHistory<Self>.histories(source, of: witnesses.map { ($0.stream, $0.seq) })
    }
    var smallest = SmallestHistory<Self>(.rules, within: limits) {
      $0.fulfils(condition, ever: ever) ? .shows : .doesNot
    }
    let found = smallest.search(recorded)
    let stream = found.commands.first.map { String($0.stream) } ?? ""
    var response = MinimizeHistory.Response(
      found, .rules,
      .condition(text, ever: ever, stream: history.domains.label(of: stream)), of: read.total,
      runs: smallest.runs, smallest.end, read.tornTail)
    if asksPersonal {
      let all = recorded.first { $0.commands.first?.stream == found.commands.first?.stream }
      response.erasures = Erasures(all?.commands.filter(\.lostItsChanges).map(\.seq) ?? [])
    }
    return response
  }

  fileprivate static func minimize(
    _ history: History, _ divergence: Divergence, _ limits: MinimizingLimits
  ) throws(Failure) -> MinimizeHistory.Response {
    let source = history.source
    let (recorded, all) = try Failure.of { () throws(LogError) in
      (
        try RecordedHistory<Self>(source, of: Text(divergence.stream), through: divergence.seq),
        try source.readCommands(of: self) { _ in }
      )
    }
    let minimizer = Minimizer(recorded, .record, within: limits) { candidate in
      candidate.firstDivergence()?.isSame(as: divergence) == true ? .shows : .doesNot
    }
    // Without other commands, revisions and ids aren't what they were.
    guard minimizer.minimize() else {
      throw .nothingToMinimize(
        "Entry \(divergence.seq) differs by the engine's own checks, which depend on the entries "
          + "before it.",
        "Look at it with `\(ToolName.current) log --patch`, or minimize with --when or --run.")
    }
    return MinimizeHistory.Response(
      minimizer.history, .record, .divergence(divergence), of: all.total, runs: minimizer.runs,
      minimizer.end, all.tornTail)
  }
}

extension MinimizeHistory.Response {
  fileprivate init<D: HistoryDomain>(
    _ history: RecordedHistory<D>, _ origin: OutcomeOrigin, _ shown: MinimizeHistory.Shown,
    of total: Int, runs: Int, _ end: MinimizingEnd, _ tail: TornTail?
  ) {
    self.init(
      shown: shown, domain: D.self, total: total,
      items: MinimizeHistory.entries(of: [history], origin), runs: runs, end: end, tornTail: tail)
  }
}

extension History {
  /// Throws if the history has a stream of no domain: what is left could only be without that.
  fileprivate func requireKnownStreams() throws(Failure) {
    var streams = KnownStreams(names: domains.streamNames)
    _ = try Failure.of { () throws(LogError) in try source.project(into: &streams) }
  }

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
  fileprivate static let numbersChange = Failure(
    .usage, code: "bad-condition",
    "What is left is numbered anew, so the condition can't be about seq.",
    hint: "Say what the entry is: by command.type, actor, or a field that it changes.")

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
  /// Reads the commands of one domain.
  fileprivate func readCommands<D>(
    of domain: D.Type, _ take: (RecordedCommand<D>) -> Void
  ) throws(LogError) -> (total: Int, tornTail: TornTail?) {
    try requireWhole()
    var reader = try EntryReader(self)
    var body = DomainBody<D>(readsCommands: true)
    var total = 0
    while let entry = try reader.next(into: &body) {
      total += 1
      if let command = RecordedCommand(entry, body) { take(command) }
    }
    return (total, reader.tornTail)
  }
}

private struct KnownStreams: Projection {
  let names: [StreamNames]

  func read(_ entry: Entry) throws(EntryDefect) {
    let name = entry.storage.slice(entry.stream)
    if names.contains(where: { $0.contain(name) }) { return }
    throw .unknownStream
  }
}
