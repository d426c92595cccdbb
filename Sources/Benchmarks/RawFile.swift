// The floor of everything durable: system calls on a plain file, and nothing else.

import CleanStore

/// A file that only grows.
final class RawFile {
  private let disk = PosixDisk()
  private let file: Int32
  private var size = 0

  init(_ path: String) throws { file = try disk.open(path, for: .creating) }

  deinit { disk.close(file) }

  /// Writes behind what was written before, and waits until it is on stable storage.
  func append(_ bytes: UnsafeRawBufferPointer) throws {
    size += try disk.write(bytes, to: file, at: size)
    try disk.sync(file)
  }
}
