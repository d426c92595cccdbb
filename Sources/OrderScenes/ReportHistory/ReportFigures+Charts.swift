// The charts of what happened month by month: new orders, and for each currency what was ordered, paid and refunded.

import Formatting
import HistoryScenes
import OrderDomain

extension ReportFigures {
  /// The number of currencies that have charts: those that most orders have.
  private static let chartedCurrencies = 4

  /// A note on how the charts differ from the table; nil if they don't.
  var chartNote: String? {
    let isCut = ReportChart.months(response.months.groups.compactMap { $0.values[0] }).isCut
    let parts = [
      isCut ? "the last \(ReportChart.longestTime) months" : nil,
      hasOtherCurrencies ? "\(Self.chartedCurrencies) currencies" : nil,
    ].compactMap { $0 }
    let cut =
      parts.isEmpty
      ? nil : "The charts show \(parts.joined(separator: " and ")); the table has all."
    let hasDeleted = response.months.groups.contains { $0.deleted != nil }
    let deleted = hasDeleted ? "The charts include orders that were deleted later." : nil
    let notes = [cut, deleted].compactMap { $0 }
    return notes.isEmpty ? nil : notes.joined(separator: " ")
  }

  var monthCharts: [ReportChart] {
    let groups = response.months.groups
    let (months, _) = ReportChart.months(groups.compactMap { $0.values[0] })
    guard !months.isEmpty else { return [] }
    let byMonth = Dictionary(
      groups.map { ($0.values[0] ?? "", $0) }, uniquingKeysWith: { first, _ in first })
    func points(_ value: (Group) -> Int64, _ text: (Int64) -> String) -> [ReportChart.Point] {
      months.map { month in
        let value = byMonth[month].map(value) ?? 0
        return .init(label: month, value: value, text: text(value))
      }
    }
    let orders = ReportChart(
      "New orders a month", .columns,
      points({ Int64($0.kept.streams + ($0.deleted?.streams ?? 0)) }, formatting.number), formatting
    )
    return [orders]
      + chartedCurrencies.flatMap { currency in
        Orders.totals.enumerated().compactMap { place, total in
          let points = points({ Self.sum(of: $0, place, currency) }) {
            formatting.money($0, currency: currency)
          }
          guard points.contains(where: { $0.value != 0 }) else { return nil }
          // It isn't known how many decimals an amount without a currency has.
          let isKnown = !currency.isEmpty
          return ReportChart(
            "\(Self.words(for: total).heading) a month, \(isKnown ? currency : "minor units")",
            .columns,
            points, decimals: isKnown ? Currency.exponent(of: currency) : 0, formatting)
        }
      }
  }

  /// The sum of both parts: the past of orders that are deleted now counts, too.
  private static func sum(of group: Group, _ place: Int, _ currency: String) -> Int64 {
    let sums = group.kept.sums + (group.deleted?.sums ?? [])
    let sum = sums.filter { $0.currency == currency }.reduce(0) { $0 + Int128($1.amounts[place]) }
    return Int64(clamping: sum)
  }

  private var hasOtherCurrencies: Bool { currencyCounts.count > Self.chartedCurrencies }

  /// Sorted; those with the most sums in months, if there are many.
  private var chartedCurrencies: [String] {
    let most = currencyCounts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return most.prefix(Self.chartedCurrencies).map(\.key).sorted()
  }

  /// The number of months in which there is something of each currency.
  private var currencyCounts: [String: Int] {
    var counts: [String: Int] = [:]
    for group in response.months.groups {
      for sum in group.kept.sums + (group.deleted?.sums ?? []) {
        counts[sum.currency, default: 0] += 1
      }
    }
    return counts
  }
}
