// Saves a text that was typed, in a new file in the working folder that only its owner can read.

import HistoryScenes
import Platform
import Terminal

enum KeptFile {
  /// Writes a text into a new file of this name in the current folder, and returns its name; if such a
  /// file exists, a number is inserted before the extension.
  static func write(_ text: String, as name: String) throws(Failure) -> String {
    for number in 1...99 {
      let path = number == 1 ? name : numbered(name, number)
      let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      if descriptor < 0, errno == EEXIST { continue }
      guard descriptor >= 0 else { break }
      defer { close(descriptor) }
      let output = DescriptorOutput(descriptor: descriptor)
      do throws(OutputError) {
        try output.write(text)
        try output.flush()
        return path
      } catch { break }
    }
    throw Failure(
      .inputOutput, code: "io-error", "What you typed can't be saved to \(name) in this folder.",
      hint: "Edit again in a folder that you can write to.")
  }

  private static func numbered(_ name: String, _ number: Int) -> String {
    let parts = name.split(separator: ".")
    return parts.dropLast().joined(separator: ".") + "-\(number)." + (parts.last ?? "")
  }
}
