// Following a log: the entries that are there, then each new one once it is durable.

/// The entries of a store from a place on, without end: waits for new ones.
///
/// Ends when the store is closed or the task cancelled.
public struct EntryFeed: AsyncSequence {
  /// An entry.
  public typealias Element = Entry

  let store: any EntryStore
  let cursor: LogCursor

  /// The entries behind this place.
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
      while !Task.isCancelled {
        if var reading = try reader ?? open() {
          let entry = try reading.next()
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
