// Counts what differs, and adds up the money, while differences are presented one by one.

import HistoryScenes
import EventSourcing
import JSONLines

/// Passes differences on to a presenter and keeps the sums.
struct DifferenceCount {
  private let presenter: any PresentationLogic<HistoryDifferences.Response>
  private var commands = 0
  private var ends = 0
  private var money: [String: HistoryDifferences.MoneyDifference] = [:]

  init(_ presenter: any PresentationLogic<HistoryDifferences.Response>) {
    self.presenter = presenter
  }

  mutating func add(_ command: HistoryDifferences.Command) {
    commands += 1
    presenter.present(.command(command))
  }

  /// Compares the ends of a stream.
  mutating func add(_ stream: String, was: FieldTree, now: FieldTree) throws(Failure) {
    let fields = was.differences(to: now)
    if fields.isEmpty { return }
    ends += 1
    presenter.present(.stream(.init(stream: stream, fields: fields)))
    try add(was, sign: -1)
    try add(now, sign: 1)
  }

  /// Deleted orders don't count, as elsewhere.
  private mutating func add(_ order: FieldTree, sign: Int64) throws(Failure) {
    guard let currency = order["currency"]?.string, order["status"]?.string != "deleted" else {
      return
    }
    var sum = money[currency] ?? HistoryDifferences.MoneyDifference(currency: currency)
    let parts: [(WritableKeyPath<HistoryDifferences.MoneyDifference, Int64>, String)] = [
      (\.total, "total"), (\.paid, "paid"), (\.refunded, "refunded"),
    ]
    for (part, name) in parts {
      // An amount of a state is never the smallest number there is, so it can be negated.
      let amount = sign * max(order[name]?.integer ?? 0, -Int64.max)
      let (value, overflows) = sum[keyPath: part].addingReportingOverflow(amount)
      guard !overflows else { throw .sumTooLarge(currency) }
      sum[keyPath: part] = value
    }
    money[currency] = sum
  }

  /// Presents the whole.
  ///
  /// - Returns: Whether nothing differs.
  func finish(_ tornTail: TornTail?) -> Bool {
    let sums = money.values.filter { $0.total != 0 || $0.paid != 0 || $0.refunded != 0 }
    let summary = HistoryDifferences.Summary(
      commands: commands, ends: ends, money: sums.sorted { $0.currency < $1.currency },
      tornTail: tornTail)
    presenter.present(.end(summary))
    return summary.isSame
  }
}

extension Failure {
  /// The failure of adding up amounts.
  static func sumTooLarge(_ currency: String) -> Failure {
    Failure(
      .badData, code: "sum-too-large",
      "The orders in \(currency) add up to more than 64 bits can hold.",
      hint: "`cleanstore list --sort total` shows the largest ones.")
  }
}
