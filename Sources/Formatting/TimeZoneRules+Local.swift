// The times that clocks of a zone show: where they are put back they show times twice, and where they are put forward
// they skip some. Times on clocks are seconds since 1970, as if the clocks showed UTC.

import EventSourcing

extension TimeZoneRules {
  /// The offsets around a time on clocks, and the second at which the later one begins; the same twice if clocks
  /// aren't changed on these days.
  private func offsets(around local: Int64) -> (before: Int64, after: Int64, change: Int64) {
    var (low, high) = (local - 86_400, local + 86_400)
    let (before, after) = (offset(atSecond: low), offset(atSecond: high))
    while before != after, high - low > 1 {
      let middle = low + (high - low) / 2
      if offset(atSecond: middle) == before { low = middle } else { high = middle }
    }
    return (Int64(before), Int64(after), high)
  }

  /// The moment at which clocks show a time.
  struct Reading {
    /// The first of two moments; if there is none, the one at which clocks would show it if they hadn't been put
    /// forward yet.
    let second: Int64
    let offset: Int
    let isShown: Bool
    /// The offset at the second moment; nil if there is none.
    let other: Int?
  }

  func moment(showing local: Int64) -> Reading {
    let (before, after, change) = offsets(around: local)
    let (first, last) = (local - before, local - after)
    guard before != after, last >= change else {
      let isShown = before == after || first < change
      return Reading(second: first, offset: Int(before), isShown: isShown, other: nil)
    }
    return first < change
      ? Reading(second: first, offset: Int(before), isShown: true, other: Int(after))
      : Reading(second: last, offset: Int(after), isShown: true, other: nil)
  }

  /// Whether clocks show a time more than once.
  func isAmbiguous(_ local: Int64) -> Bool { moment(showing: local).other != nil }

  /// The second from which on clocks show no time before this one any more.
  func boundary(_ local: Int64) -> Int64 {
    let (before, after, change) = offsets(around: local)
    let (first, last) = (local - before, local - after)
    guard before != after else { return first }
    if first < change { return last > change ? last : first }
    return max(last, change)
  }

  /// A day as clocks show it, from its midnight to the next. Where one of these comes twice, because clocks are put back
  /// over it, it is the one after which no time of the day before is shown.
  package struct Day: Hashable, Sendable {
    /// The day's name in ISO 8601: `2026-01-31`.
    package let name: String
    package let first: Timestamp
    /// The last moment; before the first one if the zone's clocks skipped the day.
    package let last: Timestamp
  }

  /// The day that begins at a midnight on clocks.
  func day(midnight: Int64) -> Day {
    let (first, next) = (boundary(midnight), boundary(midnight + 86_400))
    return Day(
      name: String(Timestamp(microseconds: midnight * 1_000_000).description.prefix(10)),
      first: Timestamp(microseconds: first * 1_000_000),
      last: Timestamp(microseconds: next * 1_000_000 - 1))
  }

  /// The day that a moment belongs to.
  package func day(of time: Timestamp) -> Day {
    let local = time.second + Int64(offset(at: time))
    let earliest = Timestamp.earliest.second
    var midnight = max(
      earliest, min(local - (local - earliest) % 86_400, Timestamp.latest.second / 86_400 * 86_400))
    while midnight > earliest, time.second < boundary(midnight) { midnight -= 86_400 }
    return day(midnight: midnight)
  }

  /// The day before one.
  func day(before day: Day) -> Day {
    let midnight = Timestamp(day.name + "T00:00:00.000000Z") ?? .earliest
    return self.day(midnight: midnight.second - 86_400)
  }
}
