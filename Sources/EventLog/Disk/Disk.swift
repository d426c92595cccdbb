// Every file call that the log makes, as one protocol: a test replaces it with a disk that fails,
// fills up or loses power. No policy here: the callers decide what a failure means.

import Platform

package enum DiskAccess: Sendable {
  case reading
  /// The file is opened to be read and written; it must be there.
  case writing
  /// The file is opened to be read and written; it must not exist and is created, with mode 0600.
  case creating
  /// The file is opened to be read and written; it is created with mode 0600 if it doesn't exist. A symbolic
  /// link isn't followed.
  case writingOrCreating
}

package enum DiskItem: Sendable {
  case file
  case directory
  /// A pipe, a device, a socket.
  case other
}

/// The identity of a file, and the time when it was last written: differs for another file with the same name.
package struct FileStamp: Hashable, Sendable {
  package let device: UInt64
  package let number: UInt64
  /// The time in nanoseconds.
  package let modified: Int64

  package init(device: UInt64, number: UInt64, modified: Int64) {
    self.device = device
    self.number = number
    self.modified = modified
  }

  func isOfSameFile(as other: FileStamp) -> Bool {
    (device, number) == (other.device, other.number)
  }
}

/// A file call that the operating system refused.
package struct DiskError: Error, Hashable, Sendable {
  /// The call, as a verb: `write`, `sync`.
  package let operation: String
  /// The value of `errno`.
  package let code: Int32

  package init(_ operation: String, code: Int32) {
    self.operation = operation
    self.code = code
  }
}

/// A file system. Open files are numbers, as POSIX has them, but never those of standard streams;
/// all of them are closed when the process starts another program.
package protocol Disk: Sendable {
  func open(_ path: String, for access: DiskAccess) throws(DiskError) -> Int32
  /// Opens an unnamed file in a folder: it is deleted when it is closed.
  func openUnnamed(in folder: String) throws(DiskError) -> Int32
  /// Closes a file, which also gives its lock back.
  func close(_ file: Int32)
  /// Reads at an offset; returns fewer bytes than fit at the file's end, and none after it.
  func read(_ file: Int32, at offset: Int, into buffer: UnsafeMutableRawBufferPointer)
    throws(DiskError) -> Int
  /// Reads what comes next out of a pipe or a file; no bytes mean the end.
  func readNext(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(DiskError) -> Int
  /// Writes at an offset and returns how many of the bytes were written.
  func write(_ bytes: UnsafeRawBufferPointer, to file: Int32, at offset: Int) throws(DiskError)
    -> Int
  /// Returns when the file's bytes and its size are on stable storage.
  func sync(_ file: Int32) throws(DiskError)
  func truncate(_ file: Int32, to size: Int) throws(DiskError)
  func size(of file: Int32) throws(DiskError) -> Int
  func stamp(of file: Int32) throws(DiskError) -> FileStamp
  /// The number of names of the file.
  func linkCount(of file: Int32) throws(DiskError) -> Int
  /// The stamp of what the path leads to; nil if there is nothing.
  func stamp(at path: String) throws(DiskError) -> FileStamp?
  /// Makes it seem last written at this time, as a stamp has it.
  func setModified(_ modified: Int64, of file: Int32) throws(DiskError)
  /// Takes the file's exclusive advisory lock if it is free.
  func tryLock(_ file: Int32) throws(DiskError) -> Bool
  /// Whether another open file has the lock.
  func isLocked(_ file: Int32) throws(DiskError) -> Bool
  /// Whether the path itself is a symbolic link.
  func isSymbolicLink(_ path: String) throws(DiskError) -> Bool
  /// The kind of item at the path, links followed; nil if there is nothing.
  func item(at path: String) throws(DiskError) -> DiskItem?
  /// The names in a folder, in no particular order, without `.` and `..`.
  func names(in folder: String) throws(DiskError) -> [String]
  /// Makes a folder with mode 0700.
  func makeFolder(_ path: String) throws(DiskError)
  /// Returns when the names in a folder are on stable storage.
  func syncFolder(_ path: String) throws(DiskError)
  func remove(_ path: String) throws(DiskError)
  /// Gives a file another name, in one step.
  func rename(_ path: String, to newPath: String) throws(DiskError)
  /// Whether its owner has the permission to write a file.
  func isWritable(_ path: String) throws(DiskError) -> Bool
  /// Takes away the permission to write a file, or gives it back: mode 0400 or 0600.
  func setWritable(_ isWritable: Bool, _ path: String) throws(DiskError)
}

extension DiskError {
  /// A write that took nothing and named no reason.
  static let nothingWritten = EIO

  var isDiskFull: Bool { code == ENOSPC || code == EDQUOT || code == EFBIG }

  var isNoFolder: Bool { code == ENOENT || code == ENOTDIR }

  var isSymbolicLink: Bool { code == ELOOP }

  var reason: String { String(cString: strerror(code)) }
}

extension LogError {
  package init(_ error: DiskError, path: String) {
    if error.isDiskFull {
      self.init(
        .diskFull, "Can't \(error.operation) \(path): \(error.reason).",
        hint: "Free some space on the disk, then try again.")
    } else {
      self.init(
        .inputOutput, "Can't \(error.operation) \(path): \(error.reason).",
        hint: "Check the disk and the permissions, then try again.")
    }
  }
}
