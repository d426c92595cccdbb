// Divergences as people and programs see them.

extension ReplayHistory {
  package static func viewModel(of response: Response, _ formatting: Formatting) -> ViewModel {
    switch response {
    case .divergence(let item): .difference(paragraph(item, formatting))
    case .end(let summary): .summary(report(summary))
    }
  }

  private static func paragraph(_ item: Item, _ formatting: Formatting)
    -> HistoryDifferences.Paragraph
  {
    let divergence = item.divergence
    let difference = divergence.difference
    let again = "again: " + commandLineText(item.again)
    if let problem = item.problem {
      return .init(
        headline: "@\(divergence.seq)  \(difference.kind.rawValue)",
        subject: problem.description, was: [], now: [],
        notes: [problem.advice, again].compactMap { $0 })
    }
    let recorded = difference.recorded.map {
      text($0, of: item, divergence.currencies.old, formatting)
    }
    let replayed =
      difference.kind == .rejectedNowUnknown
      ? Erasures.unknownOutcome
      : difference.replayed.map { text($0, of: item, divergence.currencies.new, formatting) }
    return .init(
      headline: "@\(divergence.seq)  \(divergence.stream)  \(divergence.command)  "
        + difference.kind.rawValue,
      subject: [difference.event, difference.field].compactMap { $0 }.joined(separator: " ")
        .nonEmpty,
      was: recorded.map { [$0] } ?? [], now: replayed.map { [$0] } ?? [],
      notes: [circumstances(divergence, formatting), again])
  }

  private static func circumstances(_ divergence: Divergence, _ formatting: Formatting) -> String {
    let time = divergence.at.map { formatting.second($0) + ", " } ?? ""
    let recorded =
      divergence.recordedRulesVersion.map { "recorded by rules \($0.unmistakable), " } ?? ""
    let count = counted(divergence.compared, "command")
    return
      "\(time)\(recorded)replayed by rules \(divergence.replayedRulesVersion); \(count) compared"
  }

  /// A verdict in words, an amount in its currency, or any other field as JSON.
  private static func text(
    _ value: JSONValue, of item: Item, _ currency: String, _ formatting: Formatting
  ) -> String {
    let difference = item.divergence.difference
    guard difference.isOfVerdicts else {
      let field = difference.field ?? ""
      return item.kinds.isAmount(field)
        ? item.kinds.text(of: value, at: field, currency, formatting)
        : FieldTree.Leaf(path: field, value: value).json
    }
    if let types = value.array {
      let names = types.compactMap(\.string)
      return names.isEmpty
        ? "accepted, without a change" : "accepted: " + names.joined(separator: ", ")
    }
    let fields = (value["fields"]?.array ?? []).map {
      "\($0["field"]?.string ?? "") \($0["code"]?.string ?? "")"
    }
    let reasons = fields.isEmpty ? "" : " (\(fields.joined(separator: ", ")))"
    return "rejected: " + (value["code"]?.string ?? "") + reasons
  }

  private static func headline(_ summary: Summary) -> String {
    let compared = counted(summary.compared, "command")
    if summary.diverged > 0 { return "Diverged: \(summary.diverged) of \(compared)." }
    if summary.isIdentical { return "Identical: decided \(compared) again, each as recorded." }
    return summary.compared == 0
      ? "No command was decided again." : "Decided \(compared) again, each as recorded."
  }

  private static func report(_ summary: Summary) -> HistoryDifferences.Report {
    var notes: [String] = []
    if summary.hasStopped {
      notes.append("Stopped at the first divergence. To compare the rest, use --keep-going.")
    }
    notes += summary.unknownRules.notes
    if !summary.unknownRules.isEmpty {
      notes.append("To decide by a version that there is, pass --rules.")
    }
    if let note = summary.noteOfUnnamed { notes.append(note) }
    if summary.taken > 0 { notes.append(Erasures.noteOfTaken(summary.taken)) }
    if let digest = summary.digest { notes.append("States: sha256 \(digest)") }
    return .init(
      isSame: summary.isIdentical, isError: !summary.isIdentical, headline: headline(summary),
      rows: summary.groups.map { ["  " + $0.kind.rawValue, $0.command, String($0.count)] },
      notes: notes)
  }
}

extension ReplayHistory.Summary {
  fileprivate var diverged: Int { groups.reduce(0) { $0 + $1.count } }

  fileprivate var isIdentical: Bool { groups.isEmpty && unknownRules.isEmpty }

  fileprivate var noteOfUnnamed: String? {
    switch unnamed {
    case 0: nil
    case 1: "1 command names no version of the rules: the newest one decided it."
    default: "\(unnamed) commands name no version of the rules: the newest one decided them."
    }
  }
}

extension ReplayHistory.Response: SceneResponse, JSONObjectRepresentable {
  package var notes: [String] {
    if case .end(let summary) = self, let tail = summary.end.tornTail { [tail.warning] } else { [] }
  }

  package func writeMembers(to object: inout JSONWriter) {
    switch self {
    case .divergence(let item): item.writeMembers(to: &object)
    case .end(let summary):
      object.member("identical", summary.isIdentical)
      object.member("compared", summary.compared)
      object.member("diverged", summary.diverged)
      object.member("groups", summary.groups)
      object.unknownRules(summary.unknownRules)
      object.member("unnamed", summary.unnamed > 0 ? summary.unnamed : nil)
      object.member("taken", summary.taken > 0 ? summary.taken : nil)
      object.member("digest", summary.digest)
    }
  }
}

extension ReplayHistory.Item {
  fileprivate func writeMembers(to writer: inout JSONWriter) {
    let difference = divergence.difference
    writer.member("seq", divergence.seq)
    writer.member("at", divergence.at?.description)
    writer.member("stream", divergence.stream.nonEmpty)
    writer.member("command", divergence.command.nonEmpty)
    writer.member("kind", difference.kind.rawValue)
    writer.member("event", difference.event?.nonEmpty)
    writer.member("field", difference.field?.nonEmpty)
    writer.member("recorded", difference.recorded)
    writer.member("replayed", difference.replayed)
    writer.member("message", problem?.message.nonEmpty)
    writer.member("place", problem?.place?.inBytes)
    writer.member("recordedEngine", divergence.recordedRulesVersion?.nonEmpty)
    writer.member("replayedEngine", divergence.replayedRulesVersion.nonEmpty)
    writer.member("compared", divergence.compared)
    writer.member("again", commandLineText(again))
  }
}

extension ReplayHistory.Group: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("kind", kind.rawValue)
    object.member("command", command)
    object.member("count", count)
  }
}

extension Difference {
  /// Whether whole verdicts differ, not something in their events.
  var isOfVerdicts: Bool {
    switch kind {
    case .acceptedNowRejected, .rejectedNowAccepted, .rejectedNowUnknown, .rejectionDiffers: true
    case .eventMissing, .eventExtra, .eventTypeDiffers, .fieldDiffers, .unreadable: false
    }
  }
}

extension String {
  fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}
