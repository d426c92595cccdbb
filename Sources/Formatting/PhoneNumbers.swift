// The phone numbers of the North American Numbering Plan (NANP): the only ones that are grouped for people.

/// A number of the NANP: ten digits, with or without the country's 1 before them.
struct NorthAmericanNumber {
  /// ISO 3166 codes of the countries and territories that take part in the plan.
  private static let countries: Set<String> = [
    "AG", "AI", "AS", "BB", "BM", "BS", "CA", "DM", "DO", "GD", "GU", "JM", "KN", "KY", "LC", "MP",
    "MS", "PR", "SX", "TC", "TT", "US", "VC", "VG", "VI",
  ]

  private let area: Substring
  private let exchange: Substring
  private let line: Substring
  private let hasCountryCode: Bool

  /// - Parameters:
  ///   - text: The number as it was typed.
  ///   - countries: The countries where its owner may be. Elsewhere, only +1 tells that a number is of the plan.
  /// - Returns: nil if it is any other number, or may be one.
  init?(_ text: String, in countries: [String]) {
    guard text.utf8.allSatisfy({ $0.isDigit || " +-().".utf8.contains($0) }) else { return nil }
    var digits = text.filter { $0.utf8.allSatisfy(\.isDigit) }[...]
    hasCountryCode = digits.count == 11 && digits.first == "1"
    if hasCountryCode { digits = digits.dropFirst() }
    let isInternational = text.hasPrefix("+")
    guard digits.count == 10,
      isInternational ? hasCountryCode : countries.allSatisfy(Self.countries.contains)
    else { return nil }
    area = digits.prefix(3)
    exchange = digits.dropFirst(3).prefix(3)
    line = digits.suffix(4)
    guard Self.isCode(area), Self.isCode(exchange) else { return nil }
  }

  /// Codes of areas and exchanges begin with 2 to 9, and don't end with 11: these are services, such as 911.
  private static func isCode(_ digits: Substring) -> Bool {
    digits.first.map { $0 >= "2" } ?? false && !digits.hasSuffix("11")
  }

  /// `(415) 555-0132`, or `+1 (415) 555-0132`.
  var grouped: String { (hasCountryCode ? "+1 " : "") + "(\(area)) \(exchange)-\(line)" }
}

extension UInt8 {
  fileprivate var isDigit: Bool { self &- 0x30 < 10 }
}
