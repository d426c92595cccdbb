// Base64 (RFC 4648, section 4), in its one canonical form.

package enum Base64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let values: [UInt8: UInt32] = Dictionary(
    uniqueKeysWithValues: letters.enumerated().map { ($1, UInt32($0)) })

  package static func text(of bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var word: UInt32 = 0
      for byte in group { word = word << 8 | UInt32(byte) }
      word <<= 8 * UInt32(3 - group.count)
      for place in 0..<4 {
        let letter = letters[Int(word >> (18 - 6 * UInt32(place)) & 63)]
        text.append(place <= group.count ? letter : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of a text; nil if no bytes have exactly this text.
  package static func bytes(of text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    let letters = Array(text.utf8)
    for start in stride(from: 0, to: letters.count, by: 4) {
      var word: UInt32 = 0
      for letter in letters[start..<min(start + 4, letters.count)] {
        word = word << 6 | values[letter, default: 0]
      }
      bytes += [16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
    }
    bytes.removeLast(min(bytes.count, letters.suffix(2).count { $0 == UInt8(ascii: "=") }))
    return Self.text(of: bytes).utf8.elementsEqual(letters) ? bytes : nil
  }
}
