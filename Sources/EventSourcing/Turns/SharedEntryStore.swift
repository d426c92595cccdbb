// Stores that several engines write to at the same time. None may append without having seen what the others have, so an
// engine decides its commands in turns.

/// An append-only store that others write to at the same time.
///
/// `SharedStoreContract` holds the promises that such a store must keep.
package protocol SharedEntryStore: EntryStore, LogSource, VouchingStore {
  /// Has lines appended right after all others.
  ///
  /// Calls of one engine don't overlap. Whether a turn holds a lock, or hopes to come first, is the store's choice unless
  /// it is told.
  ///
  /// - Parameters:
  ///   - seq: The last entry that the caller has seen.
  ///   - locking: Whether no other writer may come first.
  ///   - decide: Adds lines to a turn, or none. It is called again, with a new turn, if another writer came first: what it did
  ///     before then didn't happen, but the missed lines count. Its error ends the turn, and nothing is appended.
  /// - Returns: The lines of the last turn, which are durable; nil if there are none.
  /// - Throws: An error of the store, or that of `decide`. Unless the error says otherwise, nothing was appended.
  func takeTurn(
    after seq: Int, locking: Bool, _ decide: (inout Turn) throws(LogError) -> Void
  ) throws(LogError) -> LogChunk?
}

extension SharedEntryStore {
  /// Default: it has no logins.
  package var login: StoreLogin? { nil }

  /// Entries are appended in turns only.
  package func append(_ line: borrowing EntryLine) throws(LogError) {
    throw LogError(
      .writerFailed, "A store with several writers is written to in turns.",
      hint: "Open an engine on it.")
  }

  /// Nothing: what was appended in a turn is durable.
  package func commit(through seq: Int, _ durability: Durability) {}
}

/// The end of a shared log, as long as no other writer appends to it, and the lines to come after it.
package struct Turn: ~Copyable {
  /// The lines that others have appended since the last turn, or since the entry that the caller had seen.
  package let missed: any ChunkReader
  /// The store's time; nil if it has no clock.
  package let now: Timestamp?
  /// The latest time that the store accepts; nil for any.
  package let latest: Timestamp?
  /// The lines to append. The first one follows the last missed one.
  package var batch = PendingBatch()

  /// A turn after some lines.
  package init(missed: any ChunkReader, now: Timestamp? = nil, latest: Timestamp? = nil) {
    (self.missed, self.now, self.latest) = (missed, now, latest)
  }
}
