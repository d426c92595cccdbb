// A file that a command is asked to make. It never takes the place of one that is there, and is gone
// again if the command fails.

import JSONLines
import Terminal
import HistoryScenes
import OrderScenes

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Writes lines into a new file, which only its owner can read.
final class NewFile: HistoryLineOutput {
  private let path: String
  private let descriptor: Int32
  private let output: DescriptorOutput
  private var isFinished = false

  init(_ path: String) throws(Failure) {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw Failure(
        .cannotCreate, code: "cannot-create",
        "Can't make \(path): \(String(cString: strerror(errno))).",
        hint: "Name a file that isn't there yet, in a folder that is.")
    }
    output = DescriptorOutput(descriptor: descriptor)
  }

  deinit {
    guard descriptor >= 0 else { return }
    close(descriptor)
    if !isFinished { unlink(path) }
  }

  func write(line: borrowing JSONWriter) throws(Failure) {
    let result = line.withBytes { bytes in
      Result { () throws(OutputError) in
        try output.write(bytes)
        try output.write("\n")
      }
    }
    try check(result)
  }

  /// Writes what is left; the file then stays.
  func finish() throws(Failure) {
    try check(Result { () throws(OutputError) in try output.flush() })
    isFinished = true
  }

  private func check(_ result: Result<Void, OutputError>) throws(Failure) {
    guard case .failure(let error) = result else { return }
    throw Failure(
      .inputOutput, code: error.code, "\(path): \(error.message).",
      hint: "Free space, or write elsewhere.")
  }
}
