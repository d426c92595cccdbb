// The numbers that the next entry may have where lines may be bad, missing or moved.
//
// A number that doesn't follow is reported once: after an entry out of order, both the next number after it and
// the one that was expected anyway are fine, because it can't be known which of the two was wrong.

struct ExpectedNumbers {
  /// The kind of error of a number.
  enum Objection: Equatable {
    /// Numbers before it are missing.
    case tooHigh
    /// It was there before, or should have been.
    case tooLow
  }

  /// The largest number of possibilities that are remembered.
  private static let limit = 3

  private let mayBeMissing: Bool
  private var ranges: [ClosedRange<Int>]
  private var last: Int

  /// - Parameters:
  ///   - seq: The last number before.
  ///   - form: Whether numbers may be missing: they may in a history, not in a store.
  init(after seq: Int, _ form: LineForm) {
    mayBeMissing = form == .history
    last = seq
    ranges = []
    ranges = [follower(of: seq)]
  }

  /// Notes lines that can't be read: each may have been an entry, or none.
  mutating func skip(lines count: Int) {
    ranges = ranges.map { $0.lowerBound...($0.upperBound == .max ? .max : $0.upperBound + count) }
  }

  /// Takes the number of the next entry.
  mutating func take(_ seq: Int) -> Objection? {
    defer { last = seq }
    let isExpected = ranges.contains { $0.contains(seq) } && seq != last
    let next = follower(of: seq)
    guard !isExpected else {
      ranges = [next]
      return nil
    }
    let isHigh = seq > ranges[0].upperBound
    let others = ranges.map { shifted($0) }.filter { $0 != next }
    ranges = Array(([next] + others).prefix(Self.limit))
    return isHigh ? .tooHigh : .tooLow
  }

  /// The first number that may come next.
  var first: Int { ranges.map(\.lowerBound).min() ?? last + 1 }

  /// Whether entries up to this one are missing at the end.
  func lack(_ seq: Int) -> Bool { ranges.allSatisfy { $0.upperBound <= seq } }

  /// The numbers that may come next, as a part of a sentence: `12`, `12 or 13`, `12 to 14`, `more than 11`.
  var text: String {
    if mayBeMissing { return "more than \(first - 1)" }
    if ranges.count == 1, ranges[0].count > 2 {
      return "\(ranges[0].lowerBound) to \(ranges[0].upperBound)"
    }
    let numbers = Set(ranges.flatMap { [$0.lowerBound, $0.upperBound] }).sorted()
    return numbers.map { "\($0)" }.joined(separator: " or ")
  }

  private func follower(of seq: Int) -> ClosedRange<Int> {
    seq + 1...(mayBeMissing ? .max : seq + 1)
  }

  private func shifted(_ range: ClosedRange<Int>) -> ClosedRange<Int> {
    mayBeMissing ? range : range.lowerBound + 1...range.upperBound + 1
  }
}
