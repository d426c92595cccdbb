// Puts the files of a new scene on disk. Nothing that is there is ever written over.

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension SceneFiles {
  /// Writes all files below the package's top.
  func write(below top: String) throws(SceneError) {
    guard access("\(top)/\(Self.scenes)", F_OK) == 0 else { throw .notARepository }
    // All of them are looked for first, so that a refusal leaves nothing behind.
    for path in [folder] + all.map(\.path) where access("\(top)/\(path)", F_OK) == 0 {
      throw .exists(path)
    }
    guard mkdir("\(top)/\(folder)", 0o755) == 0 else { throw .last(folder) }
    for file in all { try Self.write(file, below: top) }
  }

  private static func write(_ file: File, below top: String) throws(SceneError) {
    let descriptor = open("\(top)/\(file.path)", O_WRONLY | O_CREAT | O_EXCL, 0o644)
    guard descriptor >= 0 else { throw .last(file.path) }
    guard writeAll(file.text, to: descriptor) else {
      let error = SceneError.last(file.path)
      close(descriptor)
      throw error
    }
    guard close(descriptor) == 0 else { throw .last(file.path) }
  }
}

/// Writes a text to a file; false if the system said no.
func writeAll(_ text: String, to descriptor: Int32) -> Bool {
  Array(text.utf8).withUnsafeBytes { bytes in
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}

extension SceneError {
  /// What the system said last about a path.
  fileprivate static func last(_ path: String) -> SceneError {
    .failed(path, String(cString: strerror(errno)))
  }
}
