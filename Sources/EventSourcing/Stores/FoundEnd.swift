// The end of a log, found by reading it.

/// The end of a log that was read: what a store must know to continue from there.
@usableFromInline package struct FoundEnd: Sendable {
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
  /// - Throws: An error of the log.
  public init(_ source: any EntrySource, from cursor: LogCursor = .start) throws(LogError) {
    var search = try EndSearch(source, from: cursor)
    self = try search.findEnd { (reader) throws(LogError) in try reader.next() != nil }
  }

  fileprivate init(_ reader: EntryReader, lastWrite: LogCursor, lastOfWrite: Int) {
    self.lastWrite = lastWrite
    endsInsideBatch = lastOfWrite > reader.seq
    end = LogEnd(seq: reader.seq, at: reader.at, rulesVersion: reader.rulesVersion)
    cursor = reader.cursor
    tornTail = reader.tornTail
  }
}

/// Reads a log to its end, and goes on later with what was written since.
private struct EndSearch {
  private var reader: EntryReader
  private var lastWrite: LogCursor
  private var lastOfWrite = 0

  init(_ source: any EntrySource, from cursor: LogCursor) throws(LogError) {
    reader = try EntryReader(source, from: cursor)
    lastWrite = cursor
  }

  /// - Parameter advance: Reads one entry; false at the end.
  mutating func findEnd(
    _ advance: (inout EntryReader) throws(LogError) -> Bool
  ) throws(LogError) -> FoundEnd {
    while try advance(&reader) {
      // A write never spans two segments: one that was cut doesn't cover the next segment.
      guard reader.seq > lastOfWrite || reader.entryCursor.segment != lastWrite.segment else {
        continue
      }
      lastWrite = reader.entryCursor
      lastOfWrite = reader.seq + reader.entry.batch - 1
    }
    return FoundEnd(reader, lastWrite: lastWrite, lastOfWrite: lastOfWrite)
  }

  /// - Returns: false if the log was cut since the end was found.
  mutating func resume() throws(LogError) -> Bool { try reader.resume() }
}

/// The one reading of a log when an engine is opened with its store. The store has to find the log's end,
/// the engine needs every entry, unless it reads streams on first use: with this, the engine's fold finds the
/// end.
@usableFromInline package final class OpeningFold {
  private let states: [AnyStreamStates]
  /// Whether the engine reads streams on first use, if the log is long.
  private let isOnDemand: Bool
  private var projection: StreamStatesProjection
  /// The outline that it then continues from.
  private var unread: LogOutline?
  /// The part that was read before the store was locked.
  private var search: EndSearch?
  private var outcome: Result<LogEnd, LogError>?

  init(_ states: [AnyStreamStates], onDemand: Bool) {
    self.states = states
    isOnDemand = onDemand
    projection = StreamStatesProjection(states)
  }

  /// Reads what there is of a log before its store is locked, so that `findEnd` has to read only what
  /// was written meanwhile. Writers may do anything in the meantime, so nothing is judged yet.
  ///
  /// - Parameter source: The whole log.
  public func readUnlocked(_ source: any EntrySource) {
    do throws(LogError) {
      if isOnDemand, try source.outline() != nil { return }
      var search = try EndSearch(source, from: .start)
      _ = try fold(&search)
      self.search = search
    } catch {
      forget()
    }
  }

  /// Reads a store's log, for the engine and for the store.
  ///
  /// If the engine can't use it, that isn't the store's error: the store is opened as it would be
  /// without an engine, and the engine reports the error.
  ///
  /// - Parameters:
  ///   - source: The whole log.
  ///   - cursor: The place where the store would begin if it read only for itself.
  /// - Throws: An error of the log that concerns the store, too.
  package func findEnd(of source: any EntrySource, from cursor: LogCursor = .start)
    throws(LogError) -> FoundEnd
  {
    do throws(LogError) {
      // The part that was read before the lock is used, even if there is an outline by now.
      if search == nil, let found = foundByOutline(of: source) { return found }
      return try fold(source)
    } catch {
      outcome = .failure(error)
      return try FoundEnd(source, from: cursor)
    }
  }

  /// The part that the engine continues from, read now if the store hasn't read it.
  func finish(with store: any EntryStore) throws(LogError)
    -> (end: LogEnd, ids: CommandIDs, unread: UnreadStreams?)
  {
    if outcome == nil, !(try foundByOutline(ofShared: store)) { _ = try fold(store) }
    let end = try outcome?.get() ?? store.end
    return (end, projection.commandIDs, unread.map { UnreadStreams(states, $0) })
  }

  /// The end of a long log of which streams are read on demand; nil if it is to be read as a whole, which
  /// also finds out what is wrong with it.
  private func foundByOutline(of source: any EntrySource) -> FoundEnd? {
    do throws(LogError) {
      // Without the lock, entries may be added in between.
      for _ in 0..<3 {
        guard isOnDemand, let outline = try source.outline() else { return nil }
        var found = try FoundEnd(source, from: outline.cursor)
        found.end.rulesVersion = found.end.rulesVersion ?? outline.rulesVersion
        guard let rulesVersion = found.end.rulesVersion, knows(rulesVersion) else { return nil }
        guard found.end.seq == outline.seq else { continue }
        (unread, outcome) = (outline, .success(found.end))
        return found
      }
      return nil
    } catch {
      return nil
    }
  }

  /// Continues from the outline of a store that others write to: what they append is read in turns.
  private func foundByOutline(ofShared store: any EntryStore) throws(LogError) -> Bool {
    guard isOnDemand, store is any SharedEntryStore, let outline = try store.outline(),
      let rulesVersion = outline.rulesVersion, knows(rulesVersion)
    else { return false }
    let end = LogEnd(seq: outline.seq, at: outline.at, rulesVersion: rulesVersion)
    (unread, outcome) = (outline, .success(end))
    return true
  }

  /// Whether the rules are known: a newer version may have written entries that aren't read here.
  private func knows(_ rulesVersion: String) -> Bool {
    states.contains { $0.rulesVersions.contains(rulesVersion) }
  }

  private func fold(_ source: any EntrySource) throws(LogError) -> FoundEnd {
    let found: FoundEnd
    if let resumed = foldRest() {
      found = resumed
    } else {
      var search = try EndSearch(source, from: .start)
      found = try fold(&search)
    }
    outcome = .success(found.end)
    return found
  }

  /// Reads on where the unlocked reading ended; nil if what it read can't be relied on.
  private func foldRest() -> FoundEnd? {
    guard var search else { return nil }
    self.search = nil
    do throws(LogError) {
      if try search.resume() { return try fold(&search) }
    } catch {
      // Reported if it is found again.
    }
    forget()
    return nil
  }

  private func fold(_ search: inout EndSearch) throws(LogError) -> FoundEnd {
    try search.findEnd { (reader) throws(LogError) in try reader.advance(into: &projection) }
  }

  private func forget() {
    for states in states { states.forget() }
    projection = StreamStatesProjection(states)
  }
}
