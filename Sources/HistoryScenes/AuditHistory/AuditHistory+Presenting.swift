// An audit for people: a page from top to bottom, in the order of their questions.

extension AuditHistory {
  package struct ViewModel: Equatable, Sendable {
    package struct Section: Equatable, Sendable {
      package let title: String
      package let lines: [String]
      package let isGood: Bool
    }
    package let sections: [Section]
    /// Rows of the money's table, the first one with its headings; none if there was no money.
    package let money: [[String]]
    package let moneyNotes: [String]
    package let findings: [Section]
    package let conclusion: String
    package let isClean: Bool
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> ViewModel {
    let verified = VerifyCheckpoints.viewModel(of: response.verified, formatting)
    let log = ViewModel.Section(
      title: "The log", lines: verified.map(\.text), isGood: response.verified.isPositive)
    guard let examination = response.examination else {
      return ViewModel(
        sections: [log] + copies(response.remains), money: [], moneyNotes: [], findings: [],
        conclusion: "Nothing else was examined: the log has to be good first.", isClean: false)
    }
    let findings = examination.findings.map { section(of: $0) }
    let (places, kinds) = examination.toExplain
    return ViewModel(
      sections: [period(examination, formatting), log] + decisions(examination)
        + copies(response.remains),
      money: money(examination, formatting), moneyNotes: moneyNotes(examination, formatting),
      findings: findings,
      conclusion: examination.isClean
        ? "Nothing to explain."
        : "To explain: \(counted(places, "place")) of \(counted(kinds, "kind")).",
      isClean: examination.isClean)
  }

  private static func period(_ examination: Examination, _ formatting: Formatting)
    -> ViewModel.Section
  {
    let zone = formatting.timeZone.name
    let times = examination.end.times.map {
      "from \(formatting.second($0.lowerBound)) to \(formatting.second($0.upperBound)) \(zone)"
    }
    return ViewModel.Section(title: "Period", lines: [times ?? "The log is empty."], isGood: true)
  }

  private static func text(_ erasures: AuditedErasures) -> String {
    if erasures.entries + erasures.withheld == 0 { return "No personal data was erased." }
    let subject =
      erasures.withheld > 0
      ? "Personal data is withheld in \(entryCount(erasures.withheld)); "
      : "Personal data was erased in \(entryCount(erasures.entries)); "
    return subject + counted(erasures.recorded, "erasure")
      + (erasures.recorded == 1 ? " is recorded." : " are recorded.")
  }

  private static func decisions(_ examination: Examination) -> [ViewModel.Section] {
    let replay = examination.replay
    let diverged = examination.diverged
    let decided =
      diverged == 0
      ? "Decided \(counted(replay.compared, "command")) again, each as recorded."
      : "\(counted(diverged, "command")) of \(replay.compared) would be decided differently: see "
        + "`\(ToolName.current) replay --keep-going`."
    let broken = examination.broken.map { "\($0.name) in \(counted($0.streams, "stream"))" }
    let invariants =
      broken.isEmpty
      ? "All \(examination.invariants.findings.count) invariants hold."
      : "Broken: \(broken.joined(separator: ", ")). See `\(ToolName.current) check`."
    return [
      ViewModel.Section(
        title: "Decisions", lines: [decided] + replay.unknownRules.notes,
        isGood: diverged == 0 && replay.unknownRules.isEmpty),
      ViewModel.Section(title: "Invariants", lines: [invariants], isGood: broken.isEmpty),
      ViewModel.Section(title: "Erasures", lines: [text(examination.erasures)], isGood: true),
    ]
  }

  /// The folders that ever got a copy of the store's entries.
  private static func copies(_ remains: StoreRemains?) -> [ViewModel.Section] {
    guard let remains, remains.hasCopies else { return [] }
    let lines =
      remains.copySentences
    return [ViewModel.Section(title: "Copies", lines: lines, isGood: true)]
  }

  private static func money(_ examination: Examination, _ formatting: Formatting) -> [[String]] {
    guard let money = examination.money else { return [] }
    let rows = money.currencies.flatMap { currency in
      money.months(in: currency).map { month, amounts in
        [currency, month]
          + amounts.map { formatting.amount(Int64(clamping: $0), currency: currency) }
      }
    }
    return rows.isEmpty ? [] : [["", "MONTH"] + money.ofMonth.map(\.words)] + rows
  }

  private static func moneyNotes(_ examination: Examination, _ formatting: Formatting) -> [String] {
    guard let money = examination.money else { return [] }
    return money.currencies.flatMap { currency in
      zip(money.atEnd, money.end[currency] ?? []).filter { $1 != 0 }.map { amount, value in
        "\(amount.words): \(formatting.money(Int64(clamping: value), currency: currency))"
      }
    }
  }

  private static func section(of result: AuditResult) -> ViewModel.Section {
    let named = result.witnesses.prefix(AuditResult.limit).map { witness in
      [witness.seq.map { "@\($0)" }, witness.stream?.text, witness.note].compactMap { $0 }
        .joined(separator: " ")
    }
    let rest = result.count - named.count
    return ViewModel.Section(
      title: "\(result.name), \(counted(result.count, "time"))",
      lines: [
        result.meaning,
        named.joined(separator: ", ")
          + (rest > 0
            ? ", and \(rest) more: `\(ToolName.current) audit --list \(result.name)` lists all"
            : ""),
      ], isGood: false)
  }
}

extension AuditHistory.Response: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("ok", isPositive)
    object.member("log", verified)
    if let remains, remains.hasCopies {
      object.member("copies") { $0.object { remains.writeCopies(to: &$0) } }
    }
    guard let examination else { return }
    object.member("from", examination.end.times?.lowerBound.description)
    object.member("to", examination.end.times?.upperBound.description)
    object.member("decided", examination.replay.compared)
    object.member("diverged", examination.diverged)
    object.unknownRules(examination.replay.unknownRules)
    object.member("digest", examination.replay.digest)
    object.member("invariants", examination.invariants)
    object.member("erasedEntries", examination.erasures.entries)
    let withheld = examination.erasures.withheld
    object.member("withheldEntries", withheld > 0 ? withheld : nil)
    object.member("recordedErasures", examination.erasures.recorded)
    if let money = examination.money { object.member("money") { $0.value(money.document) } }
    object.member("findings", examination.findings)
    object.member("toExplain", examination.toExplain.places)
  }
}

extension AuditedMoney {
  fileprivate var document: JSONValue {
    .object(
      currencies.map { currency in
        let months = months(in: currency).map { month, amounts in
          JSONValue.object(
            [.init("month", .string(month))] + Self.members(ofMonth, amounts))
        }
        let end = end[currency] ?? atEnd.map { _ in 0 }
        return .init(
          currency, .object([.init("months", .array(months))] + Self.members(atEnd, end)))
      })
  }

  private static func members(_ amounts: [Amount], _ values: [Int128]) -> [JSONValue.Member] {
    zip(amounts, values).map { .init($0.key, .amount($1)) }
  }
}

extension JSONValue {
  /// The amount as JSON has numbers; larger ones are held at the largest.
  fileprivate static func amount(_ amount: Int128) -> JSONValue {
    .integer(Int64(clamping: amount))
  }
}

extension AuditResult: JSONRepresentable {
  package func writeJSON(to writer: inout JSONWriter) {
    writer.object {
      $0.member("name", name)
      $0.member("meaning", meaning)
      $0.member("count", count)
      $0.member("witnesses", witnesses)
    }
  }
}

extension AuditResult.Witness: JSONRepresentable {
  package func writeJSON(to writer: inout JSONWriter) {
    writer.object {
      $0.member("seq", seq)
      $0.member("at", entry?.at.description)
      if let about { $0.member(named: about.key, about.text) }
      $0.member("actor", who)
      $0.member("amount", entry?.amount)
      if let currency = entry?.currency, !currency.isEmpty { $0.member("currency", currency) }
      $0.member("note", note)
    }
  }
}
