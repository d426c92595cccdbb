// Promises of a store that many threads write, read and follow at once.

import EventSourcing
import JSONLines
import Synchronization

extension StoreContract {
  static let concurrency: [Check] = [
    Check("concurrent writers lose nothing") { try $0.writers() },
    Check("concurrent asynchronous writers lose nothing") { try await $0.awaiting() },
    Check("a concurrent reader sees a beginning of the log that only grows") { try $0.readers() },
    Check(
      "waiting for a commit ends with the commit or with the "
        + "closing"
    ) { try await $0.signal() },
    Check("a follower sees all entries in order, until the closing") { try await $0.feed() },
  ]
}

extension Bench {
  func writers() throws {
    let (threads, commands) = (8, 25)
    let writer = try writer()
    onThreads(threads) { thread in
      for command in 1...commands {
        let outcome = try writer.add(command, to: "t.\(thread)", id: "\(command)")
        expect(store.end.seq >= outcome.seq, "Entry \(outcome.seq) was acknowledged too early.")
      }
    }
    let lines = try read()
    expectEqual(lines.map(\.seq), Array(1...threads * commands), "What is readable")
    for thread in 0..<threads {
      let own = lines.filter { $0.entry.storage.string($0.entry.stream) == "counter/t.\(thread)" }
      expectEqual(own.map(\.entry.rev), Array(1...commands), "The list of thread \(thread)'s revs")
    }
    checkMarks(lines)
  }

  func awaiting() async throws {
    let (tasks, commands) = (32, 8)
    let writer = try writer()
    let store = store
    try await withThrowingTaskGroup(of: Int.self) { group in
      for task in 1...tasks {
        group.addTask {
          var acknowledgedTooEarly = 0
          for command in 1...commands {
            let outcome = try await writer.adding(command, to: "t.\(task)", id: "\(command)")
            if store.end.seq < outcome.seq { acknowledgedTooEarly += 1 }
          }
          return acknowledgedTooEarly
        }
      }
      for try await count in group {
        expectEqual(count, 0, "The number of entries that were acknowledged too early")
      }
    }
    let lines = try read()
    expectEqual(lines.map(\.seq), Array(1...tasks * commands), "What is readable")
    checkMarks(lines)
  }

  /// No batch begins within another one or goes beyond the end.
  private func checkMarks(_ lines: [ReadLine]) {
    var end = 0
    for (index, line) in lines.enumerated() where line.entry.batch > 1 {
      expect(index >= end, "Entry \(line.seq) begins a batch inside another one.")
      end = index + line.entry.batch
    }
    expect(end <= lines.count, "The last batch extends beyond the end.")
  }

  func readers() throws {
    let writer = try writer()
    let entries = 100
    let isWriting = Atomic(true)
    let seen = Locked<[[ReadLine]]>([])
    onThreads(4) { thread in
      if thread == 0 {
        defer { isWriting.store(false, ordering: .releasing) }
        for amount in 1...entries { try writer.add(amount) }
        return
      }
      var last: [ReadLine] = []
      while isWriting.load(ordering: .acquiring) {
        let durable = store.end.seq
        let now = try read()
        expect(now.count >= durable, "A reader missed an entry that was durable before.")
        expect(now.count >= last.count, "A reader saw fewer entries than before.")
        last = now
      }
      seen.withLock { $0.append(last) }
    }
    let all = try read().map(\.bytes)
    expectEqual(all.count, entries, "The number of entries")
    for lines in seen.withLock({ $0 }) {
      expect(
        all.starts(with: lines.map(\.bytes)),
        "A reader saw an entry that isn't in the log at "
          + "the end.")
    }
  }

  func signal() async throws {
    let signal = store.commits
    let writer = try writer()
    for seq in 1...3 {
      async let isThere = signal.wait(beyond: seq - 1)
      try writer.add(seq)
      expect(await isThere, "A waiter for entry \(seq) was told that it will never come.")
    }
    expect(
      await signal.wait(beyond: 0),
      "A waiter for an old entry was told that it doesn't "
        + "exist.")
    async let isThere = signal.wait(beyond: 3)
    try store.close()
    expect(await !isThere, "A waiter at the closing was told of an entry.")
    expect(await !signal.wait(beyond: 3), "A waiter after the closing was told of an entry.")
  }

  func feed() async throws {
    let writer = try writer()
    try writer.add(1...10)
    let store = store
    async let followed = Self.follow(store, from: .start)
    async let joined = Self.follow(store, from: try read()[4].cursor)
    for amount in 11...40 { try writer.add(amount) }
    try store.close()
    expectEqual(try await followed, Array(1...40), "What a follower from the start saw")
    expectEqual(try await joined, Array(6...40), "What a follower from entry 5 on saw")
  }

  private static func follow(_ store: any EntryStore, from cursor: LogCursor) async throws -> [Int]
  {
    var seen: [Int] = []
    for try await entry in EntryFeed(store, from: cursor) { seen.append(entry.seq) }
    return seen
  }
}
