// The rule for the time after a zone's last listed change: a POSIX TZ string such as
// `CET-1CEST,M3.5.0,M10.5.0/3` (POSIX.1-2017, 8.3; RFC 8536, 3.3).

import EventSourcing

/// Standard time, and summer time between two days of each year.
struct YearlyRule: Sendable, Equatable {
  /// A moment of each year, on the clock that holds until then.
  struct Moment: Sendable, Equatable {
    enum Day: Sendable, Equatable {
      /// The n-th (5: the last) of a weekday (0: Sunday) in a month.
      case week(month: Int, week: Int, weekday: Int)
      /// 1 to 365; 29 February is never counted.
      case julian(Int)
      /// 0 to 365; 29 February is counted.
      case zeroBased(Int)
    }
    let day: Day
    /// Seconds after midnight; may be negative or more than a day.
    let second: Int
  }

  let standard: Int
  /// Seconds ahead of UTC in summer, and from when to when; nil if there is no summer time.
  let summer: (offset: Int, start: Moment, end: Moment)?

  static func == (one: YearlyRule, other: YearlyRule) -> Bool {
    one.standard == other.standard && one.summer?.offset == other.summer?.offset
      && one.summer?.start == other.summer?.start && one.summer?.end == other.summer?.end
  }

  func offset(at second: Int64) -> Int {
    guard let summer else { return standard }
    let year = Timestamp(microseconds: second * 1_000_000 + Int64(standard) * 1_000_000).date.year
    let start = summer.start.time(in: year, offset: standard)
    let end = summer.end.time(in: year, offset: summer.offset)
    let isSummer =
      start < end ? start <= second && second < end : second < end || start <= second
    return isSummer ? summer.offset : standard
  }
}

extension YearlyRule.Moment {
  fileprivate func time(in year: Int, offset: Int) -> Int64 {
    /// Days from 1970-01-01 to the first of a month.
    func start(_ month: Int, of year: Int) -> Int64 {
      Timestamp.days(year: year, month: month, day: 1)
    }
    let newYear = start(1, of: year)
    let days: Int64
    switch day {
    case .julian(let number):
      let leapDay = start(3, of: year) - newYear == 60 && number > 59 ? 1 : 0
      days = newYear + Int64(number - 1 + leapDay)
    case .zeroBased(let number): days = newYear + Int64(number)
    case .week(let month, let week, let weekday):
      let first = start(month, of: year)
      // 1970-01-01 was a Thursday.
      let skipped = (Int64(weekday) - (first + 4)) % 7
      var found = first + (skipped + 7) % 7 + Int64(week - 1) * 7
      let next = month == 12 ? start(1, of: year + 1) : start(month + 1, of: year)
      while found >= next { found -= 7 }
      days = found
    }
    return days * 86_400 + Int64(second - offset)
  }
}

extension YearlyRule {
  /// Reads a TZ string; nil if it isn't one.
  init?(_ text: String) {
    var scanner = Scanner(rest: Substring(text))
    guard scanner.name(), let west = scanner.offset() else { return nil }
    standard = -west
    guard !scanner.rest.isEmpty else {
      summer = nil
      return
    }
    guard scanner.name() else { return nil }
    var offset = standard + 3600
    if scanner.rest.first != "," {
      guard let west = scanner.offset() else { return nil }
      offset = -west
    }
    guard let start = scanner.moment(), let end = scanner.moment(), scanner.rest.isEmpty else {
      return nil
    }
    summer = (offset, start, end)
  }

  private struct Scanner {
    var rest: Substring

    mutating func take(_ character: Character) -> Bool {
      guard rest.first == character else { return false }
      rest.removeFirst()
      return true
    }

    mutating func name() -> Bool {
      let isQuoted = take("<")
      let name = rest.prefix { isQuoted ? $0 != ">" : $0.isLetter }
      rest = rest.dropFirst(name.count)
      return name.count >= 3 && (!isQuoted || take(">"))
    }

    mutating func number(upTo limit: Int) -> Int? {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      guard digits.count <= 3, let number = Int(digits), number <= limit else { return nil }
      rest = rest.dropFirst(digits.count)
      return number
    }

    /// `[+-]hh[:mm[:ss]]` in seconds.
    mutating func offset() -> Int? {
      let isNegative = take("-")
      if !isNegative { _ = take("+") }
      guard let hours = number(upTo: 167) else { return nil }
      var seconds = hours * 3600
      for unit in [60, 1] where take(":") {
        guard let part = number(upTo: 59) else { return nil }
        seconds += part * unit
      }
      return isNegative ? -seconds : seconds
    }

    mutating func moment() -> Moment? {
      guard take(","), let day = day() else { return nil }
      guard take("/") else { return Moment(day: day, second: 7200) }
      return offset().map { Moment(day: day, second: $0) }
    }

    private mutating func day() -> Moment.Day? {
      if take("M") {
        guard let month = number(upTo: 12), month > 0, take("."), let week = number(upTo: 5),
          week > 0, take("."), let weekday = number(upTo: 6)
        else { return nil }
        return .week(month: month, week: week, weekday: weekday)
      }
      if take("J") { return number(upTo: 365).flatMap { $0 > 0 ? .julian($0) : nil } }
      return number(upTo: 365).map { .zeroBased($0) }
    }
  }
}
