// The changes of one domain's streams as a sequence: the commands that are recorded, and those to come.

/// A recorded command with its outcome.
public struct Change<D: CodableDecider>: Sendable {
  /// The entry, with its actor and `meta`.
  package let entry: Entry
  /// The command.
  public let command: D.Command
  /// The reason of the request, if one was given.
  public let reason: String?
  /// The caller's id of the command, if it had one.
  public let commandID: String?
  /// The outcome, with the stream and its state after it.
  public let outcome: Outcome<D>

  /// The person or program that requested it.
  public var actor: String { entry.storage.string(entry.actor) }

  /// The cursor to continue with after this change.
  ///
  /// - Complexity: O(n) in the length of the entry's line, which is hashed.
  public var cursor: HistoryCursor { HistoryCursor(entry) }
}

extension EntrySource {
  /// The changes of a domain's streams after an entry, and then each new one as soon as it is durable.
  ///
  ///     for try await change in store.changes(of: Quiz.self, after: 7) { print(change.outcome.state) }
  ///
  /// A store that is open, and another process's store, are followed until the task is cancelled or the store closed;
  /// a single file ends. States are computed from the first entry on.
  ///
  /// - Parameters:
  ///   - domain: The domain.
  ///   - stream: The one stream whose changes are wanted; nil for all.
  ///   - seq: The number of the last entry that is left out.
  ///   - follows: Whether it waits for new entries.
  /// - Complexity: O(n) in the number of entries, however many there are after `seq`.
  public func changes<D: CodableDecider>(
    of domain: D.Type, in stream: StreamName? = nil, after seq: Int,
    following follows: Bool = true
  ) -> Changes<D> {
    changes(of: domain, in: stream, after: HistoryCursor(seq: seq), following: follows)
  }

  /// The changes after a cursor. Throws `otherHistory` if the log isn't the
  /// one that the cursor is of.
  public func changes<D: CodableDecider>(
    of domain: D.Type, in stream: StreamName? = nil, after cursor: HistoryCursor = .start,
    following follows: Bool = true
  ) -> Changes<D> {
    Changes(source: self, stream: stream, start: cursor, follows: follows)
  }
}

/// Changes of a domain's streams, the oldest first.
public struct Changes<D: CodableDecider>: AsyncSequence, Sendable {
  let source: any EntrySource
  let stream: StreamName?
  let start: HistoryCursor
  let follows: Bool

  package init(
    source: any EntrySource, stream: StreamName?, start: HistoryCursor, follows: Bool
  ) {
    (self.source, self.stream, self.start, self.follows) = (source, stream, start, follows)
  }

  /// Starts after the cursor.
  public func makeAsyncIterator() -> some AsyncIteratorProtocol<Change<D>, LogError> {
    Iterator(self)
  }

  // An object: a copy would have all that a reader and a projection hold.
  private final class Iterator: AsyncIteratorProtocol {
    let changes: Changes
    private var entries: EntryFeed.Iterator
    private var reading: ChangeReading<D>
    private var isChecked = false

    init(_ changes: Changes) {
      self.changes = changes
      entries = EntryFeed(changes.source, following: changes.follows).makeAsyncIterator()
      reading = ChangeReading(of: changes.source, only: changes.stream)
    }

    /// The next change; waits for it where one can come.
    ///
    /// - Throws: An error of the log; `archived` if changes that are wanted are archived; `otherHistory` if the log
    ///   isn't the one that was read before.
    func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(LogError) -> Change<D>? {
      if !isChecked {
        try check()
        isChecked = true
      }
      while let entry = try await entries.next(into: &reading) {
        if entry.seq > changes.start.seq, let change = reading.change(of: entry) { return change }
      }
      return nil
    }

    private func check() throws(LogError) {
      try changes.source.require(changes.start)
      guard changes.start.seq == 0 else { return }
      if let stream = changes.stream {
        try changes.source.requireWhole(stream)
      } else if !changes.follows {
        try changes.source.requireWhole()
      }
    }
  }
}

/// Folds a domain's streams, or one of them, and decodes what was requested.
package struct ChangeReading<D: CodableDecider>: Projection {
  package private(set) var states: StateProjection<D>
  private let stream: Text?
  private var isRead = false

  package init(of source: any EntrySource, only stream: StreamName?) {
    states = StateProjection(checksRevisions: source.form == .store, readsValues: true)
    self.stream = stream?.text
  }

  package var vocabularies: [Vocabulary] { [D.vocabulary] }

  package mutating func restore(from base: ArchivedPrefix) throws(LogError) {
    try states.restore(from: base)
  }

  package mutating func read(_ entry: Entry) throws(EntryDefect) {
    isRead = false
    if let stream, !entry.storage.slice(entry.stream).elementsEqual(stream.bytes) { return }
    try states.read(entry)
    isRead = states.body.isOfDomain
  }

  /// The change that the entry read last is; nil if it is of something else.
  fileprivate func change(of entry: Entry) -> Change<D>? {
    guard isRead, let command = states.body.command,
      let stream = StreamName(Text(entry.storage, entry.stream)),
      let state = states.state(of: stream)?.state
    else { return nil }
    let (head, body) = (states.body.head, states.body)
    let result: Outcome<D>.Result =
      body.refusal.map { .refused($0) } ?? .accepted(body.events)
    return Change(
      entry: entry, command: command,
      reason: head.reason.isPresent ? entry.storage.string(head.reason) : nil,
      commandID: head.id.isPresent ? entry.storage.string(head.id) : nil,
      outcome: Outcome(
        result, stream: stream, seq: entry.seq, rev: entry.rev, at: entry.at, state: state,
        isErased: entry.isErased))
  }
}
