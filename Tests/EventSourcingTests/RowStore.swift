// A store that keeps each line in a row of its own, as a table of a database does, erasing included.

import EventSourcing
import EventSourcingTesting
import JSONLines
import Testing

/// Entries in memory, a row for each.
final class RowStore: EntryStore {
  private let gate = Locked(())
  private let erasing = Locked(())
  // The gate guards these.
  nonisolated(unsafe) private var pending = PendingBatch()
  nonisolated(unsafe) private var rows: [[UInt8]] = []
  nonisolated(unsafe) private var last = LogEnd()
  nonisolated(unsafe) private var isClosed = false
  let commits: CommitSignal

  init() { commits = CommitSignal(seq: 0) }

  /// Opens a store again that was closed.
  init(again other: RowStore) {
    (rows, last) = (other.rows, other.last)
    commits = CommitSignal(seq: last.seq)
  }

  var storeID: String? { "0123456789abcdef0123456789abcdef" }
  var end: LogEnd { gate.withLock { _ in last } }

  /// The line of an entry.
  subscript(seq: Int) -> [UInt8] { gate.withLock { _ in rows[seq - 1] } }

  func append(_ line: borrowing EntryLine) throws(LogError) {
    try gate.withLock { (_) throws(LogError) in
      guard !isClosed else { throw .closed }
      try pending.append(line)
    }
  }

  func commit(through seq: Int, _ durability: Durability) throws(LogError) {
    let end = gate.withLock { _ in
      if !pending.isEmpty {
        let lines = pending.withFinishedBytes(openingSegmentOf: rows.isEmpty ? storeID : nil) {
          $0.split(separator: 0x0A).map { Array($0) + [0x0A] }
        }
        rows += lines
        last = pending.end
        pending.removeAll()
      }
      return last.seq
    }
    commits.advance(to: end)
  }

  func finishErasures() throws(LogError) -> ErasureReport {
    try commit(through: .max, .sync)
    return try erasing.withLock { (_) throws(LogError) in
      let pending = try pendingErasures()
      for erasure in pending {
        let line = try erasure.erased(self[erasure.seq])
        gate.withLock { _ in rows[erasure.seq - 1] = line }
      }
      return ErasureReport(entries: pending.count)
    }
  }

  func close() throws(LogError) {
    defer {
      gate.withLock { _ in isClosed = true }
      commits.close()
    }
    _ = try finishErasures()
  }

  func chunks(from cursor: LogCursor) throws(LogError) -> any ChunkReader {
    Rows(gate.withLock { _ in rows }[(cursor.line - 1)...], byte: cursor.byte)
  }

  private final class Rows: ChunkReader {
    private var rest: ArraySlice<[UInt8]>
    private var byte: Int

    init(_ rows: ArraySlice<[UInt8]>, byte: Int) { (rest, self.byte) = (rows, byte) }

    func next(reusing storage: inout ByteStorage) throws(LogError) -> LogChunk? {
      guard let row = rest.first else { return nil }
      defer {
        rest.removeFirst()
        byte += row.count
      }
      return LogChunk(
        storage: .copy(of: row), lines: 0..<row.count, file: "rows", segment: 1,
        line: rest.startIndex + 1, byte: byte)
    }
  }
}

@Suite(.timeLimit(.minutes(20))) struct RowStoreTests {
  @Test func `a store of another kind keeps its promises, erasing included`() async {
    let contract = StoreContract(
      makeStore: { RowStore() }, reopen: { RowStore(again: try #require($0 as? RowStore)) },
      report: { Issue.record(Comment(rawValue: $0.description)) })
    await contract.runAll()
  }

  @Test func `a line is erased once, and only in its own place`() throws {
    let store = RowStore()
    let guests = StreamStates(Guests.self)
    let engine = try Engine(
      store, states: [guests.erased], clock: { Timestamp(microseconds: 0) }, salts: { Salt(1, 2) })
    for command in [
      .init(.sign, Guests.name("Ann")), .init(.sign, Guests.name("Bea")), .init(.erase),
    ]
      as [Guests.Command]
    {
      _ = try engine.execute(Submission(command, on: .id("book"), by: "amy"), in: guests)
    }
    let pending = try store.pendingErasures()
    #expect(pending.map(\.seq) == [1, 2] && pending.allSatisfy { $0.erasedBy == 3 })
    let erased = try pending[0].erased(store[1])
    #expect(!String(decoding: erased, as: UTF8.self).contains("Ann") && erased.last == 0x0A)
    for line in [store[2], store[3], erased, Array("\n".utf8), []] {
      let error = #expect(throws: LogError.self) { try pending[0].erased(line) }
      #expect(error?.code == .corrupt && error?.place == nil)
    }
    #expect(try store.finishErasures() == ErasureReport(entries: 2))
    #expect(try store[1] == erased && store.pendingErasures().isEmpty)
  }
}

/// A book that guests sign, by names that are personal.
private enum Guests: DescribedDecider {
  enum CommandType: String, CaseIterable {
    case sign
    case erase = "erase-personal"
  }
  enum EventType: String, CaseIterable {
    case signed
    case erased = "personal-erased"
  }

  static let (category, initial) = ("guests", 0)
  static let name = Member<String>("name").personal
  static let description = Description<Guests>(
    .command(.sign, name, to: .signed),
    .command(.erase, to: .erased))
  static let schema = FieldSchema(of: Guests.self, [.integer("signed") { $0 }])

  static func evolve(_ signed: inout Int, with event: Event, in context: EntryContext) {
    if event.type == .signed { signed += 1 }
  }
}
