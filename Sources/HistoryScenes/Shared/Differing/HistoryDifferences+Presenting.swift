// Differences between two versions of a history, as people and programs see them.

extension HistoryDifferences {
  package static func viewModel(of response: Response, _ formatting: Formatting) -> ViewModel {
    switch response {
    case .command(let command): .difference(paragraph(command, formatting))
    case .stream(let stream): .difference(paragraph(stream, formatting))
    case .end(let summary): .summary(report(summary, formatting))
    }
  }

  private static func paragraph(_ stream: Stream, _ formatting: Formatting) -> Paragraph {
    let sides = sides(of: stream.changes.shown, in: stream.changes, formatting)
    return Paragraph(
      headline: "\(stream.stream) ends differently", was: sides.compactMap(\.was),
      now: sides.compactMap(\.now))
  }

  private static func paragraph(_ command: Command, _ formatting: Formatting) -> Paragraph {
    let (was, now) = (text(command.was), text(command.now))
    var lines = (was: [was], now: [now])
    if was == now, let old = command.was, let new = command.now {
      // The events are the same: the difference is in their fields.
      let changes = FieldChanges(
        FieldTree(old), FieldTree(new),
        of: command.kinds.ofOutcomes(events: new["events"]?.array?.count ?? 0),
        in: command.currencies, hasPlaces: true)
      let sides = sides(
        of: changes.shown.isEmpty ? changes.places : changes.shown, in: changes, formatting)
      lines = (sides.compactMap { $0.was ?? $0.absent }, sides.compactMap { $0.now ?? $0.absent })
      // Only what isn't in the events themselves.
      if sides.isEmpty { lines = ([was], [now + ", with other personal data"]) }
    }
    return Paragraph(
      headline: "@\(command.seq)  \(command.stream)  \(command.command)", was: lines.was,
      now: lines.now)
  }

  /// The fields with their values, as JSON but for times and amounts; nil where there is none. A field of an element that
  /// only one side has isn't absent on the other one: something else may be at its place.
  private static func sides(
    of fields: [FieldTree.Difference], in changes: FieldChanges, _ formatting: Formatting
  ) -> [(was: String?, now: String?, absent: String?)] {
    fields.map { field in
      let kinds = changes.kinds
      var line = changes.line(for: field, formatting)
      if !kinds.isAmount(field.path) && !kinds.isTime(field.path) {
        let json = { FieldTree.Leaf(path: field.path, value: $0).json }
        line = FieldChangeLine(
          field: field.path, old: field.old.map(json), new: field.new.map(json))
      }
      return (
        line.old.map { "\(field.path): \($0)" }, line.new.map { "\(field.path): \($0)" },
        field.element == nil ? "\(field.path): absent" : nil
      )
    }
  }

  static func text(_ outcome: JSONValue?) -> String {
    guard let outcome else { return "not requested" }
    if let events = outcome["events"]?.array {
      return "accepted: " + events.compactMap { $0["type"]?.string }.joined(separator: ", ")
    }
    if let refusal = outcome["rejected"] {
      let fields = (refusal["fields"]?.array ?? []).map {
        "\($0["field"]?.string ?? "") \($0["code"]?.string ?? "")"
      }
      let reasons = fields.isEmpty ? "" : " (\(fields.joined(separator: ", ")))"
      return "rejected: " + (refusal["code"]?.string ?? "") + reasons
    }
    if let actual = outcome["conflict"]?["actual"]?.integer {
      return "not recorded: it expects another revision than \(actual)"
    }
    if let seq = outcome["reused"]?["seq"]?.integer {
      return "not recorded: entry \(seq) has the same id"
    }
    if outcome["unknown"] != nil {
      return outcome["rules"]?.string.map { UnknownRules.unknownOutcome(by: $0) }
        ?? Erasures.unknownOutcome
    }
    return "not recorded: it changes nothing"
  }

  private static func report(_ summary: Summary, _ formatting: Formatting) -> Report {
    let commands =
      summary.commands == 1
      ? "1 command has a different outcome"
      : "\(summary.commands) commands have a different outcome"
    let ends =
      summary.ends == 1 ? "1 stream ends differently" : "\(summary.ends) streams end differently"
    let verb = summary.unknown == 1 ? "has" : "have"
    let unknown =
      summary.unknown == 0 ? "" : ", \(summary.unknown) \(verb) one that isn't known"
    let unknownEnds =
      switch summary.unknownEnds {
      case 0: ""
      case 1: ", 1 has an end that isn't known"
      case let count: ", \(count) have an end that isn't known"
      }
    return Report(
      isSame: summary.isSame,
      headline: summary.isSame
        ? "Nothing differs." : "\(commands)\(unknown), \(ends)\(unknownEnds).",
      rows: summary.money.flatMap { rows($0, summary.kinds, formatting) })
  }

  private static func rows(
    _ money: MoneyDifference, _ kinds: FieldKinds, _ formatting: Formatting
  ) -> [[String]] {
    money.amounts.filter { $0.amount != 0 }.map { name, amount in
      let text = kinds.text(of: .integer(amount), at: name, money.currency, formatting)
      return ["  " + name, (amount > 0 ? "+" : "") + text]
    }
  }
}

extension HistoryDifferences.Response: SceneResponse, JSONObjectRepresentable {
  package var notes: [String] {
    guard case .end(let summary) = self else { return [] }
    let taken = summary.taken > 0 ? Erasures.noteOfTaken(summary.taken) : nil
    return [
      summary.tornTail?.warning, summary.erasures.note, taken, summary.undecided.noteOfUnknown,
    ].compactMap { $0 } + summary.unknownRules.notes
      + [summary.noteOfUnknownMoney, summary.noteOfOmitted].compactMap { $0 }
  }

  package func writeMembers(to object: inout JSONWriter) {
    switch self {
    case .command(let command):
      object.member("seq", command.seq)
      object.member("stream", command.stream)
      object.member("command", command.command)
      object.member("was", command.was)
      object.member("now", command.now)
    case .stream(let stream):
      object.member("stream", stream.stream)
      object.member("ends") { $0.array(stream.fields, Self.write) }
    case .end(let summary):
      object.member("same", summary.isSame)
      object.member("commands", summary.commands)
      object.member("unknown", summary.unknown > 0 ? summary.unknown : nil)
      object.member("ends", summary.ends)
      object.member("unknownEnds", summary.unknownEnds > 0 ? summary.unknownEnds : nil)
      object.member("money", summary.money)
      object.member("taken", summary.taken > 0 ? summary.taken : nil)
      object.unknownRules(summary.unknownRules)
      if !summary.omitted.isEmpty {
        object.member("omitted") {
          $0.array(summary.omitted) { $0.value(.integer(Int64($1))) }
        }
      }
      object.erased(summary.erasures)
    }
  }

  private static func write(_ writer: inout JSONWriter, _ field: FieldTree.Difference) {
    writer.object {
      $0.member("field", field.path)
      $0.member("was", field.old)
      $0.member("now", field.new)
    }
  }
}

extension HistoryDifferences.Summary {
  fileprivate var noteOfUnknownMoney: String? {
    money.isEmpty || unknownEnds == 0
      ? nil : "The amounts don't include the streams whose ends aren't known."
  }

  /// A note on entries that aren't in a written history, though the record has them.
  fileprivate var noteOfOmitted: String? {
    guard let first = omitted.first else { return nil }
    if omitted.count == 1 {
      return "The output leaves out entry \(first), because its outcome isn't known."
    }
    let list = omitted.prefix(10).map { String($0) }.joined(separator: ", ")
    return "The output leaves out \(omitted.count) entries, because their outcomes aren't known: "
      + list + (omitted.count > 10 ? ", …" : ".")
  }
}

extension HistoryDifferences.MoneyDifference: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("currency", currency.isEmpty ? nil : currency)
    for (name, amount) in amounts { object.member(named: name, amount) }
  }
}
