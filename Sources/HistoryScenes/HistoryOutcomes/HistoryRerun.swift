// Decides a history from its beginning and presents the outcomes, line by line.

extension HistoryOutcomes {
  @discardableResult
  package static func respond(
    to request: Request, in history: History, until isDone: @escaping () -> Bool = { false },
    _ receive: @escaping LineReceiver
  ) throws(Failure) -> Response {
    let until = try history.resolve(request.until)
    let streams = try history.domains.streams(request.ids)
    try history.require(request.ids, through: until, request.until)
    var rerun = HistoryRerun(of: history.domains, only: streams, until: isDone, receive)
    let end = try Failure.of(history.source.project(into: &rerun, through: until))
    let digest = rerun.ends.digest { receive($0) { "" } }
    return Response(
      commands: rerun.commands, rulesVersion: history.domains.main.version, digest: digest,
      end: end,
      unknownRules: rerun.unknownRules)
  }
}

private protocol RerunPart: Projection {
  var ends: [StreamEnd] { get }
  var rulesVersion: String? { get set }
  var unknownRules: UnknownRules { get }
  /// The currency of the last entry's stream now; empty if it has none.
  var currency: String { get }
  func writeOutcome(to writer: inout JSONWriter)
}

private struct HistoryRerun: Projection {
  private var fold: DomainFold<any RerunPart>
  private(set) var commands = 0
  private let wanted: [Text]
  private let hasEnough: () -> Bool
  private let receive: HistoryOutcomes.LineReceiver

  init(
    of domains: HistoryDomains, only streams: [StreamName],
    until hasEnough: @escaping () -> Bool, _ receive: @escaping HistoryOutcomes.LineReceiver
  ) {
    wanted = streams.map(\.text)
    (self.hasEnough, self.receive) = (hasEnough, receive)
    fold = DomainFold(
      domains, read: { (part, entry) throws(EntryDefect) in try part.read(entry) },
      part: { $0.rerun() })
  }

  var vocabularies: [Vocabulary] { fold.vocabularies }
  var isDone: Bool { hasEnough() }
  var ends: [StreamEnd] { fold.parts.flatMap(\.ends) }
  var unknownRules: UnknownRules { UnknownRules(fold.parts.map(\.unknownRules)) }

  mutating func read(_ entry: Entry) throws(EntryDefect) {
    if let rulesVersion = entry.newRulesVersion { fold.update { $0.rulesVersion = rulesVersion } }
    let name = entry.storage.slice(entry.stream)
    guard wanted.isEmpty || wanted.contains(where: { $0.bytes.elementsEqual(name) }) else { return }
    try fold.read(entry)
    commands += 1
    var writer = JSONWriter(capacity: 512)
    fold.currentPart.writeOutcome(to: &writer)
    receive(writer) { fold.currentPart.currency }
  }
}

extension HistoryDomain {
  fileprivate static func rerun() -> any RerunPart { RerunProjection<Self>() }
}

extension RerunProjection: RerunPart where D: HistoryDomain {
  fileprivate var ends: [StreamEnd] { rerun.ends }
  fileprivate var unknownRules: UnknownRules { rerun.unknownRules }

  fileprivate var currency: String {
    last.flatMap { D.schema.currency(of: rerun.state(of: $0.command.stream)) } ?? ""
  }

  fileprivate func writeOutcome(to writer: inout JSONWriter) {
    guard let (command, verdict) = last else { return }
    writer.object {
      $0.member("seq", command.seq)
      $0.member("stream", command.stream)
      $0.member("command", D.type(of: command.command))
      for member in verdict.json.members ?? [] { $0.member(named: member.key, member.value) }
    }
  }
}
