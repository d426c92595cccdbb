// The charts of a report, as numbers and their texts: where a bar ends, and what is written beside an axis. How wide a
// bar is in pixels, the page decides.

package struct ReportChart: Equatable, Sendable {
  package enum Form: Equatable, Sendable {
    /// Columns from left to right, along time.
    case columns
    /// One below the other.
    case bars
  }

  package struct Point: Equatable, Sendable {
    package let label: String
    package let value: Int64
    /// The value for people, perhaps with more about it.
    package let text: String
  }

  package struct Tick: Equatable, Sendable {
    package let value: Int128
    package let label: String
  }

  package let title: String
  package let form: Form
  package let points: [Point]
  /// The ticks from the lowest to the highest: the ends of the axis are the first and the last. Zero is one of them.
  package let ticks: [Tick]
  /// A description of the picture, for people who don't see it.
  package let description: String
}

extension ReportChart {
  /// - Parameter exponent: The number of decimals that the values have.
  init(
    _ title: String, _ form: Form, _ points: [Point], decimals exponent: Int = 0,
    _ formatting: Formatting
  ) {
    self.title = title
    self.form = form
    self.points = points
    ticks = Self.ticks(of: points.map(\.value), exponent, formatting)
    description = Self.description(of: points, form)
  }

  private static func description(of points: [Point], _ form: Form) -> String {
    guard let first = points.first, let last = points.last else { return "Nothing to show." }
    let most = points.max { $0.value < $1.value } ?? first
    let least = points.min { $0.value < $1.value } ?? first
    let extremes = "Most in \(most.label): \(most.text). Least in \(least.label): \(least.text)."
    return switch form {
    case .columns:
      "A column for each of \(points.count) months, \(first.label) to \(last.label). \(extremes)"
    case .bars:
      points.prefix(10).map { "\($0.label): \($0.text)" }.joined(separator: "; ") + "."
    }
  }

  /// Up to six values, a round distance from each other, that enclose all values and zero.
  private static func ticks(of values: [Int64], _ exponent: Int, _ formatting: Formatting)
    -> [Tick]
  {
    let low = Int128(min(0, values.min() ?? 0))
    let high = max(Int128(max(0, values.max() ?? 0)), low + 1)
    let step = roundStep(atLeast: (high - low + 3) / 4)
    let first = low / step - (low % step == 0 ? 0 : 1)
    let last = high / step + (high % step == 0 ? 0 : 1)
    let unit = (0..<exponent).reduce(Int128(1)) { unit, _ in unit * 10 }
    return (first...last).map { place in
      Tick(value: place * step, label: label(place * step, step, unit, formatting))
    }
  }

  /// 1, 2 or 5, with zeros.
  private static func roundStep(atLeast least: Int128) -> Int128 {
    var power: Int128 = 1
    while true {
      for digit in [1, 2, 5] as [Int128] where digit * power >= least { return digit * power }
      power *= 10
    }
  }

  /// Without decimals if no label of the axis has any.
  private static func label(
    _ value: Int128, _ step: Int128, _ unit: Int128, _ formatting: Formatting
  ) -> String {
    if step % unit == 0 { return formatting.number(Int64(clamping: value / unit)) }
    let (whole, rest) = (value.magnitude / unit.magnitude, value.magnitude % unit.magnitude)
    let decimals = String(String(unit.magnitude + rest).dropFirst())
    return formatting.locale.number("\(value < 0 ? "-" : "")\(whole).\(decimals)")
  }
}

extension ReportChart {
  /// The number of months that a chart shows.
  static let longestTime = 120

  /// The months from one to another, as statistics name them, `2026-01`.
  ///
  /// - Returns: Up to `limit` of them, the last ones; and whether there are more.
  static func months(_ names: [String], limit: Int = longestTime) -> (months: [String], isCut: Bool)
  {
    let numbers = names.compactMap { name -> Int? in
      let parts = name.split(separator: "-").compactMap { Int($0) }
      return parts.count == 2 ? parts[0] * 12 + parts[1] - 1 : nil
    }
    guard let first = numbers.min(), let last = numbers.max() else { return ([], false) }
    let start = max(first, last - limit + 1)
    let months = (start...last).map { number in
      let year = String(number / 12)
      let month = number % 12 + 1
      return String(repeating: "0", count: max(0, 4 - year.count)) + year
        + (month < 10 ? "-0\(month)" : "-\(month)")
    }
    return (months, start > first)
  }
}
