// Currencies and how many decimals each has. No rates, no names, no symbols.

import EventSourcing

/// A currency, by its code.
public struct Currency: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// Three capital letters: `USD`.
  public let code: String

  /// The currency with this ISO 4217 code.
  public init(_ code: String) { self.code = code }

  /// The currency of a literal: `"SEK"`.
  public init(stringLiteral code: String) { self.code = code }

  /// The US dollar.
  public static let usd = Currency("USD")
  /// The euro.
  public static let eur = Currency("EUR")
  /// The pound sterling.
  public static let gbp = Currency("GBP")
  /// The Swiss franc.
  public static let chf = Currency("CHF")
  /// The yen, which has no decimals.
  public static let jpy = Currency("JPY")

  /// The number of decimals of the unit: 2 for USD, 0 for JPY.
  public var decimals: Int { Self.exponent(of: code) }

  /// An amount for people: `25.00 USD`.
  public func format(_ money: Money) -> String {
    "\(Money.format(money.minorUnits(in: self) ?? 0, currency: code)) \(code)"
  }

  /// The code of ISO 4217: `EUR`.
  public var description: String { code }

  /// No currency has more decimals.
  package static let maximumDecimals = 4

  /// The number of decimals of a currency, by its code's bytes.
  package static func exponent(of code: UnsafeRawBufferPointer) -> Int {
    CurrencyCodes.decimals(of: code) ?? 2
  }

  /// The number of decimals of the major unit: 2 for USD, 0 for JPY; 2 for codes that aren't listed.
  package static func exponent(of code: String) -> Int {
    CurrencyCodes.decimals(of: code) ?? 2
  }
}
