// How times, amounts, phone numbers and cards are formatted for people: by the requested locale and
// time zone, never by those of the machine, so that the output is the same everywhere.

import EventSourcing

/// The conventions by which presenters format values for people.
public struct Formatting: Sendable {
  package let locale: LocaleRules
  package let timeZone: TimeZoneRules

  package init(locale: LocaleRules = .iso, timeZone: TimeZoneRules = .utc) {
    self.locale = locale
    self.timeZone = timeZone
  }

  /// ISO dates in UTC, plain amounts with the currency's code.
  package static let standard = Formatting()
}

extension Formatting {
  /// Date and time to the minute: `2026-11-20 09:00`.
  public func minute(_ time: Timestamp) -> String { text(of: time, withSeconds: false) }

  /// Date and time to the second: `2026-11-20 09:00:00`.
  public func second(_ time: Timestamp) -> String { text(of: time, withSeconds: true) }

  /// The same with the offset of the zone, `2026-11-20 10:00:00 +01:00`, where no heading names the
  /// zone; in UTC without.
  package func labelledSecond(_ time: Timestamp) -> String {
    guard timeZone != .utc else { return second(time) }
    let minutes = abs(timeZone.offset(at: time)) / 60
    let sign = timeZone.offset(at: time) < 0 ? "-" : "+"
    let digits = [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return "\(second(time)) \(sign)\(digits.joined(separator: ":"))"
  }

  private func text(of time: Timestamp, withSeconds: Bool) -> String {
    let local = timeZone.local(time).description
    let parts = local.split { "-T:.Z".contains($0) }.map(String.init)
    guard parts.count == 7, let hour = Int(parts[3]) else { return local }
    let date = locale.date(year: parts[0], month: parts[1], day: parts[2])
    let clock = locale.clock(
      hour: hour, minute: parts[4], second: withSeconds ? parts[5] : nil)
    return date + locale.dateTimeSeparator + clock
  }

  /// An amount of minor units with its currency: `129.99 USD`, `$129.99`, `129,99 €`.
  public func money(_ amount: Int64, currency: String) -> String {
    let number = locale.number(
      Money.format(Int64(amount.magnitude.clamped), currency: currency))
    let text = locale.currency(number, code: currency)
    return amount < 0 ? "-" + text : text
  }

  /// An amount of minor units where the currency is known from elsewhere: `129.99`.
  public func amount(_ amount: Int64, currency: String) -> String {
    locale.number(Money.format(amount, currency: currency))
  }

  /// A count, with its digits grouped where that is usual: `99441`, `99,441`.
  package func number(_ number: Int64) -> String { locale.number(String(number)) }

  /// A phone number as it is usually grouped, where that is known; otherwise as it was typed.
  package func phone(_ text: String) -> String { locale.phone(text) }

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
