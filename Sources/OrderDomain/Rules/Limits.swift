// The limits of numbers and texts, in each version of the rules. The messages about wrong fields follow from these.

/// The limits of one version of the rules.
package struct Limits: Sendable {
  /// Quantities of an item.
  package let quantity: ClosedRange<Int64>
  /// Fees, taxes, discounts, prices and totals, in minor units.
  package let amount: ClosedRange<Int64>
  /// Payments and refunds, in minor units.
  package let payment: ClosedRange<Int64>
  /// The maximum number of items of an order.
  package let items: Int
  /// The maximum number of Unicode scalars of a text.
  package let scalars: Int
  /// The fewest digits of a phone number.
  package let phoneDigits: Int

  /// The limits by which commands are evaluated.
  package static let current = Limits(in: .current)

  /// The limits in a version. One that changes keeps its row, up to the last version that had it; its successor is the row
  /// after it.
  package init(in version: RulesVersion) {
    quantity = version.value(of: (1...1_000_000, .all))
    amount = version.value(of: (0...1_000_000_000_000, .all))
    payment = version.value(of: (1...1_000_000_000_000, .all))
    items = version.value(of: (1000, .all))
    scalars = version.value(of: (200, .all))
    phoneDigits = version.value(of: (5, .all))
  }
}

extension RulesVersion {
  /// A limit's value, by its rows.
  fileprivate func value<Value>(
    of first: (value: Value, versions: RulesVersions),
    _ others: (value: Value, versions: RulesVersions)...
  ) -> Value {
    others.last { $0.versions.contains(self) }?.value ?? first.value
  }
}

extension Limits {
  /// The error of a number that must be there.
  static func code(of amount: Amount, in range: ClosedRange<Int64>) -> FieldCode? {
    guard let value = amount.value, range.contains(value) else { return .outOfRange }
    return nil
  }

  /// The errors of a text whatever its form: it is blank, or too long.
  @inline(__always)
  func code(of bytes: UnsafeRawBufferPointer, mayBeBlank: @autoclosure () -> Bool) -> FieldCode? {
    if isOrdinary(bytes) { return nil }
    if Self.isBlank(bytes) && !mayBeBlank() { return .blank }
    return isTooLong(bytes) ? .tooLong : nil
  }

  /// Whether a text is short and begins with a visible ASCII character, as nearly all do.
  @inline(__always) func isOrdinary(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let first = bytes.first else { return false }
    return first > 0x20 && first < 0x7F && bytes.count <= scalars
  }

  /// Whether there is nothing but White_Space (Unicode's property).
  private static func isBlank(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.isEmpty
      || String(decoding: bytes, as: UTF8.self).unicodeScalars
        .allSatisfy(\.properties.isWhitespace)
  }

  /// Whether there are too many scalars; each has one byte that doesn't continue another.
  private func isTooLong(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.count > scalars && bytes.count { $0 & 0xC0 != 0x80 } > scalars
  }
}
