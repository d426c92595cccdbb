// Checks a card's number and security code, and keeps what may be kept of them. Neither of the two
// leaves this file, not even in an error.

package struct PaymentCard: Equatable {
  package let brand: String?
  package let last4: String

  /// Checks a number (spaces and dashes in it don't count) and a security code.
  package static func check(number: String?, cvv: String?)
    -> (card: PaymentCard?, problems: [InvalidField])
  {
    let digits = (number ?? "").filter { $0 != " " && $0 != "-" }
    let card = PaymentCard(digits: Array(digits.utf8))
    var problems: [InvalidField] = []
    if card == nil {
      problems.append(.init(.cardNumber, digits.isEmpty ? .blank : .malformed))
    }
    let cvv = cvv ?? ""
    if !isCode(cvv, of: card) {
      problems.append(.init(.cardCVV, cvv.isEmpty ? .blank : .malformed))
    }
    return (card, problems)
  }

  private init?(digits: [UInt8]) {
    guard (12...19).contains(digits.count), digits.allSatisfy(Self.isDigit), Self.isSound(digits)
    else { return nil }
    last4 = String(decoding: digits.suffix(4), as: UTF8.self)
    brand = Self.brand(of: digits)
  }

  /// Luhn's sum (ISO/IEC 7812-1, annex B): from the right, every second digit counts twice.
  private static func isSound(_ digits: some BidirectionalCollection<UInt8>) -> Bool {
    var sum = 0
    for (place, digit) in digits.reversed().enumerated() {
      let value = Int(digit - 0x30)
      let weighted = place % 2 == 0 ? value : value * 2
      sum += weighted > 9 ? weighted - 9 : weighted
    }
    return sum % 10 == 0
  }

  /// Whether the digits of a text, whatever is between them, contain a card number.
  package static func isNumberIn(_ text: String) -> Bool {
    let digits = text.compactMap(\.wholeNumberValue).filter { $0 < 10 }.map { UInt8($0) + 0x30 }
    guard digits.count >= 12 else { return false }
    return (0...digits.count - 12).contains { start in
      (12...19).contains { isSound(digits.dropFirst(start).prefix($0)) }
    }
  }

  private static func isCode(_ cvv: String, of card: PaymentCard?) -> Bool {
    let bytes = Array(cvv.utf8)
    guard bytes.allSatisfy(isDigit) else { return false }
    switch card?.brand {
    case nil: return bytes.count == 3 || bytes.count == 4
    case "amex": return bytes.count == 4
    default: return bytes.count == 3
    }
  }

  /// The issuers of numbers that begin with these digits, and how many digits the numbers have.
  private static let brands:
    [(name: String, prefixes: ClosedRange<Int>, digits: ClosedRange<Int>)] =
      [
        ("amex", 34...34, 15...15), ("amex", 37...37, 15...15),
        ("diners", 300...305, 14...19), ("diners", 36...36, 14...19), ("diners", 38...39, 14...19),
        ("discover", 6011...6011, 16...19), ("discover", 644...649, 16...19),
        ("discover", 65...65, 16...19),
        ("jcb", 3528...3589, 16...19),
        ("mastercard", 51...55, 16...16), ("mastercard", 2221...2720, 16...16),
        ("unionpay", 62...62, 16...19),
        ("visa", 4...4, 13...19),
        ("maestro", 50...50, 12...19), ("maestro", 56...58, 12...19), ("maestro", 6...6, 12...19),
      ]

  private static func brand(of digits: [UInt8]) -> String? {
    brands.first { brand in
      let length = String(brand.prefixes.lowerBound).utf8.count
      let prefix = digits.prefix(length).reduce(0) { $0 * 10 + Int($1 - 0x30) }
      return brand.prefixes.contains(prefix) && brand.digits.contains(digits.count)
    }?.name
  }

  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}

extension InvalidField {
  package init(_ field: OrderField, _ code: FieldCode) {
    self.init(field: field.name, code: code.rawValue)
  }
}
