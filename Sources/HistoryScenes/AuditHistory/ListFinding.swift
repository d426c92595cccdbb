// Lists all places of one finding of an audit, each with its entry.

package enum ListFinding: RespondingScene {
  package typealias Request = (audit: AuditHistory.Request, name: String)
  package typealias Context = AuditHistory.Context

  package struct Response: SceneResponse, Sendable {
    let domain: any HistoryDomain.Type
    let name: String
    let witnesses: [AuditResult.Witness]

    package var documents: [AuditResult.Witness] { witnesses }
    package var isPositive: Bool { witnesses.isEmpty }
  }

  /// - Throws: `unknown-finding`, or that the log isn't good, besides what an audit throws.
  package static func respond(to request: Request, with context: Context) throws(Failure)
    -> Response
  {
    let (name, asked) = (request.name, request.audit)
    var audit = asked
    let main = context.history.domains.main
    let known = main.auditFindings.map(\.name)
    let typed = try AuditHistory.typedFindings(asked.findings, of: main)
    _ = try AuditHistory.looksFor(asked, of: main)
    audit.findings = zip(asked.findings, typed).filter { $1.name == name }.map(\.0)
    guard known.contains(name) || !audit.findings.isEmpty else {
      throw .unknownFinding(name)
    }
    guard !asked.without.contains(name) else {
      throw .omitOne("--list and --without name the same finding, \(name).")
    }
    audit.without = known.filter { $0 != name }
    let response = try AuditHistory.respond(to: audit, with: context)
    guard let examination = response.examination else { throw notExamined(response.verified) }
    return Response(domain: main, name: name, witnesses: examination.findings.flatMap(\.witnesses))
  }

  /// The error of a log that is damaged, or isn't the one of the checkpoints.
  private static func notExamined(_ response: VerifyCheckpoints.Response) -> Failure {
    let verdicts = VerifyCheckpoints.verdicts(of: response).filter { $0.tone == .bad }.map(\.text)
    guard response.verified.isPositive, !verdicts.isEmpty else {
      return Failure(
        .badData, code: "damaged-log", "The log isn't good, so nothing else was examined.",
        hint: "`\(ToolName.current) audit` says what is wrong.")
    }
    return Failure(
      .badData, code: "differs-from-checkpoint",
      (verdicts + ["So nothing else was examined."]).joined(separator: " "),
      hint: "Without the checkpoint, the log's entries are listed as they are.")
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> TableViewModel {
    TableViewModel(
      response.columns, of: response.witnesses,
      summary: "\(response.name), \(counted(response.witnesses.count, "time")).", formatting)
  }
}

extension ListFinding.Response: TabularResponse {
  package var rows: [AuditResult.Witness] { witnesses }

  package var columns: [Column<AuditResult.Witness>] {
    let words = domain.words
    let total = domain.totals.first.map { ", or else the \(words.noun)'s \($0.name) after it" }
    return [
      Column(
        "seq", "the entry's number; empty if no entry shows it", shown: .init("ENTRY", .number),
        as: { witness, _ in witness.seq.map { "@\($0)" } ?? "" }
      ) { $0.seq.map { .integer(Int64($0)) } ?? .empty },
      Column("at", "when it was made", shown: .init("TIME", .zone)) {
        $0.entry.map { .time($0.at) } ?? .empty
      },
      Column(
        words.noun, "the \(words.noun)'s id, or the name of another stream",
        shown: .init(words.noun.uppercased())
      ) { .text($0.about?.text) },
      Column("actor", "who requested it", shown: .init("ACTOR")) { .text($0.who) },
      Column("amount", "the command's amount" + (total ?? ""), shown: .init("AMOUNT", .number)) {
        guard let entry = $0.entry, let amount = entry.amount else { return .empty }
        return .amount(amount, currency: entry.currency)
      },
      Column("currency", "the currency of the amount") {
        .currency($0.entry?.currency)
      },
      Column("note", "what the entry doesn't say", shown: .init("NOTE")) { .text($0.note) },
    ]
  }
}
