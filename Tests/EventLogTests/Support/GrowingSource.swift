import EventSourcing

@testable import EventLog

/// A store that is written to before it is read for the second time, say.
final class GrowingSource: LogSource, @unchecked Sendable {
  private let store: StoreReader
  private let grow: () throws -> Void
  /// The number of readings that begin before it grows.
  private var readings: Int
  /// The result of growing; nil before.
  private(set) var growth: Result<Void, any Error>?

  init(_ store: StoreReader, afterReadings readings: Int, _ grow: @escaping () throws -> Void) {
    (self.store, self.readings, self.grow) = (store, readings, grow)
  }

  var form: LineForm { .store }
  var storeID: String? { store.storeID }
  func snapshots() -> (any SnapshotStore)? { store.snapshots() }
  func part(of terms: [EntryTerm]) throws(LogError) -> (any EntrySource)? {
    growOnce()
    return try store.part(of: terms)
  }
  func knownEnd() throws(LogError) -> (seq: Int, tornTail: TornTail?)? { try store.knownEnd() }
  func cursor(before seq: Int) throws(LogError) -> LogCursor { try store.cursor(before: seq) }
  func chunks(from cursor: LogCursor) throws(LogError) -> any ChunkReader {
    growOnce()
    return try store.chunks(from: cursor)
  }

  private func growOnce() {
    if readings == 0 { growth = Result { try grow() } }
    readings -= 1
  }
}
