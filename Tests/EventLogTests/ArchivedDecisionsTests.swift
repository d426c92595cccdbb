// A store whose first entries are archived decides as one that has them, also by other versions of a domain than the
// one that archived them.

import JSONLines
import OrderDomain
import TestKit
import Testing

@testable import EventLog
@testable import EventSourcing
@testable import OrderScenes

@Suite struct ArchivedDecisionsTests {
  private func command(_ random: inout Seeded, _ number: Int) -> Submission<OrderCommand> {
    let (command, isNew): (OrderCommand, Bool) =
      switch random.below(8) {
      case 0: (.create(.valid), true)
      case 1: (.create(.valid), false)
      case 2: (.pay(Payment(amount: Amount(Int64(1 + random.below(3000))))), false)
      case 3: (.cancel, false)
      case 4: (.delete, false)
      case 5: (.refund(amount: Amount(Int64(1 + random.below(2000)))), false)
      case 6: (.ship(), false)
      default:
        (.update(OrderFields.only { $0[.phone] = "22\(random.below(3))-222-2222" }), false)
      }
    return Submission(
      command, on: isNew ? .new : .id("\(1000 + random.below(70))"), by: "amy",
      id: random.below(3) == 0 ? "new-\(number)" : nil,
      expect: random.below(5) == 0 ? random.below(4) : nil)
  }

  private struct Told: Equatable {
    var seq = 0
    var rev = 0
    var stream = ""
    var state: Order?
    var error: EngineError?
  }

  private func execute(
    _ commands: [Submission<OrderCommand>], on shop: MadeUpStore, onDemand: Bool
  ) throws -> [Told] {
    var options = FileStore.Options()
    (options.segmentSize, options.smallestIndex, options.longestWrite) = (20_000, 5_000, 9)
    let engine = try OrderEngine(
      of: .orders, clock: { Timestamp(microseconds: 1_900_000_000_000_000) },
      salts: { Salt(1, 2) }, onDemand: onDemand
    ) { (fold) throws(LogError) in try FileStore(shop.directory, options, folding: fold) }
    defer { try? engine.store.close() }
    return commands.map { command in
      do throws(EngineError) {
        let outcome = try engine.engine.execute(command, in: engine.orders)
        return Told(
          seq: outcome.seq, rev: outcome.rev, stream: outcome.stream.description,
          state: outcome.state)
      } catch {
        return Told(error: error)
      }
    }
  }

  @Test(arguments: [false, true])
  func `any commands have the same outcomes and are recorded alike`(onDemand: Bool) throws {
    var random = Seeded.forTest()
    let seed = random.next() % 1_000_000
    let (whole, archived) = (try MadeUpStore(seed: seed), try MadeUpStore(seed: seed))
    let target = LogDirectory("/archive", on: archived.disk)
    for round in 0..<Seeded.trials(6) {
      _ = try archive(
        archived.directory, before: .max, to: target, of: [Orders.self, Catalogue.self])
      let commands = (0..<20).map { command(&random, round * 100 + $0) }
      let told = (
        try execute(commands, on: whole, onDemand: onDemand),
        try execute(commands, on: archived, onDemand: onDemand)
      )
      #expect(told.0 == told.1, "CLEANSTORE_SEED=\(random.seed), round \(round)")
    }
    _ = try restoreArchive(archived.directory, from: [], of: [Orders.self, Catalogue.self])
    let logs = [whole, archived].map { shop in
      shop.disk.paths(in: shop.directory.log).map(shop.disk.bytes)
    }
    #expect(logs[0] == logs[1], "CLEANSTORE_SEED=\(random.seed)")
  }

  @Test(arguments: [false, true])
  func `an id that an archived command has isn't used again`(onDemand: Bool) throws {
    let shop = try MadeUpStore(seed: 3)
    let pay = Submission<OrderCommand>(
      .pay(Payment(amount: Amount(1))), on: .id("1001"), by: "amy", id: "once")
    let first = try execute([pay], on: shop, onDemand: onDemand)[0]
    #expect(first.error == nil && first.seq > 0)
    // More, so that its segment is sealed.
    try shop.execute((0..<80).map { _ in Submission(.create(.valid), on: .new, by: "amy") })
    _ = try archive(
      shop.directory, before: .max, to: LogDirectory("/archive", on: shop.disk),
      of: [Orders.self, Catalogue.self])
    let create = Submission<OrderCommand>(.create(.valid), on: .new, by: "amy", id: "once")
    let elsewhere = Submission<OrderCommand>(.cancel, on: .id("1002"), by: "amy", id: "once")
    let again = try execute([pay, create, elsewhere], on: shop, onDemand: onDemand)
    for told in again[..<2] {
      guard case .log(let error)? = told.error else {
        Issue.record("\(told)")
        continue
      }
      #expect(error.code == .archivedCommandID && error.seq == first.seq)
    }
    // An id counts on its own stream.
    #expect(again[2].error == nil)
    let erase = Submission<OrderCommand>(.erase, on: .id("1003"), by: "dpo")
    guard case .log(let error)? = try execute([erase], on: shop, onDemand: onDemand)[0].error else {
      Issue.record("personal data was erased that is archived")
      return
    }
    #expect(error.code == .archived)
  }
}

/// The command and the event of tills.
private struct Taking { let amount: Int64 }

/// A domain of tills, however their states are kept.
private protocol TakingDecider: CodableDecider where Command == Taking, Event == Taking {}

extension TakingDecider {
  static func type(of taking: Taking) -> StaticString { "take" }
  static func writeMembers(of taking: Taking, to writer: inout JSONWriter) {
    writer.raw(#","amount":"#)
    writer.integer(taking.amount)
  }
  static var shapes: PayloadShapes {
    let shape = PayloadShape("take", .integer("amount"))
    return PayloadShapes(commands: [shape], events: [shape])
  }
  static func command(_ payload: Payload) -> Taking { Taking(amount: payload.integer()) }
  static func event(_ payload: Payload) -> Taking { Taking(amount: payload.integer()) }
}

/// A domain that has changed since entries were archived: what its states are like, and its rules.
@Suite struct ArchivedLayoutTests {
  /// A till that adds up.
  private enum Till: TakingDecider {
    enum Refusal: String, RecordedRefusal { case none }
    static let (category, version) = ("till", "1")
    static let initial: Int64 = 0
    static func decide(_ command: Command, on state: Int64, in context: EntryContext)
      throws(Refusal) -> [Event]
    { [Event(amount: command.amount)] }
    static func evolve(_ state: inout Int64, with event: Event, in context: EntryContext) {
      state += event.amount
    }
    static func writeArchived(_ state: Int64, to writer: inout JSONWriter) -> Bool {
      writer.object { $0.member("sum", state) }
      return true
    }
    static func readArchived(_ json: inout JSONReader) throws(JSONError) -> Int64? {
      try ArchivedTill(&json).sum
    }
  }

  /// The same with another state, which knows the largest amount, too, and rules of its own.
  private enum LaterTill: TakingDecider {
    struct State: Equatable {
      var largest: Int64?
      var sums: [Int64] = [0]
    }
    enum Refusal: String, RecordedRefusal { case tooMuch = "too-much" }
    static let (category, version) = ("till", "2")
    static let versions = ["1", "2"]
    static let initial = State()
    static func decide(_ command: Command, on state: State, in context: EntryContext)
      throws(Refusal) -> [Event]
    {
      guard state.sums.reduce(0, +) + command.amount < 1000 else { throw .tooMuch }
      return [Event(amount: command.amount)]
    }
    static func evolve(_ state: inout State, with event: Event, in context: EntryContext) {
      state.largest = max(state.largest ?? event.amount, event.amount)
      state.sums.append(event.amount)
    }
    static func writeArchived(_ state: State, to writer: inout JSONWriter) -> Bool {
      writer.object {
        $0.member("sum", state.sums.reduce(0, +))
        $0.member("largest", state.largest)
      }
      return true
    }
    static func readArchived(_ json: inout JSONReader) throws(JSONError) -> State? {
      let archived = try ArchivedTill(&json)
      let hasLargest = archived.largest != ObjectShape.absentInteger
      return State(largest: hasLargest ? archived.largest : nil, sums: [archived.sum])
    }
  }

  private struct ArchivedTill: BitwiseCopyable {
    var sum: Int64 = 0
    var largest = ObjectShape.absentInteger

    init(_ json: inout JSONReader) throws(JSONError) {
      try json.read(ObjectShape(.integer("sum"), .integer("largest")), into: &self)
    }
  }

  private let disk = MemoryDisk()
  private var directory: LogDirectory { LogDirectory("/store", on: disk) }

  /// - Returns: The refusals, in order, and the revision.
  private func take<D: TakingDecider>(
    _ amounts: [Int64], _ domain: D.Type, of id: String = "1"
  ) throws -> [(code: String?, rev: Int)] {
    var options = FileStore.Options()
    options.segmentSize = 900
    let store = try FileStore(directory, options)
    defer { try? store.close() }
    let states = StreamStates(D.self)
    let engine = try Engine(
      store, states: [states.erased], clock: { Timestamp(microseconds: 1_900_000_000_000_000) },
      salts: { Salt(1, 2) })
    return try amounts.map { amount in
      let outcome = try engine.execute(
        Submission(Taking(amount: amount), on: .id(id), by: "amy"), in: states)
      if case .refused(let refusal) = outcome.result { return (refusal.code, outcome.rev) }
      return (nil, outcome.rev)
    }
  }

  @Test func `another layout and other rules go on from what was archived`() throws {
    try directory.create(id: Notes.id, created: Timestamp(microseconds: 1))
    _ = try take([7], Till.self, of: "2")
    _ = try take((1...40).map { $0 }, Till.self)
    let target = LogDirectory("/archive", on: disk)
    let report = try archive(directory, before: .max, to: target, of: [Till.self])
    #expect(report.segments > 5)
    // 820 are in the till.
    let told = try take([179, 1, 0], LaterTill.self)
    #expect(told.map(\.code) == [nil, "too-much", nil])
    #expect(told.map(\.rev) == [41, 41, 42])
    // The base that another version wrote is read by this one, and continued.
    for _ in 0..<2 { _ = try take((1...6).map { _ in 0 }, LaterTill.self, of: "2") }
    let later = try archive(directory, before: .max, to: target, of: [LaterTill.self])
    #expect(later.through > report.through)
    #expect(try take([1, 0], LaterTill.self).map(\.code) == ["too-much", nil])
    // The base can't say what the earlier version didn't keep.
    #expect(try restoreArchive(directory, from: [], of: [LaterTill.self]).difference == "till/2")
  }

  @Test func `a domain without such a form can't be archived`() throws {
    try directory.create(id: Notes.id, created: Timestamp(microseconds: 1))
    _ = try take((1...40).map { $0 }, Till.self)
    let error = #expect(throws: LogError.self) {
      try archive(
        directory, before: .max, to: LogDirectory("/archive", on: disk), of: [Unarchivable.self])
    }
    #expect(error?.code == .cannotCreate)
    #expect(try StoreReader(directory).base == nil)
  }

  private enum Unarchivable: TakingDecider {
    typealias Refusal = Till.Refusal
    static let (category, version) = ("till", "1")
    static let initial: Int64 = 0
    static func decide(_ command: Command, on state: Int64, in context: EntryContext)
      throws(Refusal) -> [Event]
    { [] }
    static func evolve(_ state: inout Int64, with event: Event, in context: EntryContext) {}
  }
}
