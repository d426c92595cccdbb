// A folder for what is handed to other programs: only the user can read it, and it is removed with all that is in it.

import HistoryScenes
import Platform
import Terminal

final class PrivateFolder {
  let path: String
  private var names: Set<String> = []

  init(_ world: World) throws(Failure) {
    var template = Array("\(world.environment["TMPDIR"] ?? "/tmp")/cleanstore.XXXXXX\0".utf8CString)
    guard let made = mkdtemp(&template) else {
      throw Failure(
        .inputOutput, code: "io-error",
        "Can't create a temporary folder: \(String(cString: strerror(errno))).",
        hint: "Set TMPDIR to a folder that you can write to.")
    }
    path = String(cString: made)
  }

  deinit {
    for name in names { unlink(file(name)) }
    rmdir(path)
  }

  /// The path of a file in it, which is removed with it.
  func file(_ name: String) -> String {
    names.insert(name)
    return "\(path)/\(name)"
  }

  /// Writes a file.
  ///
  /// - Returns: Its path.
  func write(_ bytes: [UInt8], as name: String) throws(Failure) -> String {
    let path = file(name)
    try NewFile.write(bytes, to: path)
    return path
  }
}
