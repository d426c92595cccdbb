// The forms of texts, on their bytes. No field names here, and no limits.

/// The forms that texts can be required to have.
enum TextForm: Sendable {
  case any
  /// Exactly one `@` between non-empty parts.
  case email
  /// ASCII digits, of which there is a least number, space and `+ - ( ) .`.
  case phone
  /// `12345` or `12345-6789`.
  case zipOfUS
  /// So many capital ASCII letters.
  case capitals(Int)
  /// Four digits.
  case last4
  /// A month, as in `2027-11`.
  case month

  func matches(_ bytes: UnsafeRawBufferPointer, within limits: Limits) -> Bool {
    switch self {
    case .any: true
    case .email: Self.isEmail(bytes)
    case .phone: Self.digits(ofPhone: bytes).map { $0 >= limits.phoneDigits } ?? false
    case .zipOfUS: Self.isZip(bytes)
    case .capitals(let count):
      bytes.count == count && bytes.allSatisfy { (0x41...0x5A).contains($0) }
    case .last4: bytes.count == 4 && bytes.allSatisfy(Self.isDigit)
    case .month: Self.month(bytes) != nil
    }
  }

  private static func isEmail(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var count = 0
    var place = 0
    for index in 0..<bytes.count where bytes[index] == 0x40 {
      count += 1
      place = index
    }
    return count == 1 && place > 0 && place + 1 < bytes.count
  }

  /// The number of digits; nil if there is something that a phone number can't have.
  private static func digits(ofPhone bytes: UnsafeRawBufferPointer) -> Int? {
    var digits = 0
    for byte in bytes {
      switch byte {
      case 0x30...0x39: digits += 1
      case 0x20, 0x2B, 0x2D, 0x28, 0x29, 0x2E: break
      default: return nil
      }
    }
    return digits
  }

  private static func isZip(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count == 5 || bytes.count == 10 else { return false }
    for index in 0..<bytes.count {
      guard index == 5 ? bytes[index] == 0x2D : isDigit(bytes[index]) else { return false }
    }
    return true
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// Year and month of `YYYY-MM`; nil if it is anything else.
  static func month(_ bytes: UnsafeRawBufferPointer) -> (year: Int, month: Int)? {
    guard bytes.count == 7, bytes[4] == 0x2D else { return nil }
    var number = 0
    for index in 0..<7 where index != 4 {
      guard isDigit(bytes[index]) else { return nil }
      number = number * 10 + Int(bytes[index] - 0x30)
    }
    let (year, month) = number.quotientAndRemainder(dividingBy: 100)
    return (1...12).contains(month) ? (year, month) : nil
  }
}

/// The rules of a card's texts, for code that must not pass them anything else.
public enum CardText {
  /// Whether these are the last four digits of a number.
  public static func isLastFour(_ text: String) -> Bool { matches(.last4, text) }

  /// Whether this is a month, as in `2027-11`.
  public static func isMonth(_ text: String) -> Bool { matches(.month, text) }

  private static func matches(_ form: TextForm, _ text: String) -> Bool {
    Array(text.utf8).withUnsafeBytes { form.matches($0, within: .current) }
  }
}
