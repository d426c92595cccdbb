// The report's part on persons: their refunds, and their refused commands.

import Formatting
import HistoryScenes
import OrderDomain

extension ReportFigures {
  /// The refunds of an actor in a month in one currency, of orders that are deleted or aren't.
  private struct Refund {
    let group: Group
    let isFirst: Bool
    let isDeleted: Bool
    let sum: StreamStatistics.Sum

    static func rows(of group: Group) -> [Refund] {
      let sums =
        group.kept.sums.map { (false, $0) } + (group.deleted?.sums ?? []).map { (true, $0) }
      return sums.enumerated().map { place, sum in
        Refund(group: group, isFirst: place == 0, isDeleted: sum.0, sum: sum.1)
      }
    }
  }

  var refunds: Section {
    let place = Orders.totals.firstIndex { $0.name == "refunded" } ?? 0
    let rows = response.refunds.groups.filter { $0.accepted > 0 }.flatMap(Refund.rows(of:))
    return Section(
      name: .refunds, title: "Refunds", paragraphs: ["Who refunded what in each month."],
      charts: [],
      tables: [
        table(
          "Refunds by month and person",
          [
            .init("Month", "when the refunds were requested") { .text($0.group.values[0]) },
            .init("Person", "who requested them") { .text($0.group.values[1]) },
            .init("Of", "whether the orders are deleted now") {
              .text($0.isDeleted ? "deleted orders" : "orders")
            },
            .init("Refunds", "how many; in the first row of each group") {
              $0.isFirst ? .count($0.group.accepted) : .empty
            },
            .init("Refunded", "what was paid back") {
              .money($0.sum.amounts[place], currency: $0.sum.currency)
            },
          ], rows, orNone: "Nothing was refunded.")
      ])
  }

  /// The number of refusals of each rule, the largest first.
  private var refusalsByRule: [(rule: String, count: Int)] {
    var counts: [String: Int] = [:]
    for group in response.refusals.groups {
      counts[group.values[0] ?? "", default: 0] += group.rejected
    }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
  }

  var refusals: Section {
    let rules = refusalsByRule
    let ranks = Dictionary(uniqueKeysWithValues: rules.enumerated().map { ($1.rule, $0) })
    let groups = response.refusals.groups.sorted { one, other in
      let (first, second) = (
        ranks[one.values[0] ?? ""] ?? 0, ranks[other.values[0] ?? ""] ?? 0
      )
      return first == second ? one.rejected > other.rejected : first < second
    }
    let most = rules.first.map { "The rule that refused most is \($0.rule)." }
    let count = rules.reduce(0) { $0 + $1.count }
    return Section(
      name: .refusals, title: "Refused commands",
      paragraphs: [
        count == 0
          ? "No command was refused."
          : "\(formatting.number(Int64(count))) \(count == 1 ? "command was" : "commands were") refused. \(most ?? "")"
      ], charts: rules.isEmpty ? [] : [refusalChart(rules)],
      tables: [
        table(
          "Refused commands by rule and person",
          [
            .init("Rule", "the code of the refusal") { .text($0.values[0]) },
            .init("Person", "who requested the commands") { .text($0.values[1]) },
            .init("Refused", "how many were refused") { .count($0.rejected) },
          ], groups, orNone: nil)
      ])
  }

  private func refusalChart(_ rules: [(rule: String, count: Int)]) -> ReportChart {
    ReportChart(
      "Refused commands by rule", .bars,
      rules.prefix(Self.longestBarList).map {
        .init(label: $0.rule, value: Int64($0.count), text: formatting.number(Int64($0.count)))
      }, formatting)
  }
}
