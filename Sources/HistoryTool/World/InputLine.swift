// Reads standard input line by line, for commands that aren't typed at a terminal.

import HistoryScenes
import Platform

enum InputLine {
  /// Longer than any command or condition.
  private static let limit = 1 << 16

  /// The next line without its end; nil after the last.
  @Sendable static func next() throws(Failure) -> String? {
    var bytes: [UInt8] = []
    while true {
      let byte = getchar()
      if byte == EOF, bytes.isEmpty { return nil }
      if byte == EOF || byte == 0x0A { return String(decoding: bytes, as: UTF8.self) }
      guard bytes.count < limit else {
        throw Failure(
          .badData, code: "line-too-long",
          "A line of standard input has more than \(limit) bytes.",
          hint: "Write one command a line.")
      }
      bytes.append(UInt8(truncatingIfNeeded: byte))
    }
  }
}
