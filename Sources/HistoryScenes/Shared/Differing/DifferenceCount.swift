// Counts what differs, and adds up the money, while differences are presented one by one.

struct DifferenceCount {
  private let domains: HistoryDomains
  private let kinds: FieldKinds
  private let presenter: any Presenter<HistoryDifferences.Response>
  private var commands = 0
  private var unknown = 0
  private var ends = 0
  private var unknownEnds = 0
  private var money: [String: HistoryDifferences.MoneyDifference] = [:]

  init(_ domains: HistoryDomains, _ presenter: any Presenter<HistoryDifferences.Response>) {
    self.domains = domains
    kinds = domains.main.kinds
    self.presenter = presenter
  }

  mutating func add(_ command: HistoryDifferences.Command) {
    if command.now?["unknown"] == nil { commands += 1 } else { unknown += 1 }
    presenter.present(.command(command))
  }

  mutating func add(_ stream: String, was: FieldTree, now: FieldTree) throws(Failure) {
    let (before, after) = FieldTree.ofTwoHistories(was, now)
    let changes = FieldChanges(before, after, of: kinds)
    if changes.differences.isEmpty { return }
    ends += 1
    presenter.present(.stream(.init(stream: stream, changes: changes)))
    try add(was, sign: -1)
    try add(now, sign: 1)
  }

  /// Counts streams whose ends aren't known.
  mutating func addUnknownEnds(_ count: Int = 1) { unknownEnds += count }

  /// Deleted streams don't count, as elsewhere.
  private mutating func add(_ fields: FieldTree, sign: Int64) throws(Failure) {
    let domain = domains.main
    guard !domain.isDeleted(fields) else { return }
    let currency = kinds.currency(of: fields) ?? ""
    var sum =
      money[currency] ?? .init(currency: currency, amounts: domain.totals.map { ($0.name, 0) })
    for index in sum.amounts.indices {
      // An amount of a state is never the smallest number there is, so it can be negated.
      let amount = sign * max(fields[sum.amounts[index].name]?.integer ?? 0, -Int64.max)
      let (value, overflows) = sum.amounts[index].amount.addingReportingOverflow(amount)
      guard !overflows else { throw domains.sumTooLarge(currency) }
      sum.amounts[index].amount = value
    }
    money[currency] = sum
  }

  func finish(
    _ tornTail: TornTail?, _ erasures: Erasures = Erasures(), taken: Int = 0,
    undecided: Erasures = Erasures(), unknownRules: UnknownRules, omitted: [Int] = []
  ) -> Bool {
    let sums = money.values.filter { $0.amounts.contains { $0.amount != 0 } }
    let summary = HistoryDifferences.Summary(
      commands: commands, unknown: unknown, ends: ends, unknownEnds: unknownEnds,
      money: sums.sorted { $0.currency < $1.currency }, kinds: kinds, tornTail: tornTail,
      erasures: erasures, taken: taken, undecided: undecided, unknownRules: unknownRules,
      omitted: omitted)
    presenter.present(.end(summary))
    return summary.isSame
  }
}

extension HistoryDomains {
  func sumTooLarge(_ currency: String) -> Failure {
    Failure(
      .badData, code: "sum-too-large",
      "The \(words.plural) in \(currency) add up to more than 64 bits can hold.",
      hint: main.totals.first.map {
        "`\(ToolName.current) list --csv` has the \($0.name) of each \(words.noun)."
      })
  }
}
