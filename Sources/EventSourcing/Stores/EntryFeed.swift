// Following a log: the existing entries, then each new one once it is durable.

/// The entries of a history from a place on; then it waits for new ones, if any can come.
///
/// Ends when nothing more can come, because the store was closed or it is a single file, or when the task is cancelled.
/// Then it keeps no file open, and no thread.
package struct EntryFeed: AsyncSequence, Sendable {
  /// An entry.
  public typealias Element = Entry

  let source: any EntrySource
  let cursor: LogCursor
  let follows: Bool

  /// The entries after a place.
  ///
  /// - Parameters:
  ///   - source: A store that is open, another process's store, or a single file.
  ///   - cursor: The place.
  ///   - follows: Whether it waits for new entries.
  public init(
    _ source: any EntrySource, from cursor: LogCursor = .start, following follows: Bool = true
  ) {
    self.source = source
    self.cursor = cursor
    self.follows = follows
  }

  /// Starts at the place.
  public func makeAsyncIterator() -> Iterator {
    Iterator(source: source, follows: follows, cursor: cursor)
  }

  /// A place in the feed.
  public struct Iterator: AsyncIteratorProtocol {
    let source: any EntrySource
    let follows: Bool
    var cursor: LogCursor
    // Never copied to be used: what it holds, and what a projection holds, would be copied for each entry.
    private var reader: EntryReader?

    init(source: any EntrySource, follows: Bool, cursor: LogCursor) {
      (self.source, self.follows, self.cursor) = (source, follows, cursor)
    }

    /// The next entry, as soon as it is durable.
    ///
    /// - Throws: `LogError` if the log can't be read on.
    public mutating func next() async throws -> Entry? {
      var nothing = NoProjection()
      return try await next(into: &nothing)
    }

    /// The next entry, as soon as it is durable and a projection has read it.
    ///
    /// - Throws: An error of the entry, or of reading it; `otherHistory` if the log was cut or replaced.
    public nonisolated(nonsending) mutating func next<P: Projection>(
      into projection: inout P
    ) async throws(LogError) -> Entry? {
      if reader == nil { reader = try EntryReader(source, from: cursor) }
      while !Task.isCancelled {
        if let entry = try reader?.next(into: &projection) { return entry }
        guard follows, await source.waitForEntry(after: reader?.seq ?? 0) else { break }
        try reader?.goOn(in: source)
      }
      cursor = reader?.cursor ?? cursor
      reader = nil
      return nil
    }
  }
}

extension EntryReader {
  /// Goes on at the end of a log that is followed, with what was written since.
  ///
  /// - Throws: `otherHistory` if the log was cut or replaced; `corrupt` if it can't be read from its start either.
  package mutating func goOn(in source: any EntrySource) throws(LogError) {
    // Another store may have entries with the next numbers.
    if source.isReplaced() { throw .notFollowed(after: seq) }
    do throws(LogError) {
      // The torn tail may have been a line that was just being written.
      if try resume() { return }
    } catch {
      guard error.code == .corrupt else { throw error }
      // A log that can be read from the start isn't damaged, but was cut since.
      var nothing = NoProjection()
      _ = try source.project(into: &nothing)
    }
    throw .notFollowed(after: seq)
  }
}

/// Keeps nothing of the entries.
private struct NoProjection: Projection {
  mutating func restore(from base: ArchivedPrefix) {}
  mutating func read(_ entry: Entry) {}
}
