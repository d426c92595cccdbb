// What numbers and texts are limited to. What is said of a wrong field follows from these.

import JSONLines

/// What numbers are limited to.
package enum NumberLimit {
  /// Quantities of an item.
  package static let quantity: ClosedRange<Int64> = 1...1_000_000
  /// Fees, taxes, discounts, prices and totals, in minor units.
  package static let amount: ClosedRange<Int64> = 0...1_000_000_000_000
  /// Payments and refunds, in minor units.
  package static let payment: ClosedRange<Int64> = 1...1_000_000_000_000
  /// The most items of an order.
  package static let items = 1000

  /// What is wrong with a number that must be there.
  static func code(of amount: Amount, in range: ClosedRange<Int64>) -> FieldCode? {
    guard let value = amount.value, range.contains(value) else { return .outOfRange }
    return nil
  }
}

/// What holds of every text.
package enum TextLimit {
  /// The most Unicode scalars that a text may have.
  package static let scalars = 200

  /// The errors of a text whatever its form: it is blank, or too long.
  static func code(of bytes: UnsafeRawBufferPointer, mayBeBlank: Bool) -> FieldCode? {
    if !mayBeBlank && isBlank(bytes) { return .blank }
    return isTooLong(bytes) ? .tooLong : nil
  }

  /// Whether there is nothing but White_Space (Unicode's property).
  static func isBlank(_ bytes: UnsafeRawBufferPointer) -> Bool {
    // Nearly every text begins with a visible ASCII character.
    if let first = bytes.first, first > 0x20 && first < 0x7F { return false }
    return String(decoding: bytes, as: UTF8.self).unicodeScalars
      .allSatisfy(\.properties.isWhitespace)
  }

  /// Whether there are too many scalars; each has one byte that doesn't continue another.
  static func isTooLong(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.count > scalars && bytes.count { $0 & 0xC0 != 0x80 } > scalars
  }
}
