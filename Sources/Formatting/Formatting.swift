// Formats times, amounts, phone numbers and cards for people: by the requested locale and
// time zone, never by those of the machine, so that the output is the same everywhere.

import EventSourcing

/// The conventions by which presenters format values for people.
public struct Formatting: Sendable {
  package let locale: LocaleRules
  package let timeZone: TimeZoneRules
  /// The number of characters of the longest times to the second, without an offset.
  private let secondWidth: Int

  package init(locale: LocaleRules = .iso, timeZone: TimeZoneRules = .utc) {
    self.locale = locale
    self.timeZone = timeZone
    secondWidth =
      (locale.date(year: "2026", month: "12", day: "31") + locale.dateTimeSeparator
      + locale.clock(hour: 12, minute: "00", second: "00")).count
  }

  /// ISO dates in UTC, plain amounts with the currency's code.
  package static let standard = Formatting()
}

extension Formatting {
  /// Date and time to the minute: `2026-11-20 09:00`.
  public func minute(_ time: Timestamp) -> String { text(of: time, to: .minute) }

  /// Date and time to the second: `2026-11-20 09:00:00`.
  public func second(_ time: Timestamp) -> String { text(of: time, to: .second) }

  /// A time to the second with the offset of the zone, `2026-11-20 10:00:00 +01:00`, where no heading names the
  /// zone; without an offset in UTC.
  package func labelledSecond(_ time: Timestamp) -> String {
    text(of: time, to: .second, hasOffset: timeZone != .utc)
  }

  /// ``second(_:)``, as wide as those of other rows.
  package func secondInColumn(_ time: Timestamp) -> String { filled(second(time), secondWidth) }

  /// ``labelledSecond(_:)``, as wide as those of other rows.
  package func labelledSecondInColumn(_ time: Timestamp) -> String {
    let label = timeZone == .utc ? 0 : " +00:00".count
    return filled(labelledSecond(time), secondWidth + label)
  }

  private func filled(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  /// Date and time with all digits, and the zone: `2026-11-20 09:00:00.000000 UTC`.
  package func exact(_ time: Timestamp) -> String {
    let text = text(of: time, to: .microsecond, hasOffset: timeZone != .utc)
    return timeZone == .utc ? text + " UTC" : text
  }

  private enum Precision { case minute, second, microsecond }

  /// Adds the offset where clocks show the time twice, and is in UTC where they show a year that has no four digits:
  /// the text can be typed.
  private func text(of time: Timestamp, to precision: Precision, hasOffset: Bool = false) -> String
  {
    let shift = Int64(timeZone.offset(at: time)) * 1_000_000
    let local = Timestamp(microseconds: time.microseconds + shift)
    let fits = local.microseconds == time.microseconds + shift
    let text = text(ofLocal: fits ? local : time, to: precision)
    guard hasOffset || !fits || timeZone.isAmbiguous(local.second) else { return text }
    return text + " " + TimeZoneRules.text(ofOffset: fits ? timeZone.offset(at: time) : 0)
  }

  private func text(ofLocal local: Timestamp, to precision: Precision) -> String {
    let parts = local.description.split { "-T:.Z".contains($0) }.map(String.init)
    guard parts.count == 7, let hour = Int(parts[3]) else { return local.description }
    let date = locale.date(year: parts[0], month: parts[1], day: parts[2])
    let second: String? =
      switch precision {
      case .minute: nil
      case .second: parts[5]
      case .microsecond: parts[5] + "." + parts[6]
      }
    return date + locale.dateTimeSeparator
      + locale.clock(hour: hour, minute: parts[4], second: second)
  }

  /// An amount of minor units with its currency: `129.99 USD`, `$129.99`, `129,99 €`; `12999 minor units` without one,
  /// because then it isn't known how many decimals it has.
  public func money(_ amount: Int64, currency: String) -> String {
    guard !currency.isEmpty else { return number(amount) + " minor units" }
    let number = locale.number(Money.format(Int64(amount.magnitude.clamped), currency: currency))
    let text = locale.currency(number, code: currency)
    return amount < 0 ? "-" + text : text
  }

  /// An amount of minor units where the currency is written elsewhere: `129.99`. Without one, that these are minor units
  /// is written here.
  public func amount(_ amount: Int64, currency: String) -> String {
    currency.isEmpty
      ? money(amount, currency: currency) : locale.number(Money.format(amount, currency: currency))
  }

  /// A count, with its digits grouped where that is usual: `99441`, `99,441`.
  package func number(_ number: Int64) -> String { locale.number(String(number)) }

  /// A phone number as it is usually grouped, where that is known; else as it was typed.
  ///
  /// - Parameter countries: The codes of those where its owner may be; none if they aren't known.
  package func phone(_ text: String, in countries: [String] = []) -> String {
    locale.phone(text, in: countries)
  }

  /// A card of which only the end is known: `visa •••• 4242`.
  package func card(brand: String?, last4: String?) -> String {
    [brand, last4.map { "•••• " + $0 }].compactMap { $0 }.joined(separator: " ")
  }

  /// The expiry month of a card, `2028-06`, as printed on cards where that is usual: `06/28`.
  package func expiry(_ month: String) -> String {
    let parts = month.split(separator: "-")
    guard locale.writesExpiryAsOnCards, parts.count == 2, parts[0].count == 4 else {
      return month
    }
    return "\(parts[1])/\(parts[0].suffix(2))"
  }
}

extension UInt64 {
  fileprivate var clamped: Int64 { self > UInt64(Int64.max) ? .max : Int64(self) }
}
