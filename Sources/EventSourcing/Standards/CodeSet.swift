// A set of codes that consist of capital letters, as standards have them.

/// Codes of the same length, two or three capital ASCII letters each.
package struct CodeSet: Sendable {
  private let length: Int
  /// The number of possible codes of this length.
  let count: Int
  /// A bit for each code that there can be.
  private var bits: [UInt64]

  /// The codes of a text that has them with a space between each two.
  package init(length: Int, _ codes: String) {
    self.length = length
    count = length == 2 ? 26 * 26 : 26 * 26 * 26
    bits = [UInt64](repeating: 0, count: count / 64 + 1)
    for code in codes.split(separator: " ") {
      guard let index = place(of: String(code)) else { continue }
      bits[index / 64] |= 1 << UInt64(index % 64)
    }
  }

  /// Whether the bytes are one of the codes.
  package func contains(_ code: UnsafeRawBufferPointer) -> Bool {
    guard let index = place(of: code) else { return false }
    return bits[index / 64] & 1 << UInt64(index % 64) != 0
  }

  package func contains(_ code: String) -> Bool {
    Array(code.utf8).withUnsafeBytes(contains)
  }

  /// The place of a code among all that there can be; nil if it can be none.
  func place(of code: UnsafeRawBufferPointer) -> Int? {
    guard code.count == length else { return nil }
    var index = 0
    for byte in code {
      guard (0x41...0x5A).contains(byte) else { return nil }
      index = index * 26 + Int(byte - 0x41)
    }
    return index
  }

  func place(of code: String) -> Int? { Array(code.utf8).withUnsafeBytes(place) }
}
