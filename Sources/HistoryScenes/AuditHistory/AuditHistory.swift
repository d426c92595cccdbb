// Examines a whole history for a person who has to sign for it: what was read, whether it is intact and the one that
// was signed, whether every decision follows from the rules, the money, and what should be explained.

package enum AuditHistory: RespondingScene {
  package struct Request: Sendable {
    package var checkpoints: [CheckpointFile] = []
    /// The log's expected name; by default that follows from the store's id.
    package var origin: String?
    /// The names of findings that aren't looked for.
    package var without: [String] = []
    /// Further findings, as typed: `NAME=CONDITION`.
    package var findings: [String] = []
    /// The types of commands that must have a reason.
    package var reasoned: [String] = []
    /// The moment up to which decisions, money and findings are examined; the end if nil. Bytes are verified to the
    /// end in any case.
    package var at: RequestedPosition?
    /// The copies of the store; nil if it isn't one.
    package var remains: StoreRemains?

    package init() {}
  }

  package typealias Context = VerifyCheckpoints.Context

  /// The results that are known only of a log that is intact.
  package struct Examination: Sendable {
    let end: ReadingEnd
    let replay: ReplayHistory.Summary
    let invariants: CheckInvariants.Response
    let erasures: AuditedErasures
    let words: DomainWords
    /// nil if the domain has none.
    let money: AuditedMoney?
    package let findings: [AuditResult]
  }

  package struct Response: SceneResponse, Sendable {
    package let verified: VerifyCheckpoints.Response
    package let remains: StoreRemains?
    /// nil if the log isn't intact, or isn't the one that was signed.
    package let examination: Examination?

    package var isPositive: Bool { examination.map { $0.isClean } ?? false }
    package var notes: [String] { verified.checked.isEmpty ? [] : verified.notes }
  }

  /// - Throws: An error of the request, or one that keeps the log from being read.
  package static func respond(to request: Request, with context: Context) throws(Failure)
    -> Response
  {
    let main = context.history.domains.main
    let looksFor = try looksFor(request, of: main)
    let typed = try typedFindings(request.findings, of: main)
    let verified = try VerifyCheckpoints.respond(
      to: .init(request.checkpoints, origin: request.origin), with: context)
    guard verified.isPositive else {
      return Response(verified: verified, remains: request.remains, examination: nil)
    }
    let history = context.history
    let replay = try replay(history, until: request.at)
    let invariants = try CheckInvariants.respond(to: .init(at: request.at), with: history)
    let last = try history.resolve(request.at)
    var projection = main.audit(history, for: looksFor, reasoned: Set(request.reasoned))
    let end = try Failure.of(history.source.project(into: &projection, through: last))
    let findings = try described(
      projection.findings(verified.verified) + results(of: typed, in: history), in: history,
      through: last)
    return Response(
      verified: verified, remains: request.remains,
      examination: Examination(
        end: end, replay: replay, invariants: invariants,
        erasures: projection.erasures, words: main.words, money: projection.money,
        findings: findings))
  }

  /// The results with the facts of the entries that they name.
  private static func described(
    _ findings: [AuditResult], in history: History, through last: Int
  ) throws(Failure) -> [AuditResult] {
    guard !findings.isEmpty else { return [] }
    let wanted = Set(findings.flatMap { $0.witnesses.compactMap(\.seq) })
    let entries = try history.domains.main.witnesses(wanted, in: history, through: last)
    return findings.map { finding in
      var finding = finding
      finding.describe(by: entries)
      return finding
    }
  }

  /// The names of the findings that are looked for.
  static func looksFor(_ request: Request, of domain: any HistoryDomain.Type) throws(Failure)
    -> Set<String>
  {
    var findings = Set(domain.auditFindings.map(\.name))
    for name in request.without where findings.remove(name) == nil {
      guard domain.auditFindings.contains(where: { $0.name == name }) else {
        throw .unknownFinding(name)
      }
    }
    return findings
  }

  private static func replay(_ history: History, until position: RequestedPosition?) throws(Failure)
    -> ReplayHistory.Summary
  {
    var request = ReplayHistory.Request()
    (request.keepsGoing, request.mayBeEmpty) = (true, true)
    request.until = position
    var summary: ReplayHistory.Summary?
    _ = try ReplayHistory.replay(
      request, in: history, Relay { if case .end(let end) = $0 { summary = end } })
    guard let summary else {
      throw Failure(.inputOutput, code: "io-error", "The log couldn't be replayed.")
    }
    return summary
  }

  /// A finding as it was typed.
  typealias TypedFinding = (name: String, condition: String)

  /// - Throws: The error of one of them. Each has its own name.
  static func typedFindings(_ texts: [String], of domain: any HistoryDomain.Type) throws(Failure)
    -> [TypedFinding]
  {
    var findings: [TypedFinding] = []
    for text in texts {
      guard let sign = text.firstIndex(of: "="), StreamName.isValid(id: String(text[..<sign]))
      else {
        throw Failure(
          .usage, code: "bad-finding", "'\(text)' isn't a finding.",
          hint: "For example: large=total > 1000.00.")
      }
      let name = String(text[..<sign])
      guard !(domain.auditFindings.map(\.name) + findings.map(\.name)).contains(name) else {
        throw Failure(
          .usage, code: "finding-exists", "There are two findings called \(name).",
          hint: "Choose another name.")
      }
      findings.append((name, String(text[text.index(after: sign)...])))
    }
    return findings
  }

  /// The entries at which the conditions begin to hold.
  private static func results(
    of findings: [TypedFinding], in history: History
  ) throws(Failure) -> [AuditResult] {
    var results: [AuditResult] = []
    for (name, condition) in findings {
      var result = AuditResult(name: name, meaning: condition)
      try FindMoments.handle(.init(condition: condition), in: history) { response in
        guard case .moment(let moment) = response else { return }
        if case .ends = moment.change { return }
        result.add(moment.mark.seq, moment.stream)
      }
      if result.count > 0 { results.append(result) }
    }
    return results
  }
}

extension Failure {
  static func unknownFinding(_ name: String) -> Failure {
    Failure(
      .usage, code: "unknown-finding", "There is no finding called \(name).",
      hint: "`\(ToolName.current) audit --help` lists them.")
  }
}

extension AuditHistory.Examination {
  /// The number of commands that would be decided differently.
  var diverged: Int { replay.groups.reduce(0) { $0 + $1.count } }
  /// The invariants that don't hold.
  var broken: [CheckInvariants.Finding] { invariants.findings.filter { !$0.holds } }

  /// The number of places that need an explanation, and the number of their kinds.
  var toExplain: (places: Int, kinds: Int) {
    let counts =
      [diverged, replay.unknownRules.commands].filter { $0 > 0 } + broken.map(\.streams)
      + findings.map(\.count)
    return (counts.reduce(0, +), counts.count)
  }

  var isClean: Bool {
    replay.groups.isEmpty && replay.unknownRules.isEmpty && invariants.isPositive
      && findings.isEmpty
  }
}
