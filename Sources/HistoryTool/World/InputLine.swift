// Reads standard input line by line, for commands that aren't typed at a terminal.

import HistoryScenes
import Platform

enum InputLine {
  /// Longer than any command or condition.
  private static let limit = 1 << 16

  /// The next line without its end; nil after the last.
  ///
  /// It is read byte by byte: what follows it is left to the programs that a command starts.
  static func next(of input: Int32) throws(Failure) -> String? {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while true {
      let isAtEnd = read(input, &byte, 1) != 1
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
