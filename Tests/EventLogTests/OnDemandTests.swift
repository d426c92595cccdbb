import HistoryScenes
import JSONLines
import OrderDomain
import TestKit
import Testing

@testable import EventLog
@testable import EventSourcing
@testable import OrderScenes

/// An engine that reads orders when they are first asked for decides and records what one does that reads all.
@Suite struct OnDemandTests {
  /// One of two stores with the same history.
  private struct Twin {
    let disk = MemoryDisk()
    let onDemand: Bool

    private var directory: LogDirectory { LogDirectory("/store", on: disk) }

    init(onDemand: Bool, seed: UInt64) throws {
      self.onDemand = onDemand
      try directory.create(id: Notes.id, created: Timestamp(microseconds: 1))
      try run { engine in
        for command in MadeUpShop(orders: 40, seed: seed) {
          _ = try engine.engine.execute(command, in: engine.orders, durability: .none)
        }
      }
    }

    func run<Result>(
      before: (OpeningFold) -> Void = { _ in }, _ body: (OrderEngine) throws -> Result
    ) throws -> Result {
      var options = FileStore.Options()
      (options.segmentSize, options.smallestIndex, options.longestWrite) = (20_000, 5_000, 9)
      let engine = try OrderEngine(
        of: .orders, clock: { Timestamp(microseconds: 1_900_000_000_000_000) },
        salts: { Salt(1, 2) }, onDemand: onDemand
      ) { (fold) throws(LogError) in
        before(fold)
        return try FileStore(directory, options, folding: fold)
      }
      defer { try? engine.store.close() }
      return try body(engine)
    }

    /// Leaves what a crash may leave after the last entry.
    func tear(_ text: String) {
      guard let path = disk.paths(in: "/store/log").last else { return }
      disk.setBytes(disk.bytes(path) + Array(text.utf8), of: path)
    }

    var log: [[UInt8]] { disk.paths(in: "/store/log").map(disk.bytes) }
  }

  private struct Told: Equatable {
    var stream = ""
    var seq = 0
    var rev = 0
    var state: Order?
    var isRepeated = false
    var erasures = 0
    var error: EngineError?
  }

  private func execute(_ commands: [Submission<OrderCommand>], on twin: Twin) throws -> [Told] {
    try twin.run { engine in
      #expect((engine.engine.unread != nil) == twin.onDemand)
      return commands.map { command in
        do throws(EngineError) {
          let outcome = try engine.engine.execute(command, in: engine.orders)
          let erasures = try engine.engine.erasures(of: outcome.stream, in: engine.orders)
          return Told(
            stream: outcome.stream.description, seq: outcome.seq, rev: outcome.rev,
            state: outcome.state, isRepeated: outcome.isRepeated, erasures: erasures.count)
        } catch {
          return Told(error: error)
        }
      }
    }
  }

  /// The log has escapes for some of them.
  private static let commandIDs = (0..<6).flatMap { ["id-\($0)", #"a "\#($0)\""#] }

  private func command(_ random: inout Seeded) -> Submission<OrderCommand> {
    let id =
      random.below(9) == 0
      ? ["x-1", "1060", "01001"][random.below(3)] : "\(1000 + random.below(45))"
    let (command, isNew): (OrderCommand, Bool) =
      switch random.below(7) {
      case 0: (.create(.valid), true)
      case 1: (.create(OrderFields()), true)
      case 2: (.create(.valid), false)
      case 3: (.pay(Payment(amount: Amount(Int64(1 + random.below(3))))), false)
      case 4: (.cancel, false)
      case 5: (.delete, false)
      default:
        (.update(OrderFields.only { $0[.phone] = "22\(random.below(3))-222-2222" }), false)
      }
    return Submission(
      command, on: isNew ? .new : .id(id), by: "amy",
      id: random.below(3) == 0 ? Self.commandIDs[random.below(Self.commandIDs.count)] : nil,
      expect: random.below(5) == 0 ? random.below(4) : nil)
  }

  /// Another process may have made the log longer, or its indexes.
  @Test func `a log that was read before the lock isn't read again`() throws {
    let twin = try Twin(onDemand: true, seed: 1)
    let whole = try StoreReader(LogDirectory("/store", on: twin.disk), smallestIndex: .max)
    let known = try twin.run(before: { $0.readUnlocked(whole) }) { engine in
      #expect(engine.engine.unread == nil)
      let id = try #require(StreamName("order/1001"))
      return try engine.engine.state(of: id, in: engine.orders)
    }
    let asked = try twin.run { engine in
      #expect(engine.engine.unread != nil)
      return try engine.engine.state(of: try #require(StreamName("order/1001")), in: engine.orders)
    }
    #expect((known?.rev ?? 0) > 0)
    #expect(known?.rev == asked?.rev && known?.state == asked?.state)
  }

  @Test func `all orders can be read after one of them`() async throws {
    let (part, whole) = (try Twin(onDemand: true, seed: 1), try Twin(onDemand: false, seed: 1))
    let states = try [part, whole].map { twin in
      try twin.run { engine in
        _ = try engine.order("1009")
        try engine.engine.readAll()
        let states = engine.orders.projection
        return states.states.indices.map { (states.streams.name($0), states.states[$0]) }
          .sorted { $0.0 < $1.0 }
      }
    }
    #expect(states[0].map(\.0) == states[1].map(\.0))
    #expect(states[0].map(\.1) == states[1].map(\.1))
  }

  /// Orders that were placed at the same moment, ids that were used before, and others.
  @Test func `what a command is made from is the same`() throws {
    var random = Seeded.forTest()
    let seed = random.next() % 1_000_000
    let twins = try [true, false].map { try Twin(onDemand: $0, seed: seed) }
    let commands = (0..<Seeded.trials(60)).map { _ in command(&random) }
    for twin in twins { _ = try execute(commands, on: twin) }
    let ends = (0..<8).map { _ in random.below(200) }
    let customers = (1...9).map { "customer-\($0)" } + ["amy", "bob"]
    let found: [[String?]] = try twins.map { twin in
      try twin.run { engine in
        var found: [String?] = []
        for customer in customers { found.append(try engine.lastOrder(of: customer)?.id) }
        for end in ends {
          found.append(try engine.lastOrder(of: "customer-2", through: end)?.id)
        }
        for id in Self.commandIDs {
          var request = ChangeRequest(id: "", actor: "amy")
          request.commandID = id
          found.append(try engine.first(request).map { "\($0)" })
        }
        return found
      }
    }
    #expect(found[0] == found[1], "CLEANSTORE_SEED=\(random.seed)")
    #expect(found[0].count { $0 != nil } > 10)
  }

  @Test func `any commands have the same outcomes and are recorded alike`() throws {
    var random = Seeded.forTest()
    let seed = random.next() % 1_000_000
    let (part, whole) = (
      try Twin(onDemand: true, seed: seed), try Twin(onDemand: false, seed: seed)
    )
    for number in 0..<Seeded.trials(40) {
      let commands = (0...random.below(4)).map { _ in command(&random) }
      let told = try (execute(commands, on: part), execute(commands, on: whole))
      #expect(told.0 == told.1, "CLEANSTORE_SEED=\(random.seed), opening \(number)")
      #expect(part.log == whole.log, "CLEANSTORE_SEED=\(random.seed), opening \(number)")
      if random.below(4) == 0 {
        let tail = [#"{"seq":"#, "\0\0\0", "{"][random.below(3)]
        for twin in [part, whole] { twin.tear(tail) }
      }
      let cached = part.disk.paths(in: "/store/cache")
      if random.below(4) == 0, !cached.isEmpty {
        let path = cached[random.below(cached.count)]
        var bytes = part.disk.bytes(path)
        if !bytes.isEmpty { bytes[random.below(bytes.count)] ^= 0x55 }
        part.disk.setBytes(bytes, of: path)
      }
    }
  }
}
