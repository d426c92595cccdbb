// Where a log ends, found by reading it.

/// The end of a log that was read: what a store must know to continue from there.
public struct FoundEnd: Sendable {
  /// The last entry.
  public var end: LogEnd
  /// The place after the last good line.
  public var cursor: LogCursor
  /// The place where the last write starts: a line, or a batch of them.
  public var lastWrite: LogCursor
  /// Whether the last write is a batch whose end a crash has cut off.
  public var endsInsideBatch: Bool
  /// The tail that a crash left after the last good line, if there is one.
  public var tornTail: TornTail?

  /// Reads a source to its end, its envelopes only.
  ///
  /// - Throws: What is wrong with the log.
  public init(_ source: any EntrySource, from cursor: LogCursor = .start) throws(LogError) {
    try self.init(source, from: cursor) { (reader) throws(LogError) in try reader.next() != nil }
  }

  /// Reads a source to its end.
  ///
  /// - Parameter advance: Reads one entry; false at the end.
  init(
    _ source: any EntrySource, from cursor: LogCursor,
    advance: (inout EntryReader) throws(LogError) -> Bool
  ) throws(LogError) {
    var reader = try EntryReader(source, from: cursor)
    lastWrite = cursor
    var lastOfWrite = 0
    while try advance(&reader) {
      // A write never spans two segments: one that was cut doesn't cover the next segment.
      guard reader.seq > lastOfWrite || reader.entryCursor.segment != lastWrite.segment else {
        continue
      }
      lastWrite = reader.entryCursor
      lastOfWrite = reader.seq + reader.entry.batch - 1
    }
    endsInsideBatch = lastOfWrite > reader.seq
    end = LogEnd(seq: reader.seq, at: reader.at, engine: reader.engine)
    self.cursor = reader.cursor
    tornTail = reader.tornTail
  }
}

/// The one reading of a log when an engine is opened with its store. The store has to find the log's end,
/// the engine needs every entry: with this, the engine's fold finds the end.
public final class OpeningFold {
  private var projection: StreamStatesProjection
  private var outcome: Result<LogEnd, LogError>?

  init(_ states: [AnyStreamStates]) { projection = StreamStatesProjection(states) }

  /// Reads a store's log, for the engine and for the store.
  ///
  /// If the engine can't use it, that isn't the store's error: the store is opened as it would be
  /// without an engine, and the engine reports the error.
  ///
  /// - Parameters:
  ///   - source: The whole log.
  ///   - cursor: Where the store would begin if it read only for itself.
  /// - Throws: What is wrong with the log for the store, too.
  public func findEnd(of source: any EntrySource, from cursor: LogCursor = .start)
    throws(LogError) -> FoundEnd
  {
    do throws(LogError) {
      return try fold(source)
    } catch {
      outcome = .failure(error)
      return try FoundEnd(source, from: cursor)
    }
  }

  /// What the engine continues from, read now if the store hasn't read it.
  func finish(with store: any EntryStore) throws(LogError) -> (end: LogEnd, ids: CommandIDs) {
    if outcome == nil { _ = try fold(store) }
    let end = try outcome?.get() ?? store.end
    return (end, projection.commandIDs)
  }

  private func fold(_ source: any EntrySource) throws(LogError) -> FoundEnd {
    let found = try FoundEnd(source, from: .start) { (reader) throws(LogError) in
      try reader.advance(into: &projection)
    }
    outcome = .success(found.end)
    return found
  }
}
