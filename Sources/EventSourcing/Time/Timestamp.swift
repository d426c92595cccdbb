// A point in time as the log keeps it: UTC, whole microseconds. No calendar, no time zone, no clock.

/// Microseconds since 1970-01-01T00:00:00Z, between the years 0001 and 9999.
///
/// Written as RFC 3339 with exactly six fraction digits: `2026-11-20T09:00:00.000000Z`.
@frozen public struct Timestamp: BitwiseCopyable, Hashable, Comparable, Sendable {
  /// Microseconds since the Unix epoch; negative before it.
  public let microseconds: Int64

  /// The number of bytes of the written form.
  public static let width = 27

  /// The first moment that can be written: 0001-01-01T00:00:00.000000Z.
  public static let earliest = Timestamp(microseconds: -62_135_596_800_000_000)

  /// The last moment that can be written: 9999-12-31T23:59:59.999999Z.
  public static let latest = Timestamp(microseconds: 253_402_300_799_999_999)

  /// The moment this many microseconds after the Unix epoch, limited to `earliest` and `latest`.
  @inlinable public init(microseconds: Int64) {
    self.microseconds = min(max(microseconds, -62_135_596_800_000_000), 253_402_300_799_999_999)
  }

  /// Earlier moments come first.
  @inlinable public static func < (one: Timestamp, other: Timestamp) -> Bool {
    one.microseconds < other.microseconds
  }

  /// 24 hours earlier.
  @inlinable var dayBefore: Timestamp { Timestamp(microseconds: microseconds - 86_400_000_000) }

  /// The last microsecond of this moment's day (UTC).
  public var endOfDay: Timestamp {
    let day: Int64 = 86_400_000_000
    let start = microseconds - (microseconds % day + day) % day
    return Timestamp(microseconds: start + day - 1)
  }

  /// Year, month (1…12) and day (1…31) in UTC.
  public var date: (year: Int, month: Int, day: Int) {
    let (days, _) = Self.split(microseconds)
    return Self.civil(fromDays: days)
  }

  @usableFromInline static func split(_ microseconds: Int64) -> (days: Int64, rest: Int64) {
    let day: Int64 = 86_400_000_000
    var days = microseconds / day
    var rest = microseconds % day
    if rest < 0 {
      rest += day
      days -= 1
    }
    return (days, rest)
  }
}

// Conversions between a count of days and a proleptic Gregorian date, after Howard Hinnant,
// "chrono-compatible low-level date algorithms" (2013).
extension Timestamp {
  static func civil(fromDays days: Int64) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (Int(year), Int(month), Int(day))
  }

  @usableFromInline package static func days(year: Int, month: Int, day: Int) -> Int64 {
    let shiftedYear = Int64(month <= 2 ? year - 1 : year)
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let shiftedMonth = Int64(month > 2 ? month - 3 : month + 9)
    let dayOfYear = (153 * shiftedMonth + 2) / 5 + Int64(day) - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  static func daysInMonth(_ month: Int, of year: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    default: 31
    }
  }
}
