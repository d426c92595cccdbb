// The floor of everything durable: system calls on a plain file, and nothing else.

import EventLog

/// A file that only grows.
final class RawFile {
  private let disk = PosixDisk()
  private let file: Int32
  private var size = 0

  init(_ path: String) throws { file = try disk.open(path, for: .creating) }

  /// The size of a file, in bytes.
  static func size(of path: String) throws -> Int {
    let disk = PosixDisk()
    let file = try disk.open(path, for: .reading)
    defer { disk.close(file) }
    return try disk.size(of: file)
  }

  static func bytes(of path: String) throws -> [UInt8] {
    let size = try size(of: path)
    let disk = PosixDisk()
    let file = try disk.open(path, for: .reading)
    defer { disk.close(file) }
    return try Array(unsafeUninitializedCapacity: size) { buffer, count in
      count = try disk.read(file, at: 0, into: UnsafeMutableRawBufferPointer(buffer))
    }
  }

  deinit { disk.close(file) }

  /// Appends, and waits until it is on stable storage.
  func append(_ bytes: UnsafeRawBufferPointer) throws {
    size += try disk.write(bytes, to: file, at: size)
    try disk.sync(file)
  }
}
