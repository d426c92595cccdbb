// Reads a small file whole: a form, a card. Logs are read by the store, piece by piece.

import HistoryScenes
import OrderScenes

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Files that are read whole.
enum InputFile {
  /// The most bytes that are read; a form of a thousand items has a tenth of it.
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
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while bytes.count <= limit {
      let count = readNext(descriptor, &piece)
      if count == 0 { return bytes }
      if count < 0 {
        if errno == EINTR { continue }
        throw failure(path)
      }
      bytes += piece.prefix(count)
    }
    throw Failure(
      .badData, code: "file-too-large", "\(path) has more than \(limit) bytes.",
      hint: "Name a file that holds only what is asked for.")
  }

  private static func readNext(_ descriptor: Int32, _ piece: inout [UInt8]) -> Int {
    piece.withUnsafeMutableBytes { buffer in
      #if canImport(Darwin)
        Darwin.read(descriptor, buffer.baseAddress, buffer.count)
      #else
        Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      #endif
    }
  }

  private static func failure(_ path: String) -> Failure {
    let number = errno
    let reason = String(cString: strerror(number))
    guard number == ENOENT else {
      return Failure(
        .inputOutput, code: "io-error", "Can't read \(path): \(reason).",
        hint: "Name a file that you may read, or - for standard input.")
    }
    return Failure(
      .notFound, code: "no-such-file", "There is no file \(path).",
      hint: "Name a file, or - for standard input.")
  }
}
