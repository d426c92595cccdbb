// The number of streams that went from each status to another, and how long that took them.

/// The streams' way through the words of the field that groups them: through the statuses of orders.
struct StatusFlow: Sendable {
  private struct Step: Hashable {
    /// The places of the words before and after; nil where streams begin.
    let from: Int?
    let to: Int
  }

  struct Row: Equatable, Sendable {
    /// nil where streams begin.
    let from: String?
    let to: String
    let count: Int
    /// nil where streams begin.
    let durations: Durations?
  }

  /// Times that really were taken, in microseconds: by nearest rank, nothing is interpolated.
  struct Durations: Equatable, Sendable {
    let shortest: Int64
    /// Half of the streams took at most this long.
    let median: Int64
    /// Nine of ten streams took at most this long.
    let ninetieth: Int64
    let longest: Int64

    /// nil for none.
    init?(_ times: [Int64]) {
      let sorted = times.sorted()
      guard let first = sorted.first, let last = sorted.last else { return nil }
      func rank(_ tenths: Int) -> Int64 { sorted[(sorted.count * tenths + 9) / 10 - 1] }
      (shortest, median, ninetieth, longest) = (first, rank(5), rank(9), last)
    }
  }

  let field: String
  private let words: [String]
  private let period: ClosedRange<Timestamp>
  /// The time when each stream came to its word.
  private var since: [Int: Timestamp] = [:]
  private var times: [Step: [Int64]] = [:]

  /// - Parameters:
  ///   - words: The field's words, in the order of a stream's life.
  ///   - period: The time in which a step must have been taken to be counted.
  init(of field: String, _ words: [String], _ period: ClosedRange<Timestamp>) {
    (self.field, self.words, self.period) = (field, words, period)
  }

  /// Takes in the words of a stream, by their places, before and after an entry.
  mutating func take(_ before: Int?, _ after: Int?, of stream: Int, at time: Timestamp) {
    guard let after, after != before else { return }
    let start = since.updateValue(time, forKey: stream)
    guard period.contains(time) else { return }
    times[Step(from: before, to: after), default: []]
      .append(time.microseconds - (start ?? time).microseconds)
  }

  /// The rows, in the order of a stream's life.
  var rows: [Row] {
    let sorted = times.sorted {
      ($0.key.from ?? -1, $0.key.to) < ($1.key.from ?? -1, $1.key.to)
    }
    return sorted.map { step, times in
      Row(
        from: step.from.map { words[$0] }, to: words[step.to], count: times.count,
        durations: step.from == nil ? nil : Durations(times))
    }
  }
}
