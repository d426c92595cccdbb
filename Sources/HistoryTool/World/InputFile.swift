// Reads a file whole: a form, a card, a proof. Logs are read by the store, piece by piece.

import Platform

extension World {
  /// The bytes of a file, or of standard input for `-`.
  package func read(_ path: String) throws(Failure) -> [UInt8] {
    try read(path, limit: InputFile.limit)
  }

  /// The bytes of an evidence pack, which has some kilobytes for each entry, or of standard input for `-`.
  func readLarge(_ path: String) throws(Failure) -> [UInt8] {
    try read(path, limit: 1 << 28)
  }

  private func read(_ path: String, limit: Int) throws(Failure) -> [UInt8] {
    path == "-"
      ? try InputFile.read(input, path: "standard input", limit: limit)
      : try InputFile.read(path, limit: limit)
  }
}

enum InputFile {
  /// A form of a thousand items has a tenth of it.
  fileprivate static let limit = 1 << 20

  /// - Parameter limit: The most bytes that it may have.
  static func read(_ path: String, limit: Int = limit) throws(Failure) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    return try read(descriptor, path: path, limit: limit)
  }

  /// The bytes of a settings file; nil if there is none. A pipe or a device isn't one, and isn't waited for.
  static func settings(_ path: String) throws(Failure) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw failure(path, hint: settingsHint)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw Failure(.configuration, code: "not-a-file", "\(path) isn't a file.", hint: settingsHint)
    }
    return try read(descriptor, path: path, limit: SettingsFile.limit)
  }

  private static let settingsHint =
    "Pass a file that you can read with --config, or pass --no-config."

  fileprivate static func read(
    _ descriptor: Int32, path: String, limit: Int
  ) throws(Failure) -> [UInt8] {
    guard let bytes = readWhole(descriptor, limit: limit) else { throw failure(path) }
    if bytes.count <= limit { return bytes }
    throw Failure(
      .badData, code: "file-too-large", "\(path) has more than \(limit) bytes.",
      hint: "Pass a smaller file.")
  }

  private static func failure(
    _ path: String, hint: String = "Pass a file that you can read, or - for standard input."
  ) -> Failure {
    let number = errno
    let reason = String(cString: strerror(number))
    guard number == ENOENT else {
      return Failure(.inputOutput, code: "io-error", "Can't read \(path): \(reason).", hint: hint)
    }
    return Failure(
      .notFound, code: "no-such-file", "There is no file \(path).",
      hint: "Pass an existing file, or - for standard input.")
  }
}
