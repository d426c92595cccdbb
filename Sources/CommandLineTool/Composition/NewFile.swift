// A file that a command is asked to make. It never takes the place of one that is there, and is gone
// again if the command fails.

import CleanStore
import JSONLines

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Writes lines into a new file.
final class NewFile: HistoryLineOutput {
  private let path: String
  private let disk = PosixDisk()
  private let file: Int32
  private var buffer = JSONWriter(capacity: 1 << 16)
  private var size = 0
  private var isFinished = false

  init(_ path: String) throws(Failure) {
    self.path = path
    do throws(DiskError) {
      file = try disk.open(path, for: .creating)
    } catch {
      throw Failure(
        .cannotCreate, code: "cannot-create",
        "Can't make \(path): \(String(cString: strerror(error.code))).",
        hint: "Name a file that isn't there yet, in a folder that is.")
    }
  }

  deinit {
    disk.close(file)
    if !isFinished { unlink(path) }
  }

  func write(line: borrowing JSONWriter) throws(Failure) {
    line.withBytes { buffer.raw($0) }
    buffer.raw("\n")
    if buffer.count >= 1 << 16 { try flush() }
  }

  /// Writes what is left.
  func finish() throws(Failure) {
    try flush()
    isFinished = true
  }

  private func flush() throws(Failure) {
    let result = buffer.withBytes { bytes in
      Result { () throws(DiskError) in
        var rest = bytes
        while !rest.isEmpty {
          let written = try disk.write(rest, to: file, at: size)
          guard written > 0 else { throw DiskError("write", code: EIO) }
          size += written
          rest = UnsafeRawBufferPointer(rebasing: rest[written...])
        }
      }
    }
    buffer.removeAll()
    if case .failure(let error) = result {
      throw Failure(
        .inputOutput, code: "io-error",
        "Can't write \(path): \(String(cString: strerror(error.code))).",
        hint: "Free space, or write elsewhere.")
    }
  }
}
