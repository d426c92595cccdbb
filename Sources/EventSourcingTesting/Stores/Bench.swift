// The tools of a check: a new store, engines on it, and ways to read its contents.

import Dispatch
import EventSourcing
import JSONLines
import Synchronization

struct Bench: Sendable {
  let store: any EntryStore
  let reopen: (@Sendable (any EntryStore) throws -> any EntryStore)?
  let fail: @Sendable (String) -> Void

  func expect(_ condition: Bool, _ otherwise: @autoclosure () -> String) {
    if !condition { fail(otherwise()) }
  }

  func expectEqual<Value: Equatable>(_ actual: Value, _ expected: Value, _ what: String) {
    expect(actual == expected, "\(what) is \(actual), not \(expected).")
  }

  /// An engine on the store, whose clock advances by a second at each reading.
  func writer() throws -> CounterEngine { try CounterEngine(store) }

  /// An engine whose entries are appended, but committed only by the store itself.
  func appender() throws -> CounterEngine { try CounterEngine(UncommittedStore(store)) }

  func read(from cursor: LogCursor = .start) throws -> [ReadLine] {
    try Self.read(store, from: cursor)
  }

  static func read(_ store: any EntryStore, from cursor: LogCursor = .start) throws
    -> [ReadLine]
  {
    var reader = try EntryReader(store, from: cursor)
    var lines: [ReadLine] = []
    while let entry = try reader.next() {
      lines.append(ReadLine(entry: entry, bytes: Array(entry.bytes), cursor: reader.cursor))
    }
    return lines
  }

  /// Runs the closure on threads of their own, so that all of them may wait at once.
  func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) {
    let group = DispatchGroup()
    for index in 0..<count {
      DispatchQueue(label: "store-contract.\(index)").async(group: group) {
        do {
          try body(index)
        } catch {
          fail("Thread \(index) got: \(error)")
        }
      }
    }
    group.wait()
  }
}

/// An entry that was read, its bytes copied at once, and the place after it.
struct ReadLine: Sendable {
  let entry: Entry
  let bytes: [UInt8]
  let cursor: LogCursor

  var seq: Int { entry.seq }
}

struct CounterEngine: Sendable {
  let engine: Engine
  let counters: StreamStates<Counter>

  /// - Parameters:
  ///   - behind: The number of seconds by which its clock is late.
  ///   - onDemand: Whether it reads streams on first use, if the store can find them.
  init(_ store: any EntryStore, behind: Int = 0, onDemand: Bool = false) throws(LogError) {
    let counters = StreamStates(Counter.self)
    let seconds = Atomic(Int64(0))
    self.counters = counters
    engine = try Engine(
      states: [counters.erased],
      clock: {
        let now = seconds.add(1, ordering: .relaxed).newValue
        return Timestamp(microseconds: 1_795_165_200_000_000 + (now - Int64(behind)) * 1_000_000)
      },
      // A store may have a clock of its own.
      acceptsClock: true,
      salts: { Salt(0, 0) }, onDemand: onDemand
    ) { _ in store }
  }

  @discardableResult
  func add(
    _ amount: Int, to counter: String = "1001", note: String = "", id: String? = nil,
    durability: Durability = .sync
  ) throws(EngineError) -> Outcome<Counter> {
    try engine.execute(
      Submission(.add(amount, note: Text(note)), on: .id(counter), by: "amy", id: id),
      in: counters, durability: durability)
  }

  func adding(_ amount: Int, to counter: String, id: String) async throws(EngineError)
    -> Outcome<Counter>
  {
    try await engine.execute(
      Submission(.add(amount, note: ""), on: .id(counter), by: "amy", id: id), in: counters)
  }

  func add(_ amounts: ClosedRange<Int>) throws(EngineError) {
    for amount in amounts { try add(amount) }
  }
}

final class UncommittedStore: EntryStore, LogSource {
  private let store: any EntryStore

  init(_ store: any EntryStore) { self.store = store }

  var form: LineForm { store.form }
  var storeID: String? { store.storeID }
  var end: LogEnd { store.end }
  var commits: CommitSignal { store.commits }

  func append(_ line: borrowing EntryLine) throws(LogError) { try store.append(line) }
  func commit(through seq: Int, _ durability: Durability) {}
  func close() throws(LogError) { try store.close() }
  func chunks(from cursor: LogCursor) throws(LogError) -> any ChunkReader {
    try store.chunks(from: cursor)
  }
  func cursor(before seq: Int) throws(LogError) -> LogCursor { try store.cursor(before: seq) }
  func tornTail(at place: Place, segment: Int) throws(LogError) -> TornTail? {
    try store.tornTail(at: place, segment: segment)
  }
}
