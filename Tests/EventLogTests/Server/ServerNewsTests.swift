// Followers of a store on a server: a notice tells them of an append, and where none is delivered they ask.

import EventSourcing
import TestKit
import Testing

@testable import EventLog
@testable import EventSourcingTesting

@Suite(.timeLimit(.minutes(10))) struct ServerNewsTests {
  @Test(.needsServer) func `a store that waits for news is told of an append`() throws {
    let path = try PrivateCluster.shared.get().database()
    try createStore(at: path, id: Notes.id, created: Notes.start)
    let address = try #require(ServerAddress(path))
    let writer = try CounterEngine(ServerStore(address, FileStore.Options()))
    var pq = try LibPQ.loaded.get()
    pq.notifies = CountedNotices.notifies
    let link = ServerLink(address, application: "follower", .success(pq))
    // The first time, it only begins to listen.
    link.waitForNotice()
    try writer.add(1)
    for _ in 1...240 where CountedNotices.count.withLock({ $0 == 0 }) { link.waitForNotice() }
    #expect(CountedNotices.count.withLock { $0 } == 1)
  }

  @Test(.needsServer) func `followers get each entry once it is durable, several from one store`()
    async throws
  {
    let path = try PrivateCluster.shared.get().database()
    try createStore(at: path, id: Notes.id, created: Notes.start)
    try await follow {
      try openSource(path)
    } writingTo: {
      try openStoreToWrite(path)
    }
  }

  @Test func `a server that delivers no notices is asked`() async throws {
    let address = FakeLibPQ.address(of: FakeServer())
    let store = { try FakeLibPQ.store(on: address) }
    try await follow(store, writingTo: store)
  }

  private func follow(
    _ source: () throws -> any EntrySource, writingTo store: () throws -> any EntryStore
  ) async throws {
    let writer = try CounterEngine(store())
    let source = try source()
    var followers = (0..<3).map { _ in EntryFeed(source).makeAsyncIterator() }
    for number in 1...2 {
      let writing = Task.detached { try writer.add(number) }
      for place in followers.indices {
        #expect(try await followers[place].next()?.seq == number)
      }
      _ = try await writing.value
    }
  }

  @Test func `a follower that is cancelled stops waiting`() async throws {
    let source = try FakeLibPQ.store(on: FakeLibPQ.address(of: FakeServer()))
    let following = Task { await source.waitForEntry(after: 0) }
    following.cancel()
    #expect(await following.value == false)
  }
}

/// The notices that came.
private enum CountedNotices {
  static let count = Locked(0)
  private static let working = (try? LibPQ.loaded.get())?.notifies

  static let notifies: @convention(c) (LibPQ.Connection) -> UnsafeMutableRawPointer? = {
    let notice = working?($0)
    if notice != nil { count.withLock { $0 += 1 } }
    return notice
  }
}
