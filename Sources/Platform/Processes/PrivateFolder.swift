// A folder for files that are given to other programs: no other user can read it, and it is removed with its contents.

package struct PrivateFolder {
  package let path: String

  /// Makes one; nil with `errno` set if that isn't possible.
  package init?(in parent: String) {
    var template = Array((parent + "/cleanstore.XXXXXX").utf8CString)
    let made = template.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap(mkdtemp).map { String(cString: $0) }
    }
    guard let made else { return nil }
    path = made
  }

  package func file(_ name: String) -> String { path + "/" + name }

  /// Lends one that is removed afterwards, before a signal that comes meanwhile ends the process.
  ///
  /// - Returns: nil with `errno` set if it can't be made.
  package static func lend<R, E>(
    in parent: String, _ body: (PrivateFolder) throws(E) -> R
  ) throws(E) -> R? {
    let signals = HeldSignals([SIGINT, SIGTERM, SIGHUP])
    defer { signals.release() }
    guard let folder = PrivateFolder(in: parent) else { return nil }
    defer { folder.remove() }
    return try body(folder)
  }

  package func remove() {
    if let names = opendir(path) {
      while let entry = readdir(names) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
          name.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
        }
        if name != ".", name != ".." { unlink(path + "/" + name) }
      }
      closedir(names)
    }
    rmdir(path)
  }
}
