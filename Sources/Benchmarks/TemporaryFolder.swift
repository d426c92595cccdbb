// A folder for what is written while measuring. It is on the disk that `TMPDIR` names: durable
// figures mean nothing if that is memory.

import EventLog
import EventSourcing
import Platform

/// A folder that goes with all that is in it.
final class TemporaryFolder {
  let path: String
  private var count = 0

  init() {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/cleanstore-benchmarks.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { stop("Can't create a folder in \(parent).") }
    path = template.withUnsafeBufferPointer { buffer in
      String(decoding: buffer.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }

  /// A path in the folder at which there is nothing yet.
  func newPath() -> String {
    count += 1
    return "\(path)/\(count)"
  }

  /// The path of a new store.
  func newStore() throws -> String {
    let path = newPath()
    try FileStore.create(
      at: path, id: String(repeating: "0", count: 32), created: Timestamp(microseconds: 0))
    return path
  }

  /// Removes what is at a path, and everything in it.
  static func remove(_ path: String) {
    for name in (try? PosixDisk().names(in: path)) ?? [] { remove("\(path)/\(name)") }
    _ = systemRemove(path)
  }
}

private func systemRemove(_ path: String) -> Int32 { remove(path) }

/// Writes a sentence to standard error.
func warn(_ message: String) {
  var text = message + "\n"
  _ = text.withUTF8 { write(2, $0.baseAddress, $0.count) }
}

/// Ends the process with a sentence on standard error.
func stop(_ message: String) -> Never {
  warn(message)
  exit(1)
}
