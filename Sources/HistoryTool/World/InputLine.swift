// Reads standard input line by line, for commands that aren't typed at a terminal.

import Platform

enum InputLine {
  /// Longer than any command or condition.
  private static let limit = 1 << 16

  /// The next line without its end; nil after the last.
  ///
  /// Byte by byte, so that nothing after the line is taken.
  static func next(of input: Int32) throws(Failure) -> String? {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while true {
      let count = read(input, &byte, 1)
      if count < 0, errno == EINTR { continue }
      let isAtEnd = count != 1
      if isAtEnd, bytes.isEmpty { return nil }
      if isAtEnd || byte == 0x0A { return String(decoding: bytes, as: UTF8.self) }
      guard bytes.count < limit else {
        throw Failure(
          .badData, code: "line-too-long",
          "A line of standard input has more than \(limit) bytes.",
          hint: "Write one command a line.")
      }
      bytes.append(byte)
    }
  }
}
