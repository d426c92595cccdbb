// The changes of orders as a sequence: those that are recorded, and, in a store that is open, those to come.

import EventSourcing
import JSONLines

/// Changes of orders, the oldest first.
public struct OrderChanges: AsyncSequence, Sendable {
  /// A command with its outcome, and the order after it.
  public typealias Element = OrderChange
  /// What is wrong with the log, or can't be read.
  public typealias Failure = OrderError

  private let source: any EntrySource
  private let feed: EntryFeed?
  private let id: String?

  init(in source: any EntrySource, id: String?) {
    (self.source, self.id, feed) = (source, id, nil)
  }

  init(following store: any EntryStore, id: String?) {
    (source, self.id, feed) = (store, id, EntryFeed(store))
  }

  /// Starts with the first change.
  public func makeAsyncIterator() -> Iterator {
    Iterator(source: source, entries: feed?.makeAsyncIterator(), id: id)
  }

  /// A place among the changes.
  public struct Iterator: AsyncIteratorProtocol {
    private let source: any EntrySource
    private let id: String?
    private var entries: EntryFeed.Iterator?
    private var reader: EntryReader?
    private var reading: ChangeReading?

    init(source: any EntrySource, entries: EntryFeed.Iterator?, id: String?) {
      (self.source, self.entries, self.id) = (source, entries, id)
    }

    /// The next change; waits for it in a store that is open.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(OrderError) -> OrderChange? {
      if self.reading == nil { self.reading = try start() }
      guard var reading = self.reading else { return nil }
      defer { self.reading = reading }
      do throws(LogError) {
        while let entry = try await nextEntry(into: &reading) {
          if let change = reading.change(of: entry) { return change }
        }
        return nil
      } catch {
        throw .log(error)
      }
    }

    private func start() throws(OrderError) -> ChangeReading {
      guard let id else {
        if entries == nil { try orderErrors { () throws(LogError) in try source.requireWhole() } }
        return ChangeReading(of: source, only: nil)
      }
      guard let stream = StreamName(category: Orders.category, id: id) else {
        throw .malformedID(id)
      }
      try orderErrors { () throws(LogError) in try source.requireWhole(stream) }
      return ChangeReading(of: source, only: stream)
    }

    private nonisolated(nonsending) mutating func nextEntry(
      into reading: inout ChangeReading
    ) async throws(LogError) -> Entry? {
      if entries != nil { return try await entries?.next(into: &reading) }
      if reader == nil { reader = try EntryReader(source) }
      return try reader?.next(into: &reading)
    }
  }
}

/// Folds orders, or one of them, and decodes what was requested.
struct ChangeReading: Projection {
  private(set) var states: StateProjection<Orders>
  private let stream: Text?
  private var isRead = false

  init(of source: any EntrySource, only stream: StreamName?) {
    states = StateProjection(checksRevisions: source.form == .store, readsCommands: true)
    self.stream = stream?.text
  }

  var upcasters: [Upcaster] { Orders.upcasters }

  mutating func begin(with base: LogBase) throws(LogError) { try states.begin(with: base) }

  mutating func read(_ entry: Entry) throws(EntryDefect) {
    isRead = false
    if let stream, !entry.storage.slice(entry.stream).elementsEqual(stream.bytes) { return }
    try states.read(entry)
    isRead = states.body.isMine
  }

  /// The change that the entry read last is; nil if it is of something else.
  func change(of entry: Entry) -> OrderChange? {
    guard isRead, let command = states.body.command,
      let stream = StreamName(Text(entry.storage, entry.stream)), let id = stream.id
    else { return nil }
    let order = states.state(of: stream).flatMap { Order(id, $0.state) }
    let currency = order?.currency ?? Currency("")
    let (head, body) = (states.body.head, states.body)
    let result: Outcome<Orders>.Result =
      body.refusal.map { .refused($0) } ?? .accepted(body.events)
    return OrderChange(
      seq: entry.seq, id: id, revision: entry.rev, at: entry.at,
      actor: entry.storage.string(entry.actor),
      reason: head.reason.isPresent ? entry.storage.string(head.reason) : nil,
      commandID: head.id.isPresent ? entry.storage.string(head.id) : nil,
      request: OrderRequest(command, in: currency), outcome: OrderOutcome(result, in: currency),
      order: order, isRepeated: false, isErased: entry.isErased)
  }
}
