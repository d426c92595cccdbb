// Another build of this tool as a child process, read line by line. Started through the shell,
// which finds programs as people expect.

import Conventions
import JSONLines
import HistoryScenes
import Platform

/// What another build prints.
final class OtherBuild: OutcomeLineSource {
  private let program: String
  private let tool: String
  private var stream: UnsafeMutablePointer<FILE>?
  private var buffer: UnsafeMutablePointer<CChar>?
  private var capacity = 0

  init(_ program: String, _ arguments: [String], of tool: String) throws(Failure) {
    self.program = program
    self.tool = tool
    stream = popen(shellLine([program] + arguments), "r")
    guard stream != nil else { throw failure("can't be started") }
  }

  deinit {
    if let stream { pclose(stream) }
    free(buffer)
  }

  func next() throws(Failure) -> ByteStorage? {
    guard let stream else { return nil }
    let count = getline(&buffer, &capacity, stream)
    guard count > 0, let buffer else {
      self.stream = nil
      try check(pclose(stream))
      return nil
    }
    let bytes = UnsafeRawBufferPointer(start: buffer, count: count)
    let end = bytes.last == 0x0A ? count - 1 : count
    return ByteStorage.copy(of: UnsafeRawBufferPointer(rebasing: bytes[..<end]))
  }

  /// The program's own messages are on standard error already.
  private func check(_ status: Int32) throws(Failure) {
    // The macros of wait(2), which Swift doesn't import.
    let (signal, code) = (status & 0x7F, (status >> 8) & 0xFF)
    if signal == 0 && code == 0 { return }
    if signal == 0 && (code == 126 || code == 127) { throw failure("can't be started") }
    throw failure(signal == 0 ? "exited with code \(code)" : "was ended by signal \(signal)")
  }

  private func failure(_ what: String) -> Failure {
    Failure(
      .notFound, code: "other-build-failed", "\(program) \(what).",
      hint: "Pass a build of \(tool) that supports `replay --outcomes`.")
  }
}
