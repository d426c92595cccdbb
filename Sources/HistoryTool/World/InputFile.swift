// Reads a small file whole: a form, a card. Logs are read by the store, piece by piece.

import HistoryScenes
import Platform
import Terminal

enum InputFile {
  /// A form of a thousand items has a tenth of it.
  private static let limit = 1 << 20

  /// The bytes of a file, or of standard input for `-`.
  static func read(_ path: String) throws(Failure) -> [UInt8] {
    guard path != "-" else { return try read(STDIN_FILENO, path: "standard input") }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    return try read(descriptor, path: path)
  }

  private static func read(_ descriptor: Int32, path: String) throws(Failure) -> [UInt8] {
    guard let bytes = readWhole(descriptor, limit: limit) else { throw failure(path) }
    if bytes.count <= limit { return bytes }
    throw Failure(
      .badData, code: "file-too-large", "\(path) has more than \(limit) bytes.",
      hint: "Pass a smaller file.")
  }

  private static func failure(_ path: String) -> Failure {
    let number = errno
    let reason = String(cString: strerror(number))
    guard number == ENOENT else {
      return Failure(
        .inputOutput, code: "io-error", "Can't read \(path): \(reason).",
        hint: "Pass a file that you can read, or - for standard input.")
    }
    return Failure(
      .notFound, code: "no-such-file", "There is no file \(path).",
      hint: "Pass an existing file, or - for standard input.")
  }
}
