// Reads dates and times as a locale shows them.

extension LocaleRules {
  /// The time that a text shows by these conventions, as ISO 8601 has it: `2026-11-26T14:03` for `26.11.2026, 14:03`;
  /// nil if it is something else. Whether there are such a day and time isn't checked.
  func isoTime(_ text: String) -> String? {
    let dateEnd = text.firstIndex { !$0.isDigit && String($0) != dateSeparator } ?? text.endIndex
    guard let date = isoDate(text[..<dateEnd]) else { return nil }
    guard dateEnd < text.endIndex else { return date }
    var clock = text[dateEnd...]
    if clock.first == ",", dateTimeSeparator.hasPrefix(",") { clock.removeFirst() }
    guard clock.first == " " else { return nil }
    return isoClock(clock.drop { $0 == " " }).map { date + "T" + $0 }
  }

  private func isoDate(_ text: Substring) -> String? {
    let parts = text.split(separator: dateSeparator, omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    let date = inOrder(parts)
    guard date.year.count == 4, date.year.allSatisfy(\.isDigit), let month = twoDigits(date.month),
      let day = twoDigits(date.day)
    else { return nil }
    return "\(date.year)-\(month)-\(day)"
  }

  private func isoClock(_ text: Substring) -> String? {
    let parts = text.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, let digits = twoDigits(parts[0]), let hour = Int(digits) else {
      return nil
    }
    guard hasTwelveHours else { return "\(digits):\(parts[1])" }
    let half = parts[1].suffix(2).uppercased()
    guard (1...12).contains(hour), half == "AM" || half == "PM" else { return nil }
    let rest = parts[1].dropLast(2).filter { !$0.isWhitespace }
    let hours = hour % 12 + (half == "PM" ? 12 : 0)
    return "\(hours < 10 ? "0" : "")\(hours):\(rest)"
  }

  /// Digits of a day, month or hour, with the zero that locales but ISO 8601 may leave out.
  private func twoDigits(_ text: Substring) -> String? {
    guard text.allSatisfy(\.isDigit) else { return nil }
    if text.count == 1, name != Self.iso.name { return "0" + text }
    return text.count == 2 ? String(text) : nil
  }
}

extension Character {
  fileprivate var isDigit: Bool { isASCII && isNumber }
}
