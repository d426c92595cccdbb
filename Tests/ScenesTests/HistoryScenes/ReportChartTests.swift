import Formatting
import Testing

@testable import HistoryScenes

/// The numbers of pictures: axes, months without a gap, and times in words.
@Suite struct ReportChartTests {
  private func chart(_ values: [Int64], decimals: Int = 0, _ formatting: Formatting = .standard)
    -> ReportChart
  {
    let points = values.enumerated().map {
      ReportChart.Point(label: "m\($0)", value: $1, text: "\($1)")
    }
    return ReportChart("", .columns, points, decimals: decimals, formatting)
  }

  @Test(arguments: [
    ([0], 0, ["0", "1"]), ([1], 0, ["0", "1"]), ([3, 2], 0, ["0", "1", "2", "3"]),
    ([7], 0, ["0", "2", "4", "6", "8"]), ([606], 0, ["0", "200", "400", "600", "800"]),
    ([-5, 10], 0, ["-5", "0", "5", "10"]), ([-1], 0, ["-1", "0"]),
    ([1250], 2, ["0", "5", "10", "15"]), ([199], 2, ["0.00", "0.50", "1.00", "1.50", "2.00"]),
    ([-30, 20], 2, ["-0.40", "-0.20", "0.00", "0.20"]),
    ([12_345], 3, ["0", "5", "10", "15"]), ([], 2, ["0.00", "0.01"]),
  ])
  func `an axis has round numbers, and encloses all values`(
    _ values: [Int64], _ decimals: Int, _ labels: [String]
  ) {
    #expect(chart(values, decimals: decimals).ticks.map(\.label) == labels)
  }

  @Test func `the largest amounts have an axis, too`() throws {
    for values in [[Int64.max], [.min], [.min, .max], [.max, .max - 1]] {
      let ticks = chart(values, decimals: 2).ticks
      let (low, high) = (try #require(ticks.first?.value), try #require(ticks.last?.value))
      #expect(ticks.count <= 7)
      #expect(values.allSatisfy { low <= Int128($0) && Int128($0) <= high })
    }
  }

  @Test func `an axis is written as is usual where readers are`() throws {
    let german = Formatting(locale: try #require(LocaleRules(named: "de-DE")))
    #expect(chart([1_234_567_00], decimals: 2, german).ticks.map(\.label).last == "1.500.000")
    #expect(
      chart([150], decimals: 2, german).ticks.map(\.label) == ["0,00", "0,50", "1,00", "1,50"])
  }

  @Test(arguments: [
    (["2026-01"], ["2026-01"]),
    (["2025-11", "2026-02"], ["2025-11", "2025-12", "2026-01", "2026-02"]), ([], []),
    (["0001-12", "0002-01"], ["0001-12", "0002-01"]),
  ])
  func `no month is left out between two`(_ names: [String], _ months: [String]) {
    #expect(ReportChart.months(names).months == months)
  }

  @Test func `of thousands of years, the last months are shown`() {
    let (months, isCut) = ReportChart.months(["0001-01", "9999-12"])
    #expect(isCut && months.count == 120 && months.last == "9999-12")
  }

  static let durations: [(microseconds: Int64, text: String)] = [
    (0, "0 s"), (-5, "0 s"), (9_999, "0 s"), (250_000, "0.25 s"), (50_000, "0.05 s"),
    (1_000_000, "1 s"), (59_900_000, "59 s"), (60_000_000, "1 min"), (80_000_000, "1 min 20 s"),
    (3_600_000_000, "1 h"), (3_659_000_000, "1 h"), (86_400_000_000, "1 d"),
    (90_000_000_000 + 1_800_000_000, "1 d 1 h"), (Int64.max, "106751991 d 4 h"),
  ]

  @Test(arguments: durations)
  func `times are told in two units`(_ microseconds: Int64, _ text: String) {
    #expect(Formatting.duration(microseconds) == text)
  }

  static let ranks: [(times: [Int64], expected: [Int64])] = [
    ([5], [5, 5, 5, 5]), ([3, 1], [1, 1, 3, 3]), ([1, 2, 3], [1, 2, 3, 3]),
    (Array(1...10), [1, 5, 9, 10]), (Array(1...100), [1, 50, 90, 100]),
  ]

  @Test(arguments: ranks)
  func `half took at most the median, nine of ten the ninetieth percentile`(
    _ times: [Int64], _ expected: [Int64]
  ) throws {
    let durations = try #require(StatusFlow.Durations(times.reversed()))
    let found = [durations.shortest, durations.median, durations.ninetieth, durations.longest]
    #expect(found == expected)
    #expect(StatusFlow.Durations([]) == nil)
  }
}
