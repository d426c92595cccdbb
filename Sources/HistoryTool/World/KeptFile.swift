// The files that keep what people typed until it is used. Only their owner can read them, and one that somebody
// has changed is theirs: it isn't replaced or removed.

import HistoryScenes
import Platform
import Terminal

/// What is in a file that keeps what was typed.
package struct KeptText: Equatable, Sendable {
  package let path: String
  package let text: String

  package init(path: String, text: String) {
    self.path = path
    self.text = text
  }
}

package enum KeptFile {
  private static let numbers = 1...99

  /// Writes a text into a new file of this name in the current folder; if such a file exists, a number is
  /// inserted before the extension.
  ///
  /// - Parameter old: A file that the new one takes the place of, unless it was changed.
  static func write(_ text: String, as name: String, replacing old: KeptText?) throws(Failure)
    -> KeptText
  {
    let path = try create(name) { (output) throws(OutputError) in try output.write(text) }
    // The old text goes only when the new one would survive a crash, as `create` sees to.
    guard let old, isUnchanged(old), rename(path, old.path) == 0
    else { return KeptText(path: path, text: text) }
    return KeptText(path: old.path, text: text)
  }

  /// Copies a file, whatever is in it, to a new one, and returns the name of that.
  ///
  /// - Parameter mask: Takes out what must not be kept, from pieces that end at a line or a comma.
  static func copy(_ source: String, as name: String, masking mask: ([UInt8]) -> [UInt8])
    throws(Failure) -> String
  {
    let descriptor = open(source, O_RDONLY | O_CLOEXEC)
    defer { if descriptor >= 0 { close(descriptor) } }
    return try create(name) { (output) throws(OutputError) in
      var rest: [UInt8] = []
      var isAtEnd = false
      while !isAtEnd {
        guard let bytes = readWhole(descriptor, limit: pieceSize) else {
          throw .failed(descriptor: descriptor, errno: errno)
        }
        isAtEnd = bytes.count <= pieceSize
        rest += bytes
        let end = isAtEnd ? nil : rest.lastIndex { $0 == 0x0A || $0 == 0x2C }
        let piece = rest.prefix(upTo: end.map { $0 + 1 } ?? rest.count)
        let written = mask(Array(piece)).withUnsafeBytes { bytes in
          Result { () throws(OutputError) in try output.write(bytes) }
        }
        try written.get()
        rest.removeFirst(piece.count)
      }
    }
  }

  private static let pieceSize = 1 << 20

  private static func create(_ name: String, _ fill: (DescriptorOutput) throws(OutputError) -> Void)
    throws(Failure) -> String
  {
    for number in numbers {
      let path = numbered(name, number)
      let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      if descriptor < 0, errno == EEXIST { continue }
      guard descriptor >= 0 else { break }
      defer { close(descriptor) }
      let output = DescriptorOutput(descriptor: descriptor)
      do throws(OutputError) {
        try fill(output)
        try output.flush()
        if fsync(descriptor) == 0 { return path }
      } catch {}
      unlink(path)
      break
    }
    throw Failure(
      .inputOutput, code: "io-error", "What you typed can't be saved to \(name) in this folder.",
      hint: "Edit again in a folder that you can write to.")
  }

  /// Removes a file; returns whether it was still as it was written.
  static func discard(_ kept: KeptText) throws(Failure) -> Bool {
    guard isUnchanged(kept) else { return false }
    guard unlink(kept.path) == 0 else {
      throw Failure(
        .inputOutput, code: "io-error",
        "Can't remove \(kept.path): \(String(cString: strerror(errno))).",
        hint: "Remove it yourself: it isn't needed any more.")
    }
    return true
  }

  /// Whether a file is called as one that was kept under this name.
  package static func isCalled(_ name: String, at path: String) -> Bool {
    let last = path.split(separator: "/").last.map(String.init)
    return numbers.contains { numbered(name, $0) == last }
  }

  private static func isUnchanged(_ kept: KeptText) -> Bool {
    var status = stat()
    guard lstat(kept.path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
    return (try? InputFile.read(kept.path)) == Array(kept.text.utf8)
  }

  private static func numbered(_ name: String, _ number: Int) -> String {
    guard number > 1 else { return name }
    let parts = name.split(separator: ".")
    return parts.dropLast().joined(separator: ".") + "-\(number)." + (parts.last ?? "")
  }
}
