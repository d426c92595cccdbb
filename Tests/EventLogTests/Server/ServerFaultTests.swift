// The promise, on a server of which every call fails, one after the other: acknowledged means stored, once. No server is
// needed.

import EventSourcing
import EventSourcingTesting
import HistoryScenes
import Synchronization
import Testing

@testable import EventLog
@testable import EventSourcingTesting

@Suite(.timeLimit(.minutes(10))) struct ServerFaultTests {
  /// A fault, and the error that a caller gets to see; nil if a store does without.
  struct Row: Sendable {
    let fault: FakeServer.Fault
    var code: LogError.Code?
  }

  static let faults: [Row] = [
    Row(fault: .lost(isDone: false)), Row(fault: .lost(isDone: true)), Row(fault: .late),
    // The session is ended; the server starts, or became a standby.
    Row(fault: .error("57P01")), Row(fault: .error("57P01", isDone: true)),
    Row(fault: .error("57P03")), Row(fault: .error("25006")),
    // Transactions don't fit one another; a deadlock; it isn't known.
    Row(fault: .error("40001")), Row(fault: .error("40P01")), Row(fault: .error("40003")),
    Row(fault: .error("40003", isDone: true)),
    // A named statement isn't there, or is there already.
    Row(fault: .error("26000")), Row(fault: .error("42P05")),
    Row(fault: .error("42501"), code: .notPermitted), Row(fault: .error("53100"), code: .diskFull),
    Row(fault: .error("53300"), code: .inputOutput), Row(fault: .error("55P03"), code: .locked),
    Row(fault: .error("23505"), code: .corrupt),
    Row(fault: .error("CS001"), code: .rejectedByServer),
    Row(fault: .error("CS004"), code: .clockBehind),
  ]

  /// The number of calls of a life without a fault.
  static func calls(_ dialect: ServerDialect = .functions) throws -> Int {
    var life = ServerLife(on: FakeServer(dialect))
    life.run()
    #expect(life.errors.isEmpty)
    #expect(life.acknowledged.count == 9)
    let calls = life.server.calls
    #expect(try life.violations() == [])
    return calls
  }

  @Test(arguments: faults.indices, ServerDialect.allCases)
  func `whatever call fails, nothing is lost and nothing is stored twice`(
    _ row: Int, _ dialect: ServerDialect
  ) throws {
    let (fault, code) = (Self.faults[row].fault, Self.faults[row].code)
    for call in 1...(try Self.calls(dialect)) {
      var life = ServerLife(on: FakeServer(dialect))
      life.server.fail(at: call, fault)
      life.run()
      #expect(try life.violations() == [], "\(fault) at call \(call)")
      let errors = life.errors.map(\.code)
      #expect(errors == [] || code.map { errors == [$0] } == true, "\(fault) at call \(call)")
    }
  }

  @Test(arguments: [("EXECUTE", "26000"), ("PREPARE", "42P05")])
  func `a pool that keeps no named statements is noticed once, and then does without them`(
    _ attempt: String, _ state: String
  ) throws {
    let server = FakeServer()
    let attempts = Mutex(0)
    server.fail { _, statement in
      guard statement.hasPrefix(attempt) else { return nil }
      attempts.withLock { $0 += 1 }
      return .error(state)
    }
    let writer = try CounterEngine(FakeLibPQ.store(on: FakeLibPQ.address(of: server)))
    for number in 1...4 { #expect(try writer.add(1).seq == number) }
    #expect(server.database.rows.count == 4)
    #expect(attempts.withLock { $0 } == 1)
  }

  /// Each of these is caught somewhere: the judge isn't blind.
  @Test func `a writer that forgets a doubt is noticed`() throws {
    var found: Set<String> = []
    for call in 1...(try Self.calls()) {
      var life = ServerLife(on: FakeServer())
      // The server says that an append wasn't stored, and it was.
      life.server.fail(at: call, .error("40001", isDone: true))
      life.run()
      found.formUnion(try life.violations())
    }
    #expect(found.contains { $0.hasSuffix("twice") })
  }

  @Test(arguments: [nil, FakeServer.Slip.noFence], ServerDialect.allCases)
  func `an append that arrives after it was asked about isn't stored`(
    _ slip: FakeServer.Slip?, _ dialect: ServerDialect
  ) throws {
    let server = FakeServer(dialect, slip: slip)
    let store = try FakeLibPQ.store(on: FakeLibPQ.address(of: server))
    var notes = Notes(since: SystemClock.time())
    for _ in 1...2 {
      _ = try store.takeTurn(after: notes.seq, locking: false) { (turn) throws(LogError) in
        try notes.append(to: &turn)
      }
    }
    server.fail { _, statement in
      statement.contains("append_1") || statement.contains("entry AS (") ? .late : nil
    }
    var attempts = 0
    let stored = try store.takeTurn(after: 2, locking: false) { (turn) throws(LogError) in
      attempts += 1
      // The second time, there is nothing more to record.
      if attempts == 1 { try notes.append(to: &turn) }
    }
    #expect(stored == nil)
    server.locked { server.deliverLate() }
    #expect(server.database.rows.count == (slip == nil ? 2 : 3))
  }

  @Test(arguments: [nil, FakeServer.Slip.earlyRelease, .sequence])
  func `writers at the same time are put in order by the lock and the end that they have seen`(
    _ slip: FakeServer.Slip?
  ) async throws {
    let violations = Mutex<[Violation]>([])
    let contract = SharedStoreContract(
      makeStores: { count in
        let address = FakeLibPQ.address(of: FakeServer(slip: slip))
        return try (0..<count).map { _ in try FakeLibPQ.store(on: address) }
      },
      report: { violation in violations.withLock { $0.append(violation) } })
    for check in SharedStoreContract.checks where slip == nil || check.isOfWriters {
      await contract.run(check, writers: 3)
    }
    let found = violations.withLock { $0.map(\.description) }
    #expect(found.isEmpty == (slip == nil), "\(found)")
  }
}

extension SharedStoreContract.Check {
  fileprivate var isOfWriters: Bool { description.hasPrefix("writers of one stream") }
}
