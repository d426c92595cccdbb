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
  /// The zone of a fixed offset: `UTC`, `Z`, `+05:30`, `-08:00`; nil for anything else.
  package init?(offset text: String) {
    if text == "UTC" || text == "Z" {
      self = .utc
      return
    }
    let bytes = Array(text.utf8)
    guard bytes.count == 6, bytes[0] == 0x2B || bytes[0] == 0x2D, bytes[3] == 0x3A,
      let hours = Self.number(bytes[1...2]), let minutes = Self.number(bytes[4...5]), hours < 24,
      minutes < 60
    else { return nil }
    let seconds = hours * 3600 + minutes * 60
    self.init(name: text, offsetBefore: bytes[0] == 0x2D ? -seconds : seconds)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    digits.reduce(0) { number, digit in
      guard let number, (0x30...0x39).contains(digit) else { return nil }
      return number * 10 + Int(digit - 0x30)
    }
  }

  /// How many seconds clocks are ahead of UTC. O(log n) in the number of changes.
  package func offset(at time: Timestamp) -> Int {
    let second =
      (time.microseconds - (time.microseconds % 1_000_000 + 1_000_000) % 1_000_000)
      / 1_000_000
    var (low, high) = (0, changes.count)
    while low < high {
      let middle = (low + high) / 2
      if changes[middle].time <= second { low = middle + 1 } else { high = middle }
    }
    if low == changes.count, let yearlyRule { return yearlyRule.offset(at: second) }
    return low == 0 ? offsetBefore : changes[low - 1].offset
  }

  /// The time in UTC at which clocks there show what clocks here show at this one.
  package func local(_ time: Timestamp) -> Timestamp {
    Timestamp(microseconds: time.microseconds + Int64(offset(at: time)) * 1_000_000)
  }
}
