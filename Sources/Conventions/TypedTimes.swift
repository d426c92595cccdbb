// Times as people type them. They are read in the zone that output is written in, so that what was shown
// can be typed. What time it is, the caller says.

import EventSourcing

/// What typed times refer to: this moment and a zone.
package struct TypedTimes: Sendable {
  private let now: Timestamp?
  package let zone: TimeZoneRules

  /// Which moment of a day its name stands for.
  package enum MomentOfDay: Sendable { case first, last }

  /// - Parameter now: nil where there is no clock: nothing is `now` there, nor `yesterday`.
  package init(now: Timestamp?, zone: TimeZoneRules = .utc) {
    self.now = now
    self.zone = zone
  }

  /// Times in UTC, without a clock.
  package static let utc = TypedTimes(now: nil)

  /// Reads `2026-01-31T12:00`, `2026-01-31`, `T12:00` (today), `now`, `today` or `yesterday`. A time may
  /// have seconds, up to six fraction digits, and a zone of its own: `Z` or an offset such as `+01:00`.
  ///
  /// - Parameter moment: Of a day; if nil, a day is no time.
  package func read(_ text: String, ofDay moment: MomentOfDay?) -> Timestamp? {
    switch text {
    case "now": return now
    case "today": return today(in: zone).flatMap { self.moment(moment, of: $0) }
    case "yesterday":
      return today(in: zone).flatMap { self.moment(moment, of: $0.adding(days: -1)) }
    default: break
    }
    if text.utf8.count == 10, let day = Timestamp(text + "T00:00:00.000000Z") {
      return self.moment(moment, of: day)
    }
    var (local, zone) = (text, zone)
    if local.hasSuffix("Z") {
      local.removeLast()
      zone = .utc
    } else if let offset = TimeZoneRules(offset: String(local.suffix(6))) {
      local.removeLast(6)
      zone = offset
    }
    if local.hasPrefix("T"), let today = today(in: zone) {
      local = today.description.prefix(10) + local
    }
    guard local.utf8.count > 10 else { return nil }
    return Timestamp(loosely: local + "Z").map { zone.moment(showing: $0) }
  }

  /// The beginning of the day that it is, as if the zone's clocks showed UTC.
  private func today(in zone: TimeZoneRules) -> Timestamp? {
    now.flatMap { now in
      let local = now.adding(seconds: zone.offset(at: now))
      return Timestamp(local.description.prefix(10) + "T00:00:00.000000Z")
    }
  }

  private func moment(_ moment: MomentOfDay?, of day: Timestamp) -> Timestamp? {
    switch moment {
    case .first: zone.moment(showing: day)
    case .last:
      Timestamp(microseconds: zone.moment(showing: day.adding(days: 1)).microseconds - 1)
    case nil: nil
    }
  }
}

extension TimeZoneRules {
  /// The moment at which clocks show a time, which is given as if they showed UTC. Of two such moments,
  /// when clocks are put back, it is the first; if there is none, clocks count as not yet put forward.
  fileprivate func moment(showing local: Timestamp) -> Timestamp {
    let candidates = [-1, 1].map { local.adding(seconds: -offset(at: local.adding(days: $0))) }
    return candidates.first { $0.adding(seconds: offset(at: $0)) == local } ?? candidates[0]
  }
}

extension Timestamp {
  fileprivate func adding(seconds: Int) -> Timestamp {
    Timestamp(microseconds: microseconds + Int64(seconds) * 1_000_000)
  }

  fileprivate func adding(days: Int) -> Timestamp { adding(seconds: days * 86_400) }
}
