// Writes the files of a new scene. Existing files are never overwritten.

import Platform

extension SceneFiles {
  func write(below top: String) throws(SceneError) {
    guard access("\(top)/\(Self.scenes)", F_OK) == 0 else { throw .notARepository }
    // All of them are checked first, so that a refusal leaves nothing.
    for path in [folder] + all.map(\.path) where access("\(top)/\(path)", F_OK) == 0 {
      throw .exists(path)
    }
    guard mkdir("\(top)/\(folder)", 0o755) == 0 else { throw .last(folder) }
    for file in all { try Self.write(file, below: top) }
  }

  private static func write(_ file: File, below top: String) throws(SceneError) {
    guard let stream = fopen("\(top)/\(file.path)", "wx") else { throw .last(file.path) }
    let isWritten = fputs(file.text, stream) >= 0
    guard fclose(stream) == 0, isWritten else { throw .last(file.path) }
  }
}

extension SceneError {
  /// The system's last error about a path.
  fileprivate static func last(_ path: String) -> SceneError {
    .failed(path, String(cString: strerror(errno)))
  }
}
