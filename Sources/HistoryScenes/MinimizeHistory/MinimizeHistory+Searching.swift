// Finds the streams that show what is looked for while reading, so that no more than those are kept in
// memory, and then makes them smaller. Only a program may need everything.

extension MinimizeHistory {
  /// Writes the smallest history that was found.
  ///
  /// - Throws: `nothing-to-minimize` if not even the whole history shows it.
  package static func respond(to request: Request, with context: Context) throws(Failure)
    -> Response
  {
    let (history, limits) = (context.history, context.limits)
    try history.requireKnownStreams()
    // A test that is written reads times in UTC.
    let times = context.test == nil ? history.times : .utc
    var found: Response
    switch request {
    case .condition(let text, let ever):
      found = try history.domains.main.minimize(history, when: text, times, ever: ever, limits)
    case .divergence:
      let divergence = try history.divergenceToMinimize()
      found = try history.domains.domain(of: divergence.stream)
        .minimize(history, divergence, limits)
    case .program(let probe): found = try history.minimize(for: probe, limits)
    }
    // Printed lines can't be taken back. A program was asked about just these lines.
    if found.shown != .program,
      try !found.isShown(by: found.source, to: request, of: history.domains, times)
    {
      throw .notShownAgain
    }
    for item in found.items { try context.output.write(item.line) }
    if let copy = try context.output.readBack() {
      guard try found.isShown(by: copy, to: request, of: history.domains, times) else {
        throw .notReadBack
      }
      found.isReadBack = true
    }
    if let test = context.test {
      let source = WrittenTest(name: test.name, file: test.file, found)
      for line in source.lines { try test.output.write(line) }
      try test.output.complete()
    }
    try context.output.complete()
    return found
  }
}

extension HistoryDomain {
  fileprivate static func minimize(
    _ history: History, when text: String, _ times: TypedTimes, ever: Bool,
    _ limits: MinimizingLimits
  ) throws(Failure) -> MinimizeHistory.Response {
    let condition = try Failure.ofCondition(Condition(text, of: schema, times: times))
    guard !condition.formula.usesNumbers else { throw .numbersChange }
    let source = history.source
    let asksPersonal = areAboutPersonalFields(condition.formula.fields)
    var search = ConditionSearch<Self>(condition, ever: ever)
    var erased: [Int] = []
    let read = try Failure.of(
      source.readCommands(of: self) {
        search.take($0)
        if asksPersonal && $0.lostItsChanges { erased.append($0.seq) }
      })
    let witnesses = SmallestHistory<Self>.candidates(among: search.witnesses)
    try Failure.throwTypeError(condition.formula.takeTypeError())
    guard !witnesses.isEmpty else {
      let notes = [Erasures(erased).note].compactMap { $0 } + search.unknownRules.notes
      throw .nothingToMinimize(
        "With all commands decided again, '\(text)' holds for no \(words.noun)"
          + (ever ? "." : " at the end.") + notes.map { " " + $0 }.joined(),
        ever
          ? "`\(ToolName.current) find` shows where it held as recorded."
          : "With --ever, it is enough if it holds after any entry.")
    }
    let recorded = try Failure.of(
      RecordedHistory<Self>.histories(source, of: witnesses.map { ($0.stream, $0.seq) }))
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
    let (recorded, all) = try Failure.of(
      (
        try RecordedHistory<Self>(source, of: Text(divergence.stream), through: divergence.seq),
        try source.readCommands(of: self) { _ in }
      ))
    let minimizer = Minimizer(recorded.withoutMetExpectations, .record, within: limits) {
      let found = $0.firstDivergence()
      return found?.seq == divergence.seq && found?.isLike(divergence) == true ? .shows : .doesNot
    }
    guard minimizer.minimize() else {
      throw .nothingToMinimize(
        "Without the other \(words.plural), a replay doesn't stop at entry \(divergence.seq).",
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
    _ = try Failure.of(source.project(into: &streams))
  }

  /// The first divergence of a replay; nil if there is none. And the commands that it doesn't decide.
  fileprivate func firstDivergence() throws(Failure) -> (Divergence?, UnknownRules) {
    var found: Divergence?
    var replay = HistoryReplay(of: self, ReplayOptions()) { found = $0 }
    _ = try Failure.of(source.project(into: &replay))
    return (found, replay.unknownRules)
  }

  fileprivate func divergenceToMinimize() throws(Failure) -> Divergence {
    let (found, unknownRules) = try firstDivergence()
    if let found { return found }
    throw .nothingToMinimize(
      (["A replay finds no divergence."] + unknownRules.notes).joined(separator: " "),
      "Minimize for a condition with --when, or with a program of your own with --run.")
  }
}

extension MinimizeHistory.Response {
  /// The entries that are left, as a history.
  fileprivate var source: InMemoryHistory {
    InMemoryHistory(
      ByteStorage.copy(of: items.map { $0.line + "\n" }.joined()), name: "the minimized history")
  }

  /// Whether a history has as many entries, and shows what was requested.
  fileprivate func isShown(
    by source: any EntrySource, to request: MinimizeHistory.Request, of domains: HistoryDomains,
    _ times: TypedTimes
  ) throws(Failure) -> Bool {
    let lines = try Failure.of(source.lines())
    guard lines.count == items.count else { return false }
    let history = History(source, of: domains, times: times)
    switch (request, shown) {
    case (.program(let probe), _): return try probe.ask(lines) == .shows
    case (.condition(let text, let ever), _):
      return try domain.fulfils(text, ever: ever, in: history)
    case (.divergence, .divergence(let divergence)):
      return try history.firstDivergence().0.map {
        $0.seq == items.count && $0.isLike(divergence)
      } ?? false
    case (.divergence, _): return false
    }
  }
}

extension EntrySource {
  fileprivate func lines() throws(LogError) -> [String] {
    var reader = try EntryReader(self, checksPayloads: true)
    var lines: [String] = []
    while let entry = try reader.next() {
      lines.append(String(decoding: entry.bytes, as: UTF8.self))
    }
    return lines
  }
}

extension HistoryDomain {
  fileprivate static func fulfils(_ text: String, ever: Bool, in history: History) throws(Failure)
    -> Bool
  {
    let condition = try Failure.ofCondition(Condition(text, of: schema, times: history.times))
    let recorded = try Failure.of(RecordedHistory<Self>(history.source))
    return recorded.fulfils(condition, ever: ever)
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
    "The remaining entries are numbered again, so the condition can't be about seq.",
    hint: "Say what the entry is: by command.type, actor, or a field that it changes.")

  /// A mistake of ours: the search judged these entries.
  fileprivate static let notShownAgain = Failure(
    .negative, code: "not-shown-again",
    "Tested once more, the entries that are left don't show it. Nothing was written.",
    hint: "Please report this.")

  static func nothingToMinimize(_ message: String, _ hint: String) -> Failure {
    Failure(.negative, code: "nothing-to-minimize", message, hint: hint)
  }
}

extension Divergence {
  /// Whether it is the same divergence, perhaps with other values: of the same kind, at the same field of the same
  /// event, and where outcomes differ, with the same refusals.
  fileprivate func isLike(_ other: Divergence) -> Bool {
    let (one, other, command) = (difference, other.difference, other.command)
    return self.command == command && one.kind == other.kind && one.event == other.event
      && one.field == other.field
      && (!one.isOfVerdicts
        || one.recorded?["code"] == other.recorded?["code"]
          && one.replayed?["code"] == other.replayed?["code"])
  }
}

extension EntrySource {
  /// Reads the commands of one domain.
  fileprivate func readCommands<D>(
    of domain: D.Type, _ take: (RecordedCommand<D>) -> Void
  ) throws(LogError) -> (total: Int, tornTail: TornTail?) {
    try requireWhole()
    var reader = try EntryReader(self)
    var body = DomainBody<D>()
    var total = 0
    while let entry = try reader.next(into: &body) {
      total += 1
      if let command = RecordedCommand(entry, body, rulesVersion: reader.rulesVersion) {
        take(command)
      }
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
