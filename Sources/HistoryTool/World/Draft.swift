// The files that keep what people typed until it is used. Only their owner can read them. Once a person has changed
// one, it isn't replaced or removed.

import Platform

/// A file that keeps what was typed.
package struct Draft: Equatable, Sendable {
  package let path: String
  package let text: String

  package init(path: String, text: String) {
    self.path = path
    self.text = text
  }

  private static let numbers = 1...99

  /// Writes a text into a new file of this name in the current folder; if such a file exists, a number is
  /// inserted before the extension.
  ///
  /// - Parameter old: A file that the new one takes the place of, unless it was changed. Where it can't be replaced,
  ///   it stays, and the new file has another path.
  static func write(_ text: String, as name: String, replacing old: Draft?) throws(Failure)
    -> Draft
  {
    if let old, old.isUnchanged, let file = try? NewFile(replacing: old.path),
      (try? file.write(Array(text.utf8))) != nil, (try? file.complete()) != nil
    {
      return Draft(path: old.path, text: text)
    }
    return Draft(
      path: try create(name) { (file) throws(Failure) in try file.write(Array(text.utf8)) },
      text: text)
  }

  /// Copies a file, whatever is in it, to a new one, and returns the name of that.
  ///
  /// - Parameter mask: Takes out what must not be kept, from pieces that end at a line or a comma, or else at a letter,
  ///   so that none ends within a number.
  static func copy(_ source: String, as name: String, masking mask: ([UInt8]) -> [UInt8])
    throws(Failure) -> String
  {
    let descriptor = open(source, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw unreadable(source) }
    defer { close(descriptor) }
    return try create(name) { (file) throws(Failure) in
      lseek(descriptor, 0, SEEK_SET)
      var rest: [UInt8] = []
      var isAtEnd = false
      while !isAtEnd {
        guard let bytes = readWhole(descriptor, limit: pieceSize) else { throw unreadable(source) }
        isAtEnd = bytes.count <= pieceSize
        rest += bytes
        let piece = isAtEnd ? rest[...] : firstPiece(of: rest)
        try file.write(mask(Array(piece)))
        rest.removeFirst(piece.count)
      }
    }
  }

  private static let pieceSize = 1 << 20

  private static func firstPiece(of bytes: [UInt8]) -> ArraySlice<UInt8> {
    let end =
      bytes.lastIndex { $0 == 0x0A || $0 == 0x2C }
      ?? bytes.lastIndex { (0x61...0x7A).contains($0 | 0x20) }
    return end.map { bytes[...$0] } ?? bytes[...]
  }

  private static func create(_ name: String, _ fill: (NewFile) throws(Failure) -> Void)
    throws(Failure) -> String
  {
    for number in numbers {
      let path = numbered(name, number)
      if isThere(path) { continue }
      do throws(Failure) {
        let file = try NewFile(anywhere: path)
        try fill(file)
        try file.complete()
        return path
      } catch {
        // Another process keeps a file of the same name.
        if isThere(path) || error.kind == .tryAgain { continue }
        throw unsaved(error.message)
      }
    }
    throw unsaved("There are \(numbers.count) files like \(name).")
  }

  /// Removes a file; returns whether it was still as it was written.
  func discard() throws(Failure) -> Bool {
    guard isUnchanged else { return false }
    guard unlink(path) == 0 else {
      throw Failure(
        .inputOutput, code: "io-error",
        "Can't remove \(path): \(Self.reason(errno)).",
        hint: "Remove it yourself: it isn't needed any more.")
    }
    return true
  }

  /// Whether a file is called as one that was kept under this name.
  package static func isCalled(_ name: String, at path: String) -> Bool {
    let last = path.split(separator: "/").last.map(String.init)
    return numbers.contains { numbered(name, $0) == last }
  }

  /// The files that were kept under this name in the current folder, and what is left of those that weren't completed.
  package static func all(_ name: String) -> [String] {
    numbers.map { numbered(name, $0) }.flatMap { [$0, NewFile.draft(of: $0)] }.filter(isFile)
  }

  private static func isThere(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  private static func isFile(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  private var isUnchanged: Bool {
    Self.isFile(path) && (try? InputFile.read(path)) == Array(text.utf8)
  }

  private static func numbered(_ name: String, _ number: Int) -> String {
    guard number > 1 else { return name }
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    return name[..<dot] + "-\(number)" + name[dot...]
  }

  private static func unsaved(_ reason: String) -> Failure {
    Failure(
      .inputOutput, code: "io-error", "What you typed can't be saved. \(reason)",
      hint: "Edit again in a folder that you can write to.")
  }

  private static func unreadable(_ source: String) -> Failure {
    Failure(
      .inputOutput, code: "io-error", "Can't read \(source): \(reason(errno)).",
      hint: "Edit again with an editor that leaves a file that you can read.")
  }

  private static func reason(_ number: Int32) -> String { String(cString: strerror(number)) }
}
