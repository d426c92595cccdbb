// A few locales, written by hand after the Unicode CLDR (release 46): no library that has them all
// is small enough for a tool that starts in a millisecond.

package struct LocaleRules: Sendable {
  /// The name it is selected by: `de-DE`.
  package let name: String
  var decimalSeparator = "."
  /// Between groups of three digits; empty if there are no groups.
  var groupingSeparator = ","
  /// The number of digits that must precede the first separator.
  var minimumGroupingDigits = 1
  var dateTimeSeparator = ", "
  var writesExpiryAsOnCards = true
  /// The usual currency there, for forms to suggest: `EUR`.
  private(set) package var currency = "USD"
  private let dateOrder: DateOrder
  private(set) var hasTwelveHours = false
  private var padsHours = true
  private let money: MoneyForm
  let symbols: [String: String]

  /// The country, for forms to suggest; US where the name has none.
  package var country: String {
    name.split(separator: "-").dropFirst().first.map(String.init) ?? "US"
  }

  private enum DateOrder {
    case yearMonthDay(String)
    case dayMonthYear(String)
    /// Numbers without leading zeros.
    case monthDayYear(String)
  }

  private enum MoneyForm {
    /// `129.99 USD`
    case codeBehind
    /// `$129.99`; codes of three letters are followed by a space.
    case symbolBefore(space: String)
    /// `129,99 €`
    case symbolBehind
  }
}

/// A space at which no line is broken (U+00A0).
private let noBreakSpace = "\u{A0}"

extension LocaleRules {
  /// ISO 8601 dates, plain amounts with ISO 4217 codes: the default.
  package static let iso = LocaleRules(
    name: "iso", groupingSeparator: "", dateTimeSeparator: " ", writesExpiryAsOnCards: false,
    dateOrder: .yearMonthDay("-"), money: .codeBehind, symbols: [:])

  private static let unitedStates = LocaleRules(
    name: "en-US", dateOrder: .monthDayYear("/"), hasTwelveHours: true, padsHours: false,
    money: .symbolBefore(space: ""),
    symbols: ["USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "BRL": "R$"])

  private static let unitedKingdom = LocaleRules(
    name: "en-GB", currency: "GBP", dateOrder: .dayMonthYear("/"), money: .symbolBefore(space: ""),
    symbols: ["USD": "US$", "EUR": "€", "GBP": "£", "JPY": "JP¥", "BRL": "R$"])

  private static let germany = LocaleRules(
    name: "de-DE", decimalSeparator: ",", groupingSeparator: ".", currency: "EUR",
    dateOrder: .dayMonthYear("."),
    money: .symbolBehind, symbols: ["USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "BRL": "R$"])

  private static let france = LocaleRules(
    name: "fr-FR", decimalSeparator: ",", groupingSeparator: "\u{202F}", dateTimeSeparator: " ",
    currency: "EUR", dateOrder: .dayMonthYear("/"), money: .symbolBehind,
    symbols: ["USD": "$US", "EUR": "€", "GBP": "£GB", "JPY": "JPY", "BRL": "R$"])

  private static let spain = LocaleRules(
    name: "es-ES", decimalSeparator: ",", groupingSeparator: ".", minimumGroupingDigits: 2,
    currency: "EUR", dateOrder: .dayMonthYear("/"), padsHours: false, money: .symbolBehind,
    symbols: ["USD": "US$", "EUR": "€", "GBP": "GBP", "JPY": "JPY", "BRL": "BRL"])

  private static let brazil = LocaleRules(
    name: "pt-BR", decimalSeparator: ",", groupingSeparator: ".", currency: "BRL",
    dateOrder: .dayMonthYear("/"),
    money: .symbolBefore(space: noBreakSpace),
    symbols: ["USD": "US$", "EUR": "€", "GBP": "£", "JPY": "JP¥", "BRL": "R$"])

  private static let japan = LocaleRules(
    name: "ja-JP", dateTimeSeparator: " ", currency: "JPY", dateOrder: .yearMonthDay("/"),
    padsHours: false,
    money: .symbolBefore(space: ""),
    symbols: ["USD": "$", "EUR": "€", "GBP": "£", "JPY": "￥", "BRL": "R$"])

  package static let all = [
    iso, unitedStates, unitedKingdom, germany, france, spain, brazil, japan,
  ]

  /// The conventions with this name; nil if there are none.
  package init?(named name: String) {
    guard let found = Self.all.first(where: { $0.name == name }) else { return nil }
    self = found
  }
}

extension LocaleRules {
  func date(year: String, month: String, day: String) -> String {
    switch dateOrder {
    case .yearMonthDay(let separator): [year, month, day].joined(separator: separator)
    case .dayMonthYear(let separator): [day, month, year].joined(separator: separator)
    case .monthDayYear(let separator):
      [Self.unpadded(month), Self.unpadded(day), year].joined(separator: separator)
    }
  }

  /// The text between the parts of a date.
  var dateSeparator: String {
    switch dateOrder {
    case .yearMonthDay(let separator), .dayMonthYear(let separator), .monthDayYear(let separator):
      separator
    }
  }

  /// The parts of a date as they are written.
  func inOrder<T>(_ parts: [T]) -> (year: T, month: T, day: T) {
    switch dateOrder {
    case .yearMonthDay: (parts[0], parts[1], parts[2])
    case .dayMonthYear: (parts[2], parts[1], parts[0])
    case .monthDayYear: (parts[2], parts[0], parts[1])
    }
  }

  /// - Parameter second: nil if it isn't to be shown; may have decimals.
  func clock(hour: Int, minute: String, second: String?) -> String {
    let shown = hasTwelveHours ? (hour + 11) % 12 + 1 : hour
    let digits = padsHours && shown < 10 ? "0\(shown)" : "\(shown)"
    let clock = [digits, minute, second].compactMap { $0 }.joined(separator: ":")
    // AM and PM follow a narrow no-break space.
    return hasTwelveHours ? clock + "\u{202F}" + (hour < 12 ? "AM" : "PM") : clock
  }

  /// A number with its digits grouped, and with the usual decimal separator.
  package func number(_ plain: String) -> String {
    let isNegative = plain.hasPrefix("-")
    let parts = (isNegative ? plain.dropFirst() : plain[...]).split(separator: ".", maxSplits: 1)
    guard let whole = parts.first else { return plain }
    let number = ([grouped(whole)] + parts.dropFirst().map(String.init))
      .joined(separator: decimalSeparator)
    return isNegative ? "-" + number : number
  }

  private func grouped(_ digits: Substring) -> String {
    guard !groupingSeparator.isEmpty, digits.count >= 3 + minimumGroupingDigits else {
      return String(digits)
    }
    var groups: [Substring] = []
    var rest = digits
    while rest.count > 3 {
      groups.append(rest.suffix(3))
      rest = rest.dropLast(3)
    }
    return ([rest] + groups.reversed()).joined(separator: groupingSeparator)
  }

  func currency(_ number: String, code: String) -> String {
    let symbol = symbols[code] ?? code
    let isCode = symbol == code
    switch money {
    case .codeBehind: return "\(number) \(code)"
    case .symbolBehind: return number + noBreakSpace + symbol
    case .symbolBefore(let space): return symbol + (isCode ? noBreakSpace : space) + number
    }
  }

  /// A phone number: one of North America is grouped where that is usual, all others are as they were typed.
  func phone(_ text: String, in countries: [String]) -> String {
    guard name == "en-US" else { return text }
    return NorthAmericanNumber(text, in: countries)?.grouped ?? text
  }

  private static func unpadded(_ number: String) -> String {
    number.hasPrefix("0") ? String(number.dropFirst()) : number
  }
}
