// Times as programs write them: their zone is theirs, not the reader's.

import EventSourcing

extension Timestamp {
  /// Reads a time in UTC or with an offset: `2026-01-31T12:00:00Z`, `2026-01-31T13:00+01:00`; nil for anything else,
  /// also for a day alone, and for a time that is before year 1 or after 9999 in UTC.
  package init?(written text: String) {
    guard let (time, zone) = TimeZoneRules.split(text),
      let shown = Timestamp.moments(loosely: time + "Z")?.lowerBound
    else { return nil }
    let microseconds = shown.microseconds - Int64(zone.offset(at: shown)) * 1_000_000
    self.init(microseconds: microseconds)
    // The time in UTC may be in a year that can't be written.
    guard self.microseconds == microseconds else { return nil }
  }
}

extension TimeZoneRules {
  /// A time without the offset that ends it, `Z`, `+01:00` or `+00:53:28`, and the zone of that; nil if there is none.
  static func split(_ text: String) -> (time: String, zone: TimeZoneRules)? {
    for length in ["+00:00:00".count, "+00:00".count, "Z".count] {
      guard let zone = TimeZoneRules(offset: String(text.suffix(length))) else { continue }
      return (String(text.dropLast(length)), zone)
    }
    return nil
  }
}
