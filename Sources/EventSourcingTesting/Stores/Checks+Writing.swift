// The promises of a store to its writers.

import EventSourcing
import JSONLines

extension StoreContract {
  static let writing: [Check] = [
    Check("what is appended can't be read before it is committed") { try $0.uncommitted() },
    Check("a commit makes durable what was appended up to its entry") { try $0.committed() },
    Check("committing nothing, or committing again, does nothing") { try $0.committedTwice() },
    Check("with any durability, a final commit makes everything durable") { try $0.lesser() },
    Check("the end has the last entry's number, time and engine") { try $0.end() },
    Check("entries that are written together are marked as a batch") { try $0.batches() },
    Check(
      "the first line of a segment, and no other, has the segment's "
        + "members"
    ) { try $0.headers() },
    Check(
      "an entry that is too large is refused, and later ones are "
        + "accepted"
    ) { try $0.tooLarge() },
    Check("a closed store accepts nothing, and can be closed again") { try $0.closed() },
    Check("a reopened store contains exactly what it contained") { try $0.reopened() },
  ]
}

extension Bench {
  func uncommitted() throws {
    let appender = try appender()
    try appender.add(1...3)
    expectEqual(try read().count, 0, "The number of readable entries before the commit")
    expectEqual(store.end.seq, 0, "The end before the commit")
    expectEqual(store.commits.seq, 0, "The signal before the commit")
    try store.commit(through: 3, .sync)
    expectEqual(try read().map(\.seq), [1, 2, 3], "What is readable after the commit")
    expectEqual(store.end.seq, 3, "The end after the commit")
    expectEqual(store.commits.seq, 3, "The signal after the commit")
  }

  func committed() throws {
    let appender = try appender()
    try appender.add(1...5)
    for seq in 1...5 {
      try store.commit(through: seq, .sync)
      expect(store.end.seq >= seq, "A commit through \(seq) ended at \(store.end.seq).")
      expectEqual(try read().count, store.end.seq, "The number of readable entries")
    }
    expectEqual(try read().map(\.seq), [1, 2, 3, 4, 5], "What is readable at the end")
  }

  func committedTwice() throws {
    try store.commit(through: 0, .sync)
    expectEqual(store.end, LogEnd(), "The end of an empty store")
    try writer().add(1)
    let before = try read().map(\.bytes)
    try store.commit(through: 1, .sync)
    try store.commit(through: 1, .batch)
    try store.commit(through: 1, .none)
    expectEqual(try read().map(\.bytes) == before, true, "Sameness of the lines")
    expectEqual(store.end.seq, 1, "The end")
  }

  func lesser() throws {
    let writer = try writer()
    var amount = 0
    for _ in 1...5 {
      for durability in Durability.allCases {
        amount += 1
        try writer.add(amount, durability: durability)
      }
    }
    try writer.add(amount + 1, durability: .none)
    try writer.engine.commit()
    expectEqual(store.end.seq, amount + 1, "The end")
    expectEqual(try read().map(\.seq), Array(1...amount + 1), "What is readable")
  }

  func end() throws {
    expectEqual(store.end, LogEnd(), "The end of an empty store")
    let writer = try writer()
    for amount in 1...3 {
      let outcome = try writer.add(amount)
      let expected = LogEnd(seq: amount, at: outcome.at, rulesVersion: Counter.version)
      expectEqual(store.end, expected, "The end")
    }
  }

  func batches() throws {
    try writer().add(1)
    let appender = try appender()
    try appender.add(2...6)
    try store.commit(through: 6, .sync)
    try writer().add(7)
    let lines = try read()
    expectEqual(lines.map(\.seq), Array(1...7), "What is readable")
    guard lines.count == 7, Set(lines.map(\.cursor.segment)).count == 1 else { return }
    expectEqual(lines.map(\.entry.batch), [1, 5, 1, 1, 1, 1, 1], "The list of batch marks")
  }

  func headers() throws {
    try writer().add(1...4)
    guard store.form == .store else { return }
    var segment: Int?
    for line in try read() {
      let opens = line.cursor.segment != segment
      segment = line.cursor.segment
      let entry = line.entry
      expectEqual(entry.format, opens ? 1 : nil, "The format in entry \(line.seq)")
      expectEqual(
        entry.store.isPresent ? entry.storage.string(entry.store) : nil,
        opens ? store.storeID : nil, "The store's id in entry \(line.seq)")
      expectEqual(
        entry.rulesVersion.isPresent ? entry.storage.string(entry.rulesVersion) : nil,
        opens ? Counter.version : nil, "The engine in entry \(line.seq)")
    }
    let id = store.storeID ?? ""
    let isHexadecimal = id.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x61...0x66).contains($0)
    }
    expect(id.utf8.count == 32 && isHexadecimal, "The store's id isn't 32 hex digits.")
  }

  func tooLarge() throws {
    let writer = try writer()
    try writer.add(1)
    try refuseTooLarge(writer)
    expectEqual(store.end.seq, 1, "The end after the entry that was too large")
    // The command's note is repeated in its event.
    let large = String(repeating: "x", count: maximumLineLength / 2 - 2048)
    try writer.add(2, note: large)
    let appender = try appender()
    try appender.add(3)
    try refuseTooLarge(appender)
    try appender.add(4)
    try store.commit(through: 4, .sync)
    let lines = try read()
    expectEqual(lines.map(\.seq), [1, 2, 3, 4], "What is readable")
    expect(lines.count > 1 && lines[1].bytes.count > 2 * large.utf8.count, "A large entry shrank.")
  }

  private func refuseTooLarge(_ writer: CounterEngine) throws {
    do throws(EngineError) {
      try writer.add(9, note: String(repeating: "x", count: maximumLineLength))
      fail("An entry of more than 1 MiB was accepted.")
    } catch {
      expectEqual(error.code, LogError.Code.entryTooLarge.rawValue, "The error")
    }
  }

  func closed() throws {
    let writer = try writer()
    try writer.add(1)
    try store.close()
    do throws(EngineError) {
      try writer.add(2)
      fail("A closed store accepted an entry.")
    } catch {
      expectEqual(error.code, LogError.Code.closed.rawValue, "The error")
    }
    try store.close()
  }

  func reopened() throws {
    guard let reopen else { return }
    try writer().add(1...3)
    try appender().add(4...5)  // Closing commits what is left.
    let (id, form) = (store.storeID, store.form)
    try store.close()
    let again = try reopen(store)
    let before = try Self.read(again)
    expectEqual(before.map(\.seq), [1, 2, 3, 4, 5], "What is readable again")
    expectEqual(again.end.seq, 5, "The end")
    expectEqual(again.end.at, before.last?.entry.at, "The end's time")
    expectEqual(again.end.rulesVersion, Counter.version, "The end's engine")
    expectEqual(again.commits.seq, 5, "The signal")
    expectEqual(again.storeID, id, "The store's id")
    expectEqual(again.form == form, true, "Sameness of the form")
    let writer = try CounterEngine(again)
    let total = try StreamName(category: "counter", id: "1001").flatMap {
      try writer.engine.state(of: $0, in: writer.counters)?.state
    }
    expectEqual(total, 15, "The counter")
    try writer.add(6)
    let after = try Self.read(again)
    expectEqual(after.map(\.seq), [1, 2, 3, 4, 5, 6], "What is readable at the end")
    expect(after.prefix(5).map(\.bytes) == before.map(\.bytes), "Older lines changed.")
    try again.close()
  }
}
