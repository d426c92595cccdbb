// Times as programs write them: their zone is theirs, not the reader's.

import EventSourcing

extension Timestamp {
  /// Reads a time in UTC or with an offset: `2026-01-31T12:00:00Z`, `2026-01-31T13:00+01:00`; nil for anything else,
  /// also for a day alone, which would be its end.
  package init?(written text: String) {
    guard text.utf8.count > 10 else { return nil }
    guard let zone = TimeZoneRules(offset: String(text.suffix(6))) else {
      self.init(loosely: text)
      return
    }
    guard let shown = Timestamp(loosely: String(text.dropLast(6)) + "Z") else { return nil }
    self.init(microseconds: shown.microseconds - Int64(zone.offset(at: shown)) * 1_000_000)
  }
}
