// Times as people type them. They are read in the zone and by the conventions that output is written in, so that what
// was shown can be typed, and leads to what it was shown for. What time it is, the caller says.

import EventSourcing

/// The context of typed times: this moment, a zone, and the order of a date's parts.
package struct TypedTimes: Sendable {
  private let now: Timestamp?
  package let zone: TimeZoneRules
  package let locale: LocaleRules
  private let reportAmbiguity: @Sendable (String) -> Void

  /// The moments that a typed time stands for: all of a day, a minute or a second.
  package struct Moments: Sendable {
    package let first: Timestamp
    /// The last moment; before the first one if the zone's clocks skipped the day.
    package let last: Timestamp
    package let isDay: Bool
  }

  /// - Parameters:
  ///   - now: nil where there is no clock: nothing is `now` there, nor `yesterday`.
  ///   - reportAmbiguity: Is told which moment was taken for a time that clocks show twice, or never.
  package init(
    now: Timestamp?, zone: TimeZoneRules = .utc, locale: LocaleRules = .iso,
    reportAmbiguity: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    (self.now, self.zone, self.locale, self.reportAmbiguity) = (now, zone, locale, reportAmbiguity)
  }

  /// Times in UTC, without a clock.
  package static let utc = TypedTimes(now: nil)

  /// Reads `2026-01-31T12:00`, `2026-01-31`, `T12:00` (today), `now`, `today` or `yesterday`, and times as they are
  /// shown: `2026-01-31 12:00:00 +01:00`, `31.01.2026, 12:00`. A time may have seconds, up to six fraction digits, and
  /// a zone of its own: `Z` or an offset such as `+01:00`.
  package func read(_ text: String) -> Moments? {
    if let word = TimeWord(rawValue: text) { return now.map { moments(of: word, at: $0) } }
    let (typed, ownZone) = parts(of: text)
    let zone = ownZone ?? self.zone
    var local = [locale, .iso].lazy.compactMap { $0.isoTime(typed) }.first ?? typed
    if local.hasPrefix("T"), let now { local = zone.day(of: now).name + local }
    if local.utf8.count == 10 {
      guard ownZone == nil, let day = Timestamp(local + "T00:00:00.000000Z") else { return nil }
      return moments(of: zone.day(midnight: day.second))
    }
    guard let shown = Timestamp.moments(loosely: local + "Z") else { return nil }
    let (first, last) = (
      zone.moment(showing: shown.lowerBound.second), zone.moment(showing: shown.upperBound.second)
    )
    guard !first.isShown, last.isShown else {
      report(first, typed, in: zone)
      return moments(shown, shiftedBy: first.second - shown.lowerBound.second)
    }
    // Only its beginning was skipped.
    return Moments(
      first: Timestamp(microseconds: zone.boundary(shown.lowerBound.second) * 1_000_000),
      last: moments(shown, shiftedBy: last.second - shown.upperBound.second).last, isDay: false)
  }

  /// The time without the zone that follows it, and that zone if there is one. An offset may be followed by the name of
  /// the zone that it was shown for.
  private func parts(of text: String) -> (String, TimeZoneRules?) {
    var (text, found) = (text, TimeZoneRules?.none)
    for zone in [.utc, zone] where text.hasSuffix(" " + zone.name) {
      (text, found) = (String(text.dropLast(zone.name.count + 1)), zone)
    }
    guard let (time, zone) = TimeZoneRules.split(text) else { return (text, found) }
    return (time.hasSuffix(" ") ? String(time.dropLast()) : time, zone)
  }

  private func moments(of word: TimeWord, at now: Timestamp) -> Moments {
    switch word {
    case .now: Moments(first: now, last: now, isDay: false)
    case .today: moments(of: zone.day(of: now))
    case .yesterday: moments(of: zone.day(before: zone.day(of: now)))
    }
  }

  private func moments(of day: TimeZoneRules.Day) -> Moments {
    Moments(first: day.first, last: day.last, isDay: true)
  }

  private func moments(_ local: ClosedRange<Timestamp>, shiftedBy seconds: Int64) -> Moments {
    let (first, last) = (local.lowerBound.microseconds, local.upperBound.microseconds)
    return Moments(
      first: Timestamp(microseconds: first + seconds * 1_000_000),
      last: Timestamp(microseconds: last + seconds * 1_000_000), isDay: false)
  }

  private func report(_ moment: TimeZoneRules.Reading, _ typed: String, in zone: TimeZoneRules) {
    let offset = TimeZoneRules.text(ofOffset: moment.offset)
    if let other = moment.other {
      reportAmbiguity(
        "Clocks in \(zone.name) showed \(typed) twice. It was taken with the offset \(offset): add "
          + "\(TimeZoneRules.text(ofOffset: other)) for the other time.")
    } else if !moment.isShown {
      reportAmbiguity(
        "Clocks in \(zone.name) skipped \(typed). It was taken with the offset before that, \(offset)."
      )
    }
  }
}
