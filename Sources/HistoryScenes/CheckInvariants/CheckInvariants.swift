// Checks invariants: reads the history once and evaluates all of them after each entry.

package enum CheckInvariants: RespondingScene {
  /// A file of invariants, one `NAME=CONDITION` a line.
  package struct File: Sendable {
    package let name: String
    package let lines: [String]

    package init(name: String, lines: [String]) {
      self.name = name
      self.lines = lines
    }
  }

  package struct Request: Sendable {
    /// Further invariants, as typed: `NAME=CONDITION`.
    package var invariants: [String]
    package var files: [File]
    /// The moment up to which to check; the end if nil.
    package var at: RequestedPosition?

    package init(invariants: [String] = [], files: [File] = [], at: RequestedPosition? = nil) {
      self.invariants = invariants
      self.files = files
      self.at = at
    }
  }

  package struct Finding: Sendable {
    package let name: String
    /// The rule: a condition, or a sentence.
    package let rule: String
    let breach: Breach?
    let stream: StreamLabel?
    /// Whether it can hold again; a wrong time or revision stays wrong.
    let canHeal: Bool

    package var holds: Bool { breach == nil }
    /// The number of streams in which it doesn't hold.
    package var streams: Int { breach?.count ?? 0 }
  }

  package struct Response: HistoryResponse, Sendable {
    package let entries: Int
    package let findings: [Finding]
    package let tornTail: TornTail?
    package let erasures: Erasures

    package var isPositive: Bool { findings.allSatisfy(\.holds) }
  }

  package struct ViewModel: Equatable, Sendable {
    package struct Line: Equatable, Sendable {
      package let name: String
      package let verdict: String
      package let holds: Bool
      package let details: [String]
    }
    package let lines: [Line]
    package let summary: String
  }

  package static func respond(to request: Request, with history: History) throws(Failure)
    -> Response
  {
    try respond(to: request, with: history, of: history.domains.main)
  }

  private static func respond<D: HistoryDomain>(
    to request: Request, with history: History, of _: D.Type
  ) throws(Failure) -> Response {
    var watcher = try InvariantWatcher<D>(request, history)
    let last = try history.window(from: nil, to: request.at).last
    let response = try Failure.of(check(history, &watcher, through: last))
    if let typeError = watcher.takeTypeError() { throw typeError }
    return response
  }

  private static func check(
    _ history: History, _ watcher: inout InvariantWatcher<some HistoryDomain>, through last: Int
  ) throws(LogError) -> Response {
    try history.source.requireWhole()
    let asksPersonal = watcher.asksPersonal
    if let (entries, erasures) = holds(history, watcher, asksPersonal, through: last) {
      return response(history, SequenceGuard(), watcher, entries, nil, erasures)
    }
    // Reading a store enforces revisions and times; those of a history are checked here.
    var sequence = SequenceGuard()
    let isStore = history.source.form == .store
    var reader = try EntryReader(history.source, acceptsMisplaced: !isStore)
    var entries = 0
    var erasures = Erasures()
    while reader.seq < last, let entry = try reader.next(into: &watcher, through: last) {
      if !isStore { sequence.check(entry) }
      watcher.check(entry)
      if asksPersonal { erasures.take(entry) }
      entries += 1
    }
    return response(history, sequence, watcher, entries, reader.tornTail, erasures)
  }

  /// Checks a long history on several threads.
  ///
  /// - Returns: The number of its entries, and those without their personal data if requested; nil if it isn't long,
  ///   or if anything is to be reported.
  private static func holds(
    _ history: History, _ watcher: InvariantWatcher<some HistoryDomain>, _ asksPersonal: Bool,
    through last: Int
  ) -> (entries: Int, erasures: Erasures)? {
    let blank = Share(watcher: watcher, asksPersonal: asksPersonal)
    let shares = history.source.projectShares(through: last) { blank }
    // Whichever thread has found one, a single one names the first.
    var hasTypeErrors = false
    while watcher.takeTypeError() != nil { hasTypeErrors = true }
    guard let shares, !hasTypeErrors else { return nil }
    let erasures = shares.parts.reduce(Erasures()) { $0.and($1.erasures) }
    return (shares.end.entries, erasures)
  }

  /// The part of one thread, whose findings another one would tell.
  private struct Share<D: HistoryDomain>: Projection {
    var watcher: InvariantWatcher<D>
    let asksPersonal: Bool
    var erasures = Erasures()

    var vocabularies: [Vocabulary] { watcher.vocabularies }
    var checksRevisions: Bool { watcher.checksRevisions }
    var isDone: Bool { watcher.isBroken }

    mutating func read(_ entry: Entry) throws(EntryDefect) {
      try watcher.read(entry)
      watcher.check(entry)
      if asksPersonal { erasures.take(entry) }
    }
  }

  private static func response(
    _ history: History, _ sequence: SequenceGuard, _ watcher: InvariantWatcher<some HistoryDomain>,
    _ entries: Int, _ tornTail: TornTail?, _ erasures: Erasures
  ) -> Response {
    let ofSequences = SequenceGuard.Rule.allCases.map { rule in
      (name: rule.rawValue, rule: rule.explanation, breach: sequence[rule], canHeal: false)
    }
    let findings = (ofSequences + watcher.findings).map { found in
      let stream = found.breach.map { history.domains.label(of: $0.first.stream) }
      return Finding(
        name: found.name, rule: found.rule, breach: found.breach, stream: stream,
        canHeal: found.canHeal)
    }
    return Response(entries: entries, findings: findings, tornTail: tornTail, erasures: erasures)
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> ViewModel {
    let broken = response.findings.count { !$0.holds }
    let entries = entryCount(response.entries)
    let all = counted(response.findings.count, "invariant")
    return ViewModel(
      lines: response.findings.map { line(for: $0, formatting) },
      summary: broken == 0
        ? "\(entries): all \(all) hold." : "\(entries): \(broken) of \(all) broken.")
  }

  private static func line(for finding: Finding, _ formatting: Formatting) -> ViewModel.Line {
    guard let breach = finding.breach, let stream = finding.stream else {
      return .init(name: finding.name, verdict: "holds", holds: true, details: [])
    }
    let values = breach.values.map { "\($0.name) = \($0.value.shown(formatting))" }
    let healing = breach.healed.map { "held again after \(place($0, formatting))" }
    return .init(
      name: finding.name, verdict: verdict(finding, breach), holds: false,
      details: [
        "first at \(place(breach.first, of: stream, formatting))",
        "must hold: \(finding.rule)",
      ] + values + (finding.canHeal ? [healing ?? "never held again there"] : []))
  }

  private static func verdict(_ finding: Finding, _ breach: Breach) -> String {
    let broken = "broken in \(counted(breach.count, "stream"))"
    guard finding.canHeal, breach.countAtEnd < breach.count else { return broken }
    return broken + (breach.countAtEnd == 0 ? ", healed" : ", at the end in \(breach.countAtEnd)")
  }

  private static func place(
    _ mark: EntryMark, of stream: StreamLabel? = nil, _ formatting: Formatting
  ) -> String {
    let name = stream.map { " of \($0.phrase)" } ?? ""
    let at = "\(formatting.second(mark.at)) \(formatting.timeZone.name)"
    return "entry @\(mark.seq)\(name), revision \(mark.rev), \(at)"
  }
}

extension CheckInvariants.Response: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("ok", isPositive)
    object.member("entries", entries)
    object.member("invariants", findings)
    object.erased(erasures)
  }
}

extension CheckInvariants.Finding: JSONRepresentable {
  package func writeJSON(to writer: inout JSONWriter) {
    writer.object {
      $0.member("name", name)
      $0.member("rule", rule)
      $0.member("ok", breach == nil)
      guard let breach, let stream else { return }
      $0.member("streams", breach.count)
      $0.member("streamsAtEnd", canHeal ? breach.countAtEnd : nil)
      $0.member("first") { writer in
        writer.object {
          breach.first.writeMembers(of: stream, to: &$0)
          $0.member("values") { $0.values(breach.values.map { ($0.name, $0.value.value) }) }
        }
      }
      guard let healed = breach.healed else { return }
      $0.member("healed") { writer in
        writer.object { healed.writeMembers(of: stream, to: &$0) }
      }
    }
  }
}
