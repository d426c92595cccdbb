// The file that attempts are traced to. It isn't part of the log: nothing reads it, nothing waits for it to
// be durable, and no command fails because of it.

import EventSourcing
import JSONLines
import Platform

/// A file to which every attempt to execute a command is appended as a line of JSON.
///
/// Any number of processes may append to one file: each line is one write. A file that doesn't exist
/// is created with mode 0600. If a line can't be written, that is reported once.
public final class TraceFile: Sendable {
  private struct State {
    var hasLines = false
    var hasWarned = false
  }

  private let path: String
  private let warn: @Sendable (String) -> Void
  private let state = Locked(State())
  private let disk = PosixDisk()
  /// nil if it couldn't be opened.
  private let file: Int32?

  /// Opens the file, or creates it.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - store: The folder of the store, where the trace can't be.
  ///   - warn: Told in a sentence, at most once, why attempts aren't traced.
  public init(
    _ path: String, tracing store: String,
    warn: @escaping @Sendable (String) -> Void = TraceFile.warn
  ) {
    self.path = path
    self.warn = warn
    do throws(DiskError) {
      file = try disk.openTrace(path, outside: store)
      if file == nil { warnOnce("it can't be in the store's folder") }
    } catch {
      file = nil
      warnOnce(error.reason)
    }
  }

  deinit { if let file { disk.close(file) } }

  /// Whether this process has traced nothing yet.
  public var isEmpty: Bool { state.withLock { !$0.hasLines } }

  /// Appends a line. Never fails, and never waits for another process.
  @Sendable public func append(_ attempt: CommandAttempt) {
    state.withLock { $0.hasLines = true }
    guard let file else { return }
    var writer = JSONWriter()
    attempt.writeJSON(to: &writer)
    writer.raw("\n")
    let result = writer.withBytes { bytes in
      Result { () throws(DiskError) in try append(bytes, to: file) }
    }
    if case .failure(let error) = result { warnOnce(error.reason) }
  }

  /// One write, unless the disk takes only a part.
  private func append(_ bytes: UnsafeRawBufferPointer, to file: Int32) throws(DiskError) {
    var count = 0
    while count < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[count...])
      let written = try disk.append(rest, to: file)
      guard written > 0 else { throw DiskError("write", code: DiskError.nothingWritten) }
      count += written
    }
  }

  /// Writes a sentence to standard error.
  @Sendable public static func warn(_ sentence: String) {
    var line = "CleanStore: \(sentence)\n"
    line.withUTF8 { _ = try? PosixDisk().append(UnsafeRawBufferPointer($0), to: STDERR_FILENO) }
  }

  private func warnOnce(_ problem: String) {
    let isFirst = state.withLock { state in
      defer { state.hasWarned = true }
      return !state.hasWarned
    }
    if isFirst { warn("Can't write the trace \(path): \(problem). Commands aren't traced.") }
  }
}

extension PosixDisk {
  /// Opens a file to append to it, or creates it; nil if it is in a folder.
  fileprivate func openTrace(_ path: String, outside folder: String) throws(DiskError) -> Int32? {
    if isInside(folder, path) { return nil }
    let file = try openToAppend(path)
    // A link to a file that didn't exist may have led into the folder.
    guard isInside(folder, path) else { return file }
    close(file)
    if let created = resolved(path) { try remove(created) }
    return nil
  }

  /// Whether a file is below a folder, or would be there.
  fileprivate func isInside(_ folder: String, _ path: String) -> Bool {
    let parent = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    guard let folder = resolved(folder), let place = resolved(path) ?? resolved(parent) else {
      return false
    }
    return (place + "/").hasPrefix(folder + "/")
  }
}
