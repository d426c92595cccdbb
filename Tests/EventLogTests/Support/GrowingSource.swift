import EventSourcing

@testable import EventLog

/// A store that somebody writes to before it is read for the second time, say.
final class GrowingSource: EntrySource, @unchecked Sendable {
  private let store: StoreReader
  private let grow: () throws -> Void
  /// How many readings begin before it grows.
  private var readings: Int

  init(_ store: StoreReader, afterReadings readings: Int, _ grow: @escaping () throws -> Void) {
    (self.store, self.readings, self.grow) = (store, readings, grow)
  }

  var hasGrown: Bool { readings < 0 }

  var form: LineForm { .store }
  var storeID: String? { store.storeID }
  func checkpoints() -> (any CheckpointStore)? { store.checkpoints() }
  func chunks(from cursor: LogCursor) throws(LogError) -> any ChunkReader {
    if readings == 0 { try? grow() }
    readings -= 1
    return try store.chunks(from: cursor)
  }
}
