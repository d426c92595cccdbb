// The promises of a store that several engines write to at once.

import Dispatch
import EventSourcing
import JSONLines
import Synchronization

struct SharedBench: Sendable {
  private let stores: [any SharedEntryStore]
  private let writers: [CounterEngine]
  private let bench: Bench
  /// The commands of one writer in a check.
  private let rounds = 12

  init(_ stores: [any SharedEntryStore], _ fail: @escaping @Sendable (String) -> Void) throws {
    self.stores = stores
    // The clock of each writer but the first one is a minute behind that of the one before.
    writers = try stores.enumerated().map { number, store throws(LogError) in
      try CounterEngine(store, behind: 60 * number)
    }
    bench = Bench(store: stores[0], reopen: nil, fail: fail)
  }

  /// Runs the closure for each writer, on two threads each.
  private func all(
    _ body: @escaping @Sendable (_ writer: CounterEngine, _ thread: Int) throws -> Void
  ) {
    bench.onThreads(writers.count * 2) { thread in
      try body(writers[thread % writers.count], thread)
    }
  }

  /// Whether numbers, revisions and times are in order, whichever engine has written.
  func expectIsInOrder() throws {
    var reader = try EntryReader(stores[0])
    var revisions: [String: Int] = [:]
    var before = Timestamp.earliest
    while let entry = try reader.next() {
      let stream = entry.storage.string(entry.stream)
      let rev = revisions[stream, default: 0] + (entry.isAccepted ? 1 : 0)
      bench.expectEqual(entry.rev, rev, "The revision of entry \(entry.seq)")
      bench.expect(entry.at >= before, "Entry \(entry.seq) is earlier than the one before.")
      revisions[stream] = entry.rev
      before = entry.at
    }
    for store in stores { bench.expectEqual(store.end.seq, reader.seq, "The end of a store") }
  }

  /// Whether the log has these commands' entries, and no others.
  private func expect(_ outcomes: [Outcome<Counter>], _ ids: [String]) throws {
    let lines = try bench.read()
    bench.expectEqual(lines.map(\.seq), Array(1...max(ids.count, 1)), "The numbers of the entries")
    bench.expectEqual(
      outcomes.map(\.seq).sorted(), lines.map(\.seq), "The numbers of the outcomes")
    let found = try lines.map { line in
      let head = try line.entry.commandHead()
      return head.id.isPresent ? line.entry.storage.string(head.id) : ""
    }
    bench.expectEqual(found.sorted(), ids.sorted(), "The ids of the commands")
  }

  private func write(on stream: @escaping @Sendable (Int) -> String) throws {
    let outcomes = Locked<[Outcome<Counter>]>([])
    all { writer, thread in
      for round in 1...rounds {
        let outcome = try writer.add(1, to: stream(thread), id: "\(thread)-\(round)")
        bench.expect(!outcome.isRepeated, "Command \(thread)-\(round) is said to be repeated.")
        outcomes.withLock { $0.append(outcome) }
      }
    }
    let ids = (0..<writers.count * 2).flatMap { thread in
      (1...rounds).map { "\(thread)-\($0)" }
    }
    try expect(outcomes.withLock { $0 }, ids)
  }

  func oneStream() throws {
    try write { _ in "1001" }
    let total = writers.count * 2 * rounds
    for writer in writers {
      let found = try writer.state()
      bench.expectEqual(found?.state, total, "The sum that a writer sees")
      bench.expectEqual(found?.rev, total, "The revision that a writer sees")
    }
  }

  func differentStreams() throws { try write { "counter-\($0)" } }

  func awaiting() async throws {
    let rounds = rounds
    let outcomes = try await withThrowingTaskGroup(of: [Outcome<Counter>].self) { tasks in
      for (number, writer) in writers.enumerated() {
        for task in 0..<8 {
          tasks.addTask {
            var outcomes: [Outcome<Counter>] = []
            for round in 1...rounds / 4 {
              let id = "\(number)-\(task)-\(round)"
              outcomes.append(try await writer.adding(1, to: "\(1001 + task % 3)", id: id))
            }
            return outcomes
          }
        }
      }
      return try await tasks.reduce(into: []) { $0 += $1 }
    }
    let ids = writers.indices.flatMap { number in
      (0..<8).flatMap { task in (1...rounds / 4).map { "\(number)-\(task)-\($0)" } }
    }
    try expect(outcomes, ids)
  }

  func batches() throws {
    let outcomes = Locked<[Outcome<Counter>]>([])
    let last = "\(rounds)"
    all { writer, thread in
      // The last id is there twice, so that its command must be looked up in the middle of a batch.
      let ids = (1...rounds).map { "\(thread)-\($0)" } + ["\(thread)-\(last)", "\(thread)-after"]
      let batch = ids.map { id in
        Submission(Counter.Command.add(1, note: ""), on: .id("1001"), by: "amy", id: id)
      }
      let results = try writer.engine.execute(batch: batch, in: writer.counters).map {
        try $0.get()
      }
      let revisions = results.filter { !$0.isRepeated }.map(\.rev)
      bench.expectEqual(
        revisions, revisions.sorted(), "The revisions after the commands of a batch")
      bench.expectEqual(results.count { $0.isRepeated }, 1, "The number of repeated commands")
      outcomes.withLock { $0 += results.filter { !$0.isRepeated } }
    }
    let ids = (0..<writers.count * 2).flatMap { thread in
      (1...rounds).map { "\(thread)-\($0)" } + ["\(thread)-after"]
    }
    try expect(outcomes.withLock { $0 }, ids)
  }

  func sameID() throws {
    let outcomes = Locked<[Outcome<Counter>]>([])
    all { writer, _ in
      for round in 1...rounds {
        let outcome = try writer.add(1, id: "same-\(round)")
        outcomes.withLock { $0.append(outcome) }
      }
    }
    try expect(
      outcomes.withLock { $0.filter { !$0.isRepeated } }, (1...rounds).map { "same-\($0)" })
    for outcome in outcomes.withLock({ $0 }) {
      bench.expectEqual(outcome.rev, outcome.seq, "The revision in the outcome of a command")
    }
  }

  func newStreams() throws {
    let streams = Locked<[String]>([])
    all { writer, _ in
      for _ in 1...rounds {
        let stream = try writer.addToNew(1).stream
        streams.withLock { $0.append(stream.description) }
      }
    }
    let expected = (0..<writers.count * 2 * rounds).map { "counter/\(1001 + $0)" }
    bench.expectEqual(streams.withLock { $0.sorted() }, expected.sorted(), "The new streams")
  }

  func refusal() throws {
    let accepted = Atomic(0)
    let refused = Atomic(0)
    all { writer, thread in
      for round in 1...rounds {
        switch try writer.add(Counter.limit, to: "counter-\(round)").result {
        case .accepted: accepted.add(1, ordering: .relaxed)
        case .refused: refused.add(1, ordering: .relaxed)
        case .unchanged: bench.fail("A command of thread \(thread) changed nothing.")
        }
      }
    }
    bench.expectEqual(accepted.load(ordering: .relaxed), rounds, "The number of accepted commands")
    let others = writers.count * 2 * rounds - rounds
    bench.expectEqual(refused.load(ordering: .relaxed), others, "The number of refused commands")
    bench.expectEqual(try bench.read().count, rounds + others, "The number of entries")
  }

  func expectation() throws {
    for round in 1...rounds {
      let writer = writers[round % writers.count]
      let outcome = try writer.add(1, expecting: round - 1)
      bench.expectEqual(outcome.rev, round, "The revision after a command")
      let other = writers[(round + 1) % writers.count]
      do throws(EngineError) {
        _ = try other.add(1, expecting: round - 1)
        bench.fail("A command that expects an earlier revision was executed.")
      } catch {
        let expected = EngineError.revisionConflict(expected: round - 1, actual: round)
        bench.expectEqual(error, expected, "The error")
      }
    }
  }

  func onDemand() async throws {
    let writer = writers[0]
    try writer.add(5, id: "first")
    let late = try CounterEngine(stores[1], onDemand: true)
    try writer.add(1, to: "1002")
    bench.expectEqual(try late.add(2).state, 7, "The state of a stream that was there before")
    bench.expectEqual(
      try late.add(2, to: "1002").state, 3, "The state of a stream that was made meanwhile")
    try writer.add(1)
    bench.expectEqual(try late.state()?.state, 8, "The state of a stream that was read")
    try writer.add(1, to: "1003", id: "other")
    bench.expect(
      try late.addToNew(1, id: "other").isRepeated, "An id that was used meanwhile isn't found.")
    bench.expect(try late.addToNew(5, id: "new").stream.id == "1004", "A number isn't free.")
    bench.expectEqual(
      try await late.engine.states(in: late.counters).count, 4, "The number of streams")
  }

  func readers() throws {
    let acknowledged = Atomic(0)
    let (reader, others) = (writers[0], writers.dropFirst())
    bench.onThreads(others.count + 1) { thread in
      for _ in 1...rounds {
        if thread > 0 {
          try others[others.startIndex + thread - 1].add(1)
          acknowledged.add(1, ordering: .sequentiallyConsistent)
          continue
        }
        let least = acknowledged.load(ordering: .sequentiallyConsistent)
        let found = try reader.state()
        let most = stores[0].end.seq
        bench.expect(
          (least...most).contains(found?.state ?? 0),
          "The sum is \(found?.state ?? 0), between \(least) and \(most) it should be.")
      }
    }
  }

  func previews() throws {
    all { writer, thread in
      for round in 1...rounds {
        if thread % 2 == 0 { try writer.add(1) }
        let submission = Submission(
          Counter.Command.add(5, note: ""), on: .id("preview-\(round)"), by: "amy")
        let outcome = try writer.engine.preview(submission, in: writer.counters)
        bench.expectEqual(outcome.state, 5, "The state after a preview")
      }
    }
    let streams = Set(try bench.read().map { $0.entry.storage.string($0.entry.stream) })
    bench.expectEqual(streams, ["counter/1001"], "The streams")
  }

  func tooLarge() throws {
    let large = String(repeating: "x", count: maximumLineLength)
    all { writer, thread in
      for round in 1...4 {
        if thread % 2 > 0 {
          try writer.add(1)
          continue
        }
        do throws(EngineError) {
          _ = try writer.add(round, note: large)
          bench.fail("An entry that is too large was taken.")
        } catch {
          bench.expectEqual(error.code, LogError.Code.entryTooLarge.rawValue, "The error")
        }
      }
    }
    bench.expectEqual(try bench.read().count, 4 * writers.count, "The number of entries")
  }

  func erasing() throws {
    let engines = try stores.map { store throws(LogError) in
      let guests = StreamStates(GuestBook.self)
      let engine = try Engine(
        store, states: [guests.erased], clock: { Timestamp(microseconds: 1_795_165_200_000_000) },
        salts: { Salt(1, 2) })
      return (engine: engine, guests: guests, store: store)
    }
    bench.onThreads(engines.count) { number in
      let (engine, guests, store) = engines[number]
      for round in 1...rounds {
        for command in [GuestBook.Command.sign(Text("Guest \(round)")), .erase] {
          _ = try engine.execute(Submission(command, on: .id("book"), by: "amy"), in: guests)
        }
        _ = try store.finishErasures()
      }
    }
    let lines = try bench.read()
    bench.expectEqual(lines.count, engines.count * rounds * 2, "The number of entries")
    for line in lines where !line.entry.personal.isEmpty {
      bench.expect(line.entry.isErased, "Entry \(line.seq) has personal data.")
    }
  }
}

extension CounterEngine {
  fileprivate func add(_ amount: Int, expecting revision: Int) throws(EngineError)
    -> Outcome<Counter>
  {
    try engine.execute(
      Submission(.add(amount, note: ""), on: .id("1001"), by: "amy", expect: revision),
      in: counters)
  }

  fileprivate func state() throws(EngineError) -> (state: Int, rev: Int)? {
    guard let stream = StreamName(category: Counter.category, id: "1001") else { return nil }
    return try engine.state(of: stream, in: counters)
  }

  fileprivate func addToNew(_ amount: Int, id: String? = nil) throws(EngineError)
    -> Outcome<Counter>
  {
    try engine.execute(
      Submission(.add(amount, note: ""), on: .new, by: "amy", id: id), in: counters)
  }
}
