// The file that attempts are traced to. It isn't part of the log: nothing reads it, nothing waits for it to
// be durable, and no command fails because of it.

import Platform

/// A file to which every attempt to execute a command is appended as a line of JSON.
///
/// Any number of processes may append to one file: each line is one write. A file that doesn't exist
/// is created with mode 0600. If a line can't be written, that is reported once.
@usableFromInline package final class TraceFile: Sendable {
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
  ///   - path: The file; it can't be in a store, nor have several hard links.
  ///   - inputs: Files that are read, none of which it can be.
  ///   - warn: Told in a sentence, at most once, why attempts aren't traced.
  @usableFromInline package init(
    _ path: String, besides inputs: [String] = [],
    warn: @escaping @Sendable (String) -> Void = TraceFile.warn
  ) {
    self.path = path
    self.warn = warn
    do throws(TraceRefusal) {
      file = try disk.openTrace(path, besides: inputs)
    } catch {
      file = nil
      warnOnce(error.reason)
    }
  }

  deinit { if let file { disk.close(file) } }

  /// Whether this process has traced nothing yet.
  public var isEmpty: Bool { state.withLock { !$0.hasLines } }

  /// Appends a line. Never fails, and never waits for another process.
  @usableFromInline @Sendable package func append(_ attempt: CommandAttempt) {
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
  /// Opens a file to append to it, or creates it, unless that would change another file's contents.
  fileprivate func openTrace(_ path: String, besides inputs: [String]) throws(TraceRefusal)
    -> Int32
  {
    if store(around: path) != nil { throw .inStore }
    let file: Int32
    do throws(DiskError) { file = try openToAppend(path) } catch {
      throw TraceRefusal(reason: error.reason)
    }
    // A link to a file that didn't exist may have led into a store.
    if store(around: path) != nil {
      close(file)
      if let created = resolved(path) { try? remove(created) }
      throw .inStore
    }
    let refusal = refusal(of: file, inputs)
    if let refusal {
      close(file)
      throw refusal
    }
    return file
  }

  private func refusal(of file: Int32, _ inputs: [String]) -> TraceRefusal? {
    do throws(DiskError) {
      let stamp = try stamp(of: file)
      // It may be a segment under another name.
      guard try linkCount(of: file) < 2 else { return .linked }
      for input in inputs {
        if let other = try self.stamp(at: input), other.isOfSameFile(as: stamp) { return .input }
      }
      return nil
    } catch {
      return TraceRefusal(reason: error.reason)
    }
  }
}

private struct TraceRefusal: Error {
  let reason: String

  static let inStore = Self(reason: "it can't be in a store's folder")
  static let linked = Self(reason: "it has several hard links, so it may be part of a store")
  static let input = Self(reason: "the command reads this file")
}
