// Following a log: the signal that wakes, and the feed that hands out entries.

import EventSourcing
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
    var feed = EntryFeed(store, from: LogCursor(seq: 3, segment: 1, byte: 0, line: 1))
      .makeAsyncIterator()
    try store.close()
    #expect(try await feed.next() == nil)
    var wrong = EntryFeed(store, from: LogCursor(seq: 1, segment: 1, byte: 0, line: 1))
      .makeAsyncIterator()
    await #expect(throws: LogError.self) { try await wrong.next() }
  }
}
