// A place in the text of a form, as programs and as people count.

struct FormPlace {
  /// Counted from 0, at the form's beginning.
  private let byte: Int
  /// The offset of its line.
  private let start: Int
  private let lineNumber: Int
  private let column: Int

  init(of byte: Int, in bytes: [UInt8]) {
    self.byte = byte
    let before = bytes.prefix(byte)
    start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    lineNumber = 1 + before.count { $0 == 0x0A }
    column = 1 + String(decoding: before[start...], as: UTF8.self).count
  }

  func line(of bytes: [UInt8]) -> ArraySlice<UInt8> { bytes[start...].prefix { $0 != 0x0A } }

  func named(_ file: String) -> Place {
    Place(file: file, line: lineNumber, byte: byte, column: column)
  }
}
