// Following a log: the signal that wakes, and the feed that hands out entries.

import EventSourcing
import JSONLines
import Testing

@Suite(.timeLimit(.minutes(20))) struct FollowingTests {
  @Test func `who waits for what is there doesn't wait`() async {
    let signal = CommitSignal(seq: 5)
    #expect(await signal.wait(beyond: 4))
    signal.advance(to: 3)
    #expect(signal.seq == 5)
    signal.close()
    #expect(await signal.wait(beyond: 4))
    #expect(await !signal.wait(beyond: 5))
  }

  @Test func `all who wait are woken, each at its own entry`() async {
    let signal = CommitSignal(seq: 0)
    await withTaskGroup(of: Bool.self) { group in
      for waiter in 0..<100 {
        group.addTask {
          let isThere = await signal.wait(beyond: waiter % 10)
          return isThere && signal.seq > waiter % 10
        }
      }
      for seq in 1...10 {
        await Task.yield()
        signal.advance(to: seq)
      }
      for await isRight in group { #expect(isRight) }
    }
  }

  @Test func `a cancelled waiter learns that nothing came, whenever it happens`() async {
    for round in 0..<50 {
      let signal = CommitSignal(seq: 0)
      let waiters = (0..<8).map { _ in Task { await signal.wait(beyond: 0) } }
      for _ in 0..<(round % 5) { await Task.yield() }
      let others = Task { for waiter in waiters { waiter.cancel() } }
      if round.isMultiple(of: 2) { signal.advance(to: 1) }
      await others.value
      for waiter in waiters {
        let isThere = await waiter.value
        if !round.isMultiple(of: 2) { #expect(!isThere) }
      }
    }
  }

  @Test func `closing and advancing at once wakes everybody`() async {
    for _ in 0..<50 {
      let signal = CommitSignal(seq: 0)
      let waiters = (0..<8).map { _ in Task { await signal.wait(beyond: 1) } }
      async let first: Void = signal.advance(to: 2)
      async let second: Void = signal.close()
      _ = await (first, second)
      for waiter in waiters { _ = await waiter.value }
    }
  }

  @Test func `a feed returns existing entries, then new ones, and ends with the store`()
    async throws
  {
    let bank = try Bank()
    try bank.execute(.open(owner: nil))
    let (entries, told) = AsyncStream<Int>.makeStream()
    let follower = Task {
      defer { told.finish() }
      for try await entry in EntryFeed(bank.store) { told.yield(entry.seq) }
    }
    var seen = entries.makeAsyncIterator()
    // It follows from here on; otherwise all might be there before it begins.
    #expect(await seen.next() == 1)
    for seq in 2...200 {
      try bank.execute(.deposit(1))
      if seq.isMultiple(of: 3) { await Task.yield() }
    }
    // They are told while the store is open.
    for seq in 2...200 { #expect(await seen.next() == seq) }
    try bank.store.close()
    try await follower.value
    #expect(await seen.next() == nil)
  }

  @Test func `two iterators of a feed go their own ways`() async throws {
    let bank = try Bank()
    try bank.execute(.open(owner: nil))
    try bank.execute(.deposit(1))
    let feed = EntryFeed(bank.store)
    var (one, other) = (feed.makeAsyncIterator(), feed.makeAsyncIterator())
    #expect(try await one.next()?.seq == 1)
    #expect(try await one.next()?.seq == 2)
    #expect(try await other.next()?.seq == 1)
  }

  @Test func `a feed that waits ends when its task is cancelled`() async throws {
    let bank = try Bank()
    try bank.execute(.open(owner: nil))
    let (started, start) = AsyncStream<Void>.makeStream()
    let follower = Task {
      var count = 0
      for try await _ in EntryFeed(bank.store) {
        count += 1
        start.finish()
      }
      return count
    }
    for await _ in started {}
    follower.cancel()
    #expect(try await follower.value == 1)
  }

  @Test func `a feed with much left to read ends when its task is cancelled`() async throws {
    let bank = try Bank()
    try bank.execute(.open(owner: nil))
    for _ in 0..<50 { try bank.execute(.deposit(1)) }
    let count = try await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      var count = 0
      var feed = EntryFeed(bank.store).makeAsyncIterator()
      while try await feed.next() != nil { count += 1 }
      return count
    }.value
    #expect(count == 0)
  }

  @Test func `a feed reports an error of the log`() async throws {
    let store = try MemoryStore(
      over: HandmadeSource([.opening(seq: 1), .plain(seq: 2)]))
    var wrong = EntryFeed(store, from: LogCursor(seq: 1, segment: 1, byte: 0, line: 1))
      .makeAsyncIterator()
    await #expect(throws: LogError.self) { try await wrong.next() }
  }

  // MARK: - Changes of a domain

  /// A store with 300 entries, round and round on 100 streams.
  private static func tallies() throws -> MemoryStore {
    let store = MemoryStore()
    let streams = StreamStates(Tally.self)
    let engine = try Engine(
      store, states: [streams.erased], clock: { SetClock.morning ?? .earliest },
      salts: { Salt(1, 2) })
    for number in 0..<300 {
      _ = try engine.execute(
        Submission(.add, on: .id("\(number % 100)"), by: "amy"), in: streams)
    }
    return store
  }

  @Test
  func `following takes work in proportion to the entries: no state is copied, no line read twice`()
    async throws
  {
    let source = CountingSource(try Self.tallies())
    let size = try lines(of: source.base).reduce(0) { $0 + $1.utf8.count + 1 }
    for (start, expected) in [(0, 300), (250, 50)] {
      source.counts.withLock { $0 = .init() }
      let copies = Locked(0)
      var sums = 0
      try await Tally.$copies.withValue(copies) {
        for try await change in source.changes(of: Tally.self, after: start) {
          sums += change.outcome.state.total
          #expect(change.outcome.seq > start && change.outcome.state.total == change.entry.rev)
        }
      }
      #expect(sums == (expected == 300 ? 600 : 150))
      #expect(copies.withLock { $0 } == 0)
      let counts = source.counts.withLock { $0 }
      // A few lines more: to see whether the entry to go on after is there.
      #expect(counts.bytes <= (start == 0 ? 1 : 2) * size && counts.open == 0)
    }
  }

  @Test func `a follower begins after a number or a cursor, and notices another history`()
    async throws
  {
    let store = try Self.tallies()
    try store.close()
    var cursors: [HistoryCursor] = [.start]
    for try await change in store.changes(of: Tally.self) { cursors.append(change.cursor) }
    #expect(cursors.map(\.seq) == Array(0...300))
    for place in [0, 1, 299, 300] {
      let cursor = try #require(HistoryCursor("\(cursors[place])"))
      #expect(cursor == cursors[place])
      for changes in [
        store.changes(of: Tally.self, after: place), store.changes(of: Tally.self, after: cursor),
      ] {
        var seen: [Int] = []
        for try await change in changes { seen.append(change.outcome.seq) }
        #expect(seen == Array(place..<300).map { $0 + 1 })
      }
    }
    // A cursor of an export whose leaves are pseudonyms.
    let hidden = HistoryCursor(seq: 7, leaf: String(repeating: "x", count: 64))
    #expect(HistoryCursor("\(hidden)") == hidden)
    for text in ["7:", "7:0a", "x:\(hidden.leaf ?? "")", "7:" + String(repeating: "X", count: 64)] {
      #expect(HistoryCursor(text) == nil, "\(text)")
    }
    let stranger = HistoryCursor(seq: 7, leaf: cursors[8].leaf)
    let lost = HistoryCursor(seq: 301, leaf: cursors[8].leaf)
    let wrong: [(HistoryCursor, LogError.Code)] = [
      (stranger, .otherHistory), (lost, .otherHistory), (HistoryCursor(seq: 301), .beyondEnd),
    ]
    for (cursor, code) in wrong {
      var changes = store.changes(of: Tally.self, after: cursor).makeAsyncIterator()
      let error = await #expect(throws: LogError.self) { try await changes.next() }
      #expect(error?.code == code)
    }
  }

  @Test(arguments: ["", "7:", "-1", "+7", "7:0a", "a:b", ":"])
  func `something else is no cursor`(_ text: String) { #expect(HistoryCursor(text) == nil) }

  @Test func `a cancelled follower lets go of what it reads`() async throws {
    let source = CountingSource(try Self.tallies())
    try await Task {
      var changes = source.changes(of: Tally.self, after: 100).makeAsyncIterator()
      for seq in 101...200 {
        let change = try await changes.next()
        #expect(change?.outcome.seq == seq)
      }
      #expect(source.counts.withLock { $0.open } == 1)
      withUnsafeCurrentTask { $0?.cancel() }
      let last = try await changes.next()
      #expect(last?.outcome.seq == nil)
      #expect(source.counts.withLock { $0.open } == 0)
      withExtendedLifetime(changes) {}
    }.value
  }
}

/// Counts what is added. A state that is copied before it changes is noticed, in the task that asks for it.
private enum Tally: CodableDecider {
  enum Command { case add }
  enum Event { case added }
  enum Refusal: String, RecordedRefusal { case never }
  final class Count: Sendable {
    let value: Int
    init(_ value: Int) { self.value = value }
  }
  struct State: Sendable {
    var count = Count(0)
    var total: Int { count.value }
  }

  @TaskLocal static var copies: Locked<Int>?
  static let (category, version) = ("tally", "1")
  static var initial: State { State() }

  static func decide(_ command: Command, on state: State, in context: EntryContext)
    throws(Refusal) -> [Event]
  { [.added] }

  static func evolve(_ state: inout State, with event: Event, in context: EntryContext) {
    if !isKnownUniquelyReferenced(&state.count) { copies?.withLock { $0 += 1 } }
    state.count = Count(state.total + 1)
  }

  static func type(of command: Command) -> StaticString { "add" }
  static func type(of event: Event) -> StaticString { "added" }
  static func writeMembers(of command: Command, to writer: inout JSONWriter) {}
  static func writeMembers(of event: Event, to writer: inout JSONWriter) {}
  static let shapes = PayloadShapes(
    commands: [PayloadShape("add")], events: [PayloadShape("added")])
  static func command(_: Payload) -> Command { .add }
  static func event(_: Payload) -> Event { .added }
}

/// A history that says how much of it is read, and whether readers are left.
private final class CountingSource: LogSource {
  struct Counts: Sendable {
    var bytes = 0
    var open = 0
  }

  let base: MemoryStore
  let counts = Locked(Counts())

  init(_ base: MemoryStore) { self.base = base }

  var form: LineForm { base.form }
  var storeID: String? { base.storeID }
  func chunks(from cursor: LogCursor) throws(LogError) -> any ChunkReader {
    Chunks(try base.chunks(from: cursor), counts)
  }

  private final class Chunks: LogChunkReader {
    private let base: any ChunkReader
    private let counts: Locked<Counts>

    init(_ base: any ChunkReader, _ counts: Locked<Counts>) {
      (self.base, self.counts) = (base, counts)
      counts.withLock { $0.open += 1 }
    }

    deinit { counts.withLock { $0.open -= 1 } }

    var tail: TornTail? { base.tail }

    func next(reusing storage: inout ByteStorage) throws(LogError) -> LogChunk? {
      let next = try base.next(reusing: &storage)
      counts.withLock { $0.bytes += next?.lines.count ?? 0 }
      return next
    }
  }
}
