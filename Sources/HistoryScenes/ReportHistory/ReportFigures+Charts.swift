// The charts of what happened month by month: new streams, and for each currency what was added up; commands where
// nothing is.

extension ReportFigures {
  /// The number of currencies that have charts: those that most streams have.
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
    let deleted = hasDeleted ? "The charts include \(words.plural) that were deleted later." : nil
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
    func counts(_ title: String, _ count: (Group) -> Int) -> ReportChart {
      ReportChart(title, .columns, points({ Int64(count($0)) }, formatting.number), formatting)
    }
    let new = counts("New \(words.plural) a month") {
      $0.kept.streams + ($0.deleted?.streams ?? 0)
    }
    guard !sums.isEmpty else { return [new, counts("Commands a month") { $0.entries }] }
    return [new]
      + chartedCurrencies.flatMap { currency in
        sums.enumerated().compactMap { place, sum in
          let isAmount = response.statistics.kinds.isAmount(sum.name)
          let points = points({ Self.sum(of: $0, place, currency) }) {
            isAmount ? formatting.money($0, currency: currency) : formatting.number($0)
          }
          guard points.contains(where: { $0.value != 0 }) else { return nil }
          // It isn't known how many decimals an amount without a currency has.
          let isKnown = isAmount && !currency.isEmpty
          let unit = isAmount ? isKnown ? ", \(currency)" : ", minor units" : ""
          return ReportChart(
            "\(words(for: sum).heading) a month\(unit)", .columns, points,
            decimals: isKnown ? Currency.exponent(of: currency) : 0, formatting)
        }
      }
  }

  /// The sum of both parts: the past of streams that are deleted now counts, too.
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
