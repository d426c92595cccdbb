// An amount as some locale shows it: its number, and the code or symbol of its currency before or after that.

import EventSourcing

/// The parts of an amount as it is written: `1.234,50` and `€`.
package struct WrittenAmount {
  /// The number with its sign, and with the separators of its thousands.
  package let number: String
  /// The code or symbol of its currency; empty if there is none.
  package let symbol: String

  package init(_ text: String) {
    let sign = text.hasPrefix("-") ? "-" : ""
    let amount = text.dropFirst(sign.count)
    let start = amount.firstIndex { $0.isDigit || $0 == "-" } ?? amount.endIndex
    let end = amount.lastIndex { $0.isDigit }.map(amount.index(after:)) ?? start
    let (before, after) = (
      amount[..<start].split(whereSeparator: \.isWhitespace),
      amount[end...].split(whereSeparator: \.isWhitespace)
    )
    let beside = before + after
    guard beside.count == 1, start < end else {
      (number, symbol) = (text, "")
      return
    }
    (number, symbol) = (sign + amount[start..<end], String(beside[0]))
  }

  /// The code of the currency that it names; nil if it names none that is known.
  package var currency: String? {
    CurrencyCodes.decimals(of: symbol) == nil ? Self.codes[symbol] : symbol
  }

  /// Whether what is beside the number looks like a currency, known or not.
  package var namesCurrency: Bool {
    currency != nil
      || symbol.unicodeScalars.contains { $0.properties.generalCategory == .currencySymbol }
      || symbol.utf8.count == 3 && symbol.utf8.allSatisfy { 0x41...0x5A ~= $0 & 0xDF }
  }

  /// The number if the amount is in this currency, or names none; nil if it names something else.
  package func number(in code: String) -> String? {
    symbol.isEmpty || symbol == code || currency == code ? number : nil
  }

  /// No two locales have the same symbol for different currencies.
  private static let codes = Dictionary(
    LocaleRules.all.flatMap { $0.symbols.map { ($1, $0) } }, uniquingKeysWith: { first, _ in first }
  )
}

extension Character {
  fileprivate var isDigit: Bool { isASCII && isNumber }
}
