// The texts that have a form: times, names of streams, hex digits.

enum Grammar {
  static func isHex(_ text: Text, _ count: Int) -> Bool {
    text.bytes.count == count && text.bytes.allSatisfy { isDigit($0) || (0x61...0x66).contains($0) }
  }

  static func isHash(_ text: Text) -> Bool {
    let prefix = Array("sha256:".utf8)
    return text.bytes.starts(with: prefix)
      && isHex(Text(Array(text.bytes.dropFirst(prefix.count))), 64)
  }

  /// `2026-11-20T09:00:00.000000Z`: a day of the calendar, in the years 0001 to 9999.
  static func isTime(_ text: Text) -> Bool {
    let pattern = Array("dddd-dd-ddTdd:dd:dd.ddddddZ".utf8)
    guard text.bytes.count == pattern.count else { return false }
    for (byte, expected) in zip(text.bytes, pattern) {
      guard expected == UInt8(ascii: "d") ? isDigit(byte) : byte == expected else { return false }
    }
    func number(_ range: Range<Int>) -> Int {
      text.bytes[range].reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
    let year = number(0..<4)
    let month = number(5..<7)
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    guard year >= 1, (1...12).contains(month) else { return false }
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    return (1...days).contains(number(8..<10)) && number(11..<13) < 24 && number(14..<16) < 60
      && number(17..<19) < 60
  }

  static func isStream(_ text: Text) -> Bool {
    let parts = text.bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return parts.count <= 2 && parts.allSatisfy { isID(Array($0)) }
  }

  /// 1 to 64 letters, digits, dots, underscores and hyphens.
  static func isID(_ bytes: [UInt8]) -> Bool {
    func isLetter(_ byte: UInt8) -> Bool {
      (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
    guard let first = bytes.first, isLetter(first) || isDigit(first), bytes.count <= 64 else {
      return false
    }
    return bytes.allSatisfy { isLetter($0) || isDigit($0) || [0x2E, 0x5F, 0x2D].contains($0) }
      && !zip(bytes, bytes.dropFirst()).contains { $0 == 0x2E && $1 == 0x2E }
      && !["start", "end"].contains(Text(bytes))
  }

  /// Whether format 1 has such a stream: the catalogue, or an order.
  static func isKnown(_ stream: Text) -> Bool {
    stream == "catalog" || stream.bytes.starts(with: "order/".utf8)
  }

  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
