// A file that a command creates. It never replaces an existing one, and is removed again if the
// command fails.

import EventLog
import HistoryScenes
import JSONLines
import Platform
import Terminal

package final class NewFile: HistoryLineOutput, ByteOutput {
  private let path: String
  private let descriptor: Int32
  private let output: DescriptorOutput
  private var isFinished = false

  package init(_ path: String) throws(Failure) {
    self.path = path
    try Self.checkIsOutsideStores(path)
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw Failure(
        .cannotCreate, code: "cannot-create",
        "Can't create \(path): \(String(cString: strerror(errno))).",
        hint: "Pass a new file in an existing folder.")
    }
    output = DescriptorOutput(descriptor: descriptor)
  }

  /// In a store, a file could be taken for one of the log.
  package static func checkIsOutsideStores(_ path: String) throws(Failure) {
    if let store = PosixDisk().store(around: path) {
      throw Failure(
        .usage, code: "in-store", "\(path) would be in the store \(store).",
        hint: "Nothing was written. Pass a file outside of the store's folder.")
    }
  }

  deinit {
    guard descriptor >= 0 else { return }
    close(descriptor)
    if !isFinished { unlink(path) }
  }

  package func write(line: borrowing JSONWriter) throws(Failure) {
    let result = line.withBytes { bytes in
      Result { () throws(OutputError) in
        try output.write(bytes)
        try output.write("\n")
      }
    }
    try check(result)
  }

  package func write(_ bytes: [UInt8]) throws(Failure) {
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(OutputError) in try output.write(bytes) }
    }
    try check(result)
  }

  /// Creates a file with these bytes.
  static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
    let file = try NewFile(path)
    try file.write(bytes)
    try file.finish()
  }

  package func flush() throws(Failure) {
    try check(Result { () throws(OutputError) in try output.flush() })
  }

  /// Writes what is left; the file then stays.
  package func finish() throws(Failure) {
    try flush()
    isFinished = true
  }

  private func check(_ result: Result<Void, OutputError>) throws(Failure) {
    guard case .failure(let error) = result else { return }
    throw Failure(
      .inputOutput, code: error.code, "Can't write \(path): \(error.reason).",
      hint: "Free some space, or write elsewhere.")
  }
}
