// The errors of a log, as one value that a person or a program can act on.

/// A place in a log's files.
public struct Place: Hashable, Sendable, CustomStringConvertible {
  /// The file, as it was named when the log was opened.
  public let file: String
  /// The line, counted from 1.
  public let line: Int
  /// The byte, counted from 0 at the file's beginning.
  public let byte: Int
  /// The character of the line, counted from 1, as editors do; nil if it is about no character of it.
  public let column: Int?

  /// A place in a file.
  public init(file: String, line: Int, byte: Int, column: Int? = nil) {
    self.file = file
    self.line = line
    self.byte = byte
    self.column = column
  }

  /// A place in a line, after these bytes of it, which are UTF-8.
  public init(file: String, line: Int, byte: Int, after bytes: some Sequence<UInt8>) {
    let characters = bytes.lazy.filter { $0 & 0xC0 != 0x80 }
    self.init(file: file, line: line, byte: byte, column: 1 + characters.count { _ in true })
  }

  /// The place as compilers write it: `log/0001.jsonl:3:127`, or without a column `log/0001.jsonl:3`.
  public var description: String { "\(file):\(line)" + (column.map { ":\($0)" } ?? "") }
}

/// An error of a log or its store: a code, a sentence, a place, and what to do next.
public struct LogError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of errors; the raw values are stable.
  public enum Code: String, Sendable, CaseIterable {
    /// A line isn't as it was written.
    case corrupt
    /// A line contains something that this version doesn't know.
    case newerVersion = "newer-version"
    /// Input from outside isn't what it must be.
    case malformed
    /// Another process writes to the store.
    case locked
    /// The clock is over a day before the last entry; nothing was recorded.
    case clockBehind = "clock-behind"
    /// There is no store or file.
    case noSuchStore = "no-such-store"
    /// The folder isn't a store.
    case notAStore = "not-a-store"
    /// A store can't be created there.
    case cannotCreate = "cannot-create"
    /// The file system refused.
    case inputOutput = "io-error"
    /// The disk is full.
    case diskFull = "disk-full"
    /// An earlier write or sync failed; the store must be opened again.
    case writerFailed = "writer-failed"
    /// The store was closed.
    case closed
    /// The entry is longer than a line may be; nothing was recorded.
    case entryTooLarge = "entry-too-large"
    /// A position is beyond the end of the log.
    case beyondEnd = "position-beyond-end"
    /// Only entries that were archived could tell.
    case archived
    /// The store is an archive of another one.
    case readOnly = "read-only"
    /// The command's id was used by one that is archived; nothing was recorded.
    case archivedCommandID = "archived-command-id"
    /// The log isn't the one that was read before.
    case otherHistory = "other-history"
    /// A store isn't a copy of the one that it was to be continued from.
    case notACopy = "not-a-copy"
    /// A server can't be reached.
    case unreachable
    /// The user of a server may not do so.
    case notPermitted = "not-permitted"
    /// A server lacks entries that it had.
    case historyLost = "history-lost"
    /// A server hasn't answered: what was sent may have been recorded.
    case inDoubt = "in-doubt"
    /// A server doesn't accept what was to be recorded.
    case rejectedByServer = "rejected-by-server"
  }

  /// The kind of error.
  public let code: Code
  /// A sentence that says what happened.
  public let message: String
  /// The place of the error.
  public let place: Place?
  /// The entry it is about, where one is known.
  public let seq: Int?
  /// The action to take next.
  package let remedy: Remedy?

  /// An error of this kind.
  public init(_ code: Code, _ message: String, at place: Place? = nil, seq: Int? = nil) {
    self.init(code, message, at: place, seq: seq, hint: nil)
  }

  package init(
    _ code: Code, _ message: String, at place: Place? = nil, seq: Int? = nil, hint: Remedy?
  ) {
    self.code = code
    self.message = message
    self.place = place
    self.seq = seq
    remedy =
      if let place, ServerParameters(address: place.file) != nil { hint?.onServer } else { hint }
  }

  /// A sentence that says what to do next, in words that name no command.
  public var hint: String? { remedy?.text }

  /// The place and the sentence.
  public var description: String {
    place.map { "\($0): \(message)" } ?? message
  }
}

extension LogError {
  /// The error of a log that ends before the last entry that a writer has noted.
  package static func lostEntries(_ seqs: ClosedRange<Int>, at place: Place) -> LogError {
    let last = seqs.upperBound
    let lost = seqs.count == 1 ? "entry \(last)" : "entries \(seqs.lowerBound) to \(last)"
    return LogError(
      .corrupt, "The log ends here, but \(lost) had been stored.", at: place, seq: seqs.lowerBound,
      hint: .recoverUndecided(keptThrough: seqs.lowerBound - 1, bytes: 0))
  }
}
