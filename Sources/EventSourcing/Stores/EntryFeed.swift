// Following a log: the existing entries, then each new one once it is durable.

/// The entries of a store from a place on, without end: waits for new ones.
///
/// Ends when the store is closed or the task cancelled.
public struct EntryFeed: AsyncSequence, Sendable {
  /// An entry.
  public typealias Element = Entry

  let store: any EntryStore
  let cursor: LogCursor

  /// The entries after this place.
  public init(_ store: any EntryStore, from cursor: LogCursor = .start) {
    self.store = store
    self.cursor = cursor
  }

  /// Starts at the place.
  public func makeAsyncIterator() -> Iterator { Iterator(store: store, cursor: cursor) }

  /// A place in the feed.
  public struct Iterator: AsyncIteratorProtocol {
    let store: any EntryStore
    var cursor: LogCursor
    var reader: EntryReader?

    /// The next entry, as soon as it is durable.
    ///
    /// - Throws: `LogError` if the log can't be read on.
    public mutating func next() async throws -> Entry? {
      var nothing = NoProjection()
      return try await next(into: &nothing)
    }

    /// The next entry, as soon as it is durable and a projection has read it.
    ///
    /// - Throws: What is wrong with the entry, or can't be read.
    public nonisolated(nonsending) mutating func next<P: Projection>(
      into projection: inout P
    ) async throws(LogError) -> Entry? {
      while !Task.isCancelled {
        if reader == nil { reader = try open() }
        if var reading = reader {
          let entry = try reading.next(into: &projection)
          cursor = reading.cursor
          reader = entry == nil ? nil : reading
          if let entry { return entry }
        }
        guard await store.commits.wait(beyond: cursor.seq) else { return nil }
      }
      return nil
    }

    private func open() throws(LogError) -> EntryReader? {
      store.commits.seq > cursor.seq ? try EntryReader(store, from: cursor) : nil
    }
  }
}

/// Keeps nothing of the entries.
private struct NoProjection: Projection {
  mutating func begin(with base: LogBase) {}
  mutating func read(_ entry: Entry) {}
}
