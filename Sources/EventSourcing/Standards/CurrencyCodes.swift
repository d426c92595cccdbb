// The currencies of ISO 4217, list one, as of February 2026, by the decimals of their major unit. Without
// those that have none by their nature, such as gold, and the codes for tests and for no currency.

/// The codes of currencies.
package enum CurrencyCodes {
  private static let byDecimals: [(decimals: Int, codes: String)] = [
    (0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"),
    (
      2,
      """
      AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD \
      CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS \
      GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD \
      LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB \
      PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP \
      SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG
      """
    ),
    (3, "BHD IQD JOD KWD LYD OMR TND"),
    (4, "CLF UYW"),
  ]

  /// All of them.
  package static let all = CodeSet(
    length: 3, byDecimals.map(\.codes).joined(separator: " "))

  /// The decimals of each code plus one, by the code's place.
  private static let decimals = {
    var decimals = [UInt8](repeating: 0, count: all.count)
    for (count, codes) in byDecimals {
      for place in codes.split(separator: " ").compactMap({ all.place(of: String($0)) }) {
        decimals[place] = UInt8(count + 1)
      }
    }
    return decimals
  }()

  /// The number of decimals of the major unit: 2 for USD, 0 for JPY; nil if there is no such currency.
  package static func decimals(of code: String) -> Int? {
    all.place(of: code).flatMap { decimals(at: $0) }
  }

  /// The number of decimals of a currency, by its code's bytes.
  package static func decimals(of code: UnsafeRawBufferPointer) -> Int? {
    all.place(of: code).flatMap { decimals(at: $0) }
  }

  private static func decimals(at place: Int) -> Int? {
    decimals[place] > 0 ? Int(decimals[place]) - 1 : nil
  }
}
