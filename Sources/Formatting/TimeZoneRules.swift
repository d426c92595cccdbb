// A time zone as the changes of its clocks. The source of the rules isn't known here: the caller
// passes the bytes of a file of the tz database.

import EventSourcing

package struct TimeZoneRules: Sendable, Equatable {
  /// Its name: `Europe/Berlin`, `+05:30`, `UTC`.
  package let name: String
  /// Seconds ahead of UTC before the first change.
  let offsetBefore: Int
  /// The times from which clocks are this many seconds ahead of UTC, in order.
  private(set) var changes: [Transition] = []
  /// The rule after the last change; nil if that one's offset holds forever.
  private(set) var yearlyRule: YearlyRule?

  struct Transition: Sendable, Equatable {
    /// Seconds since 1970 in UTC.
    let time: Int64
    /// Seconds ahead of UTC from then on.
    let offset: Int
  }

  /// Coordinated Universal Time.
  package static let utc = TimeZoneRules(name: "UTC", offsetBefore: 0)
}

extension TimeZoneRules {
  /// The zone of a fixed offset: `UTC`, `Z`, `+05:30`, `-08:00`, `+00:53:28`; nil for anything else.
  package init?(offset text: String) {
    if text == "UTC" || text == "Z" {
      self = .utc
      return
    }
    let parts = text.utf8.dropFirst().split(separator: 0x3A, omittingEmptySubsequences: false)
    guard let sign = text.utf8.first, sign == 0x2B || sign == 0x2D, (2...3).contains(parts.count),
      parts.allSatisfy({ $0.count == 2 })
    else { return nil }
    let numbers = parts.compactMap { Self.number(Array($0)) }
    guard numbers.count == parts.count, numbers[0] < 24, numbers[1...].allSatisfy({ $0 < 60 })
    else {
      return nil
    }
    let seconds = zip(numbers, [3600, 60, 1]).reduce(0) { $0 + $1.0 * $1.1 }
    self.init(name: text, offsetBefore: sign == 0x2D ? -seconds : seconds)
  }

  /// An offset in seconds, as ``init(offset:)`` reads it.
  static func text(ofOffset seconds: Int) -> String {
    let numbers = [abs(seconds) / 3600, abs(seconds) / 60 % 60, abs(seconds) % 60]
    let digits = numbers.prefix(numbers[2] == 0 ? 2 : 3).map { $0 < 10 ? "0\($0)" : "\($0)" }
    return (seconds < 0 ? "-" : "+") + digits.joined(separator: ":")
  }

  private static func number(_ digits: [UInt8]) -> Int? {
    digits.reduce(0) { number, digit in
      guard let number, (0x30...0x39).contains(digit) else { return nil }
      return number * 10 + Int(digit - 0x30)
    }
  }

  /// The number of seconds by which clocks are ahead of UTC. O(log n) in the number of changes.
  package func offset(at time: Timestamp) -> Int { offset(atSecond: time.second) }

  func offset(atSecond second: Int64) -> Int {
    var (low, high) = (0, changes.count)
    while low < high {
      let middle = (low + high) / 2
      if changes[middle].time <= second { low = middle + 1 } else { high = middle }
    }
    if low == changes.count, let yearlyRule { return yearlyRule.offset(at: second) }
    return low == 0 ? offsetBefore : changes[low - 1].offset
  }
}

extension Timestamp {
  /// Whole seconds since 1970.
  var second: Int64 {
    (microseconds - (microseconds % 1_000_000 + 1_000_000) % 1_000_000) / 1_000_000
  }
}
