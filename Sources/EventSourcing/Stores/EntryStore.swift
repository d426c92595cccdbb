// Stores of entries. The engine numbers and writes entries; a store makes them durable.

/// The last entry that is on stable storage.
public struct LogEnd: Hashable, Sendable {
  /// Its number; 0 in an empty log.
  public var seq: Int
  /// The time of the last entry; nil in an empty log.
  public var at: Timestamp?
  /// The version of the rules that holds at the end; nil in an empty log.
  public var rulesVersion: String?

  /// The end of a log.
  public init(seq: Int = 0, at: Timestamp? = nil, rulesVersion: String? = nil) {
    self.seq = seq
    self.at = at
    self.rulesVersion = rulesVersion
  }
}

/// The moment when a command counts as done.
public enum Durability: String, Sendable, CaseIterable {
  /// The entry is on stable storage.
  case sync
  /// Entries are written in groups of up to 4 096 entries or 1 MiB; each group is synced as one.
  case batch
  /// Entries are written in groups, but not synced: acknowledged ones may be lost with the process, or with
  /// the power.
  case none
}

/// An append-only store of entries.
///
/// Entries are appended in order and become durable in order. Any number of threads may wait in
/// `commit` at once: they share syncs. After a failed write or sync, the store accepts nothing more
/// (`LogError.Code.writerFailed`); open it again to find out what is durable.
///
/// `StoreContract` holds the promises that every store must keep, as a suite of tests.
public protocol EntryStore: EntrySource {
  /// The last entry that is on stable storage.
  var end: LogEnd { get }
  /// Told of every advance of `end`.
  var commits: CommitSignal { get }
  /// Takes an entry to be written, in the order of `seq`. It isn't durable yet, nor to be read.
  ///
  /// - Throws: `entryTooLarge` if the line would be over 1 MiB (it isn't appended then);
  ///   `writerFailed` or `closed`.
  func append(_ line: borrowing EntryLine) throws(LogError)
  /// Whether an entry can be appended now without waiting for the disk. If not, a commit waits until it
  /// can.
  var hasRoom: Bool { get }
  /// Makes what was appended durable, at least up to this entry, and waits for it.
  func commit(through seq: Int, _ durability: Durability) throws(LogError)
  /// Like `commit`, but suspends the task: no thread waits. The task's cancellation changes nothing.
  nonisolated(nonsending) func committed(through seq: Int, _ durability: Durability)
    async throws(LogError)
  /// Replaces the personal data of all entries whose erasure is recorded (`erase-personal`) by its hash, and returns when
  /// nothing of it is left in the log. Closing the store does so, too. ``EntrySource/pendingErasures()`` finds them, and
  /// ``PendingErasure/erased(_:)`` makes the line without the data of the one with it.
  ///
  /// - Returns: The changes that were made now.
  func finishErasures() throws(LogError) -> ErasureReport
  /// Commits what is left and closes the store. Closing twice is fine.
  func close() throws(LogError)
}

extension EntryStore {
  /// Waits until an entry after this one is durable.
  public func waitForEntry(after seq: Int) async -> Bool { await commits.wait(beyond: seq) }

  /// Default: commits at once, for a store that waits for nothing.
  public nonisolated(nonsending) func committed(through seq: Int, _ durability: Durability)
    async throws(LogError)
  {
    try commit(through: seq, durability)
  }

  /// Nothing, for a store that doesn't keep its entries.
  public func finishErasures() throws(LogError) -> ErasureReport { ErasureReport() }

  /// Always: not every store has groups that can be full.
  public var hasRoom: Bool { true }
}

/// The longest line that a log takes, its LF included: 1 MiB.
public let maximumLineLength = 1 << 20
