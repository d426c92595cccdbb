// The strictness of the reader. The three levels are nested: a text that a stricter one accepts, the laxer do too.

/// The texts that a reader accepts.
public enum JSONProfile: Sendable {
  /// Any text of RFC 8259 in UTF-8 without a byte order mark; duplicate keys, lone surrogates in
  /// escapes and numbers of any size are fine. Nested up to 1 024 levels deep.
  case rfc8259
  /// Whitespace and keys in any order; but no duplicate keys, no lone surrogates, and numbers are
  /// integers within ±(2^53 − 1) without fraction and exponent, zero without a sign.
  case anyOrder
  /// Exactly the bytes that ``JSONWriter`` writes: no whitespace, known keys in their table's order,
  /// and only the escapes that are needed, in one spelling.
  case canonical
}
