// The promises of a store that is to forget what is personal.

import EventSourcing
import JSONLines

extension StoreContract {
  static let erasing: [Check] = [
    Check("what a recorded erasure is about is gone once erasures are finished, and nothing else") {
      try $0.erased()
    },
    Check("closing a store finishes erasures") { try $0.erasedByClosing() },
    Check("a reader that is under way reads on") { try $0.erasedMeanwhile() },
    Check("erasures are recorded and finished while others write") { try $0.erasedAtOnce() },
  ]
}

extension Bench {
  private func sign(_ names: String..., in book: String, thenErase: Bool = false) throws {
    let guests = StreamStates(GuestBook.self)
    let engine = try Engine(
      store, states: [guests.erased], clock: { Timestamp(microseconds: 1_795_165_200_000_000) },
      salts: { Salt(1, 2) })
    for name in names {
      _ = try engine.execute(
        Submission(.sign(Text(name)), on: .id(book), by: "amy"), in: guests)
    }
    guard thenErase else { return }
    _ = try engine.execute(Submission(.erase, on: .id(book), by: "amy"), in: guests)
  }

  /// Whether each entry still has personal data; nil where it has never had any.
  private func personal(_ store: any EntryStore) throws -> [Bool?] {
    try Self.read(store).map { $0.entry.personal.isEmpty ? nil : !$0.entry.isErased }
  }

  func erased() throws {
    try sign("Ann", "Bea", in: "one")
    try sign("Cid", in: "two")
    try sign("Dan", in: "one", thenErase: true)
    try sign("Eve", in: "one")
    let before = try read()
    let report = try store.finishErasures()
    expectEqual(report.entries, 3, "The number of entries whose personal data was erased")
    expectEqual(
      try personal(store), [false, false, true, false, nil, true],
      "Which entries have personal data")
    let after = try read()
    for (old, new) in zip(before, after) where !new.entry.isErased {
      expect(old.bytes == new.bytes, "Entry \(old.seq) was changed.")
    }
    expectEqual(try store.finishErasures(), ErasureReport(), "What is left to erase")
    try sign("Fay", in: "two")
    expectEqual(try read().map(\.seq), Array(1...7), "What is readable at the end")
  }

  func erasedByClosing() throws {
    guard let reopen else { return }
    try sign("Ann", in: "one", thenErase: true)
    try store.close()
    let again = try reopen(store)
    expectEqual(try personal(again), [false, nil], "Which entries have personal data")
    try again.close()
  }

  func erasedMeanwhile() throws {
    try sign("Ann", "Bea", in: "one")
    var reader = try EntryReader(store)
    expectEqual(try reader.next()?.seq, 1, "The first entry")
    let end = try read().last?.cursor ?? .start
    try sign("Cid", in: "one", thenErase: true)
    _ = try store.finishErasures()
    try sign("Dan", in: "two")
    expectEqual(try read(from: end).map(\.seq), [3, 4, 5], "What follows the end of before")
    var seqs: [Int] = []
    while let entry = try reader.next() { seqs.append(entry.seq) }
    expectEqual(seqs, Array(seqs.indices.map { $0 + 2 }), "The entries that follow")
    expect(!seqs.isEmpty, "The second entry isn't there.")
  }

  func erasedAtOnce() throws {
    let guests = StreamStates(GuestBook.self)
    let engine = try Engine(
      store, states: [guests.erased], clock: { Timestamp(microseconds: 1_795_165_200_000_000) },
      salts: { Salt(1, 2) })
    onThreads(4) { thread in
      for round in 1...8 {
        let book = "book-\(thread)-\(round % 3)"
        _ = try engine.execute(
          Submission(.sign(Text("Guest \(round)")), on: .id(book), by: "amy"), in: guests)
        guard thread % 2 == 0 else { continue }
        _ = try engine.execute(Submission(.erase, on: .id(book), by: "amy"), in: guests)
        _ = try store.finishErasures()
      }
    }
    _ = try store.finishErasures()
    expectEqual(try read().map(\.seq), Array(1...48), "What is readable at the end")
    let left = try store.pendingErasures()
    expect(left.isEmpty, "\(left.count) entries still have what is erased.")
  }
}
