// Measures stores on a server, in turns with the server's own programs.

import EventLog
import EventSourcing
import JSONLines
import OrderDomain
import OrderScenes
import Platform

/// A server that is running, and what it is measured with.
final class ServerSession {
  private let bench: Bench
  private let program: PeerProgram
  /// The stores that were filled, by the number of their entries.
  private var filled: [Int: Database] = [:]

  private struct Database {
    let number: Int
    let address: String
    /// An order of the store; nil if it is new.
    var order: String?
  }

  /// The length of a measurement of callers, in seconds.
  private static let duration = 2
  private static let smallStore = 10_000

  /// Starts a server.
  ///
  /// - Throws: `MissingPeer` if something isn't installed.
  init(_ bench: Bench) throws {
    self.bench = bench
    // The lines that pgbench inserts are as long as an average one of these.
    let log = try bench.with(entries: Self.smallStore).newStoreWithLog() + "/log"
    program = try Peer.postgresql.start(on: log, in: bench.folder)
  }

  var version: String { "\(program.version): \(program.settings)" }

  /// Commands a second of so many callers in one process, beside transactions a second of as many clients.
  func callers(_ count: Int, beside floor: String) throws -> [Run] {
    try bench.measure {
      let rate = try program.ask(floor, [count, Self.duration])["rate"]?.integer ?? 0
      let times = try call(processes: 1, callers: count)[0]
      return (value: Double(times.count) / Double(Self.duration), floor: Double(rate))
    }
  }

  /// The slowest percent of the commands of several processes, beside half of them.
  func tail() throws -> [Run] {
    try bench.measure {
      let sample = Sample(try call(processes: 4, callers: 16).flatMap { $0 })
      return (value: sample.percentile(99), floor: sample.median)
    }
  }

  /// Commands a second of the slowest process, beside those of the fastest one.
  func fairness() throws -> [Run] {
    try bench.measure {
      let rates = try call(processes: 4, callers: 16).map {
        Double($0.count) / Double(Self.duration)
      }
      return (value: rates.min() ?? 0, floor: rates.max())
    }
  }

  /// The times of the commands that each process executes, in a new store.
  private func call(processes: Int, callers: Int) throws -> [[Double]] {
    let store = try newStore()
    let parts = try (0..<processes).map { _ in try part(in: store) }
    for (number, part) in parts.enumerated() {
      part.send("call", [number, callers, Self.duration])
    }
    return try parts.map { try $0.times() }
  }

  /// Entries a second of a process that reads all lines, beside the server's own client.
  func wholeRead() throws -> [Run] {
    let store = try store(entries: bench.workload.entries)
    return try bench.measure {
      let floor = Double(bench.workload.entries) / (try program.ask("copy", [store.number]).time())
      let time = try part(in: store).ask("read").time()
      return (value: Double(bench.workload.entries) / time, floor: floor)
    }
  }

  /// The most memory that this process had.
  func readMemory() throws -> [Run] {
    let store = try store(entries: bench.workload.entries)
    return try bench.measure {
      let memory = try part(in: store).ask("read")["memory"]?.integer ?? 0
      return (value: Double(memory), floor: nil)
    }
  }

  /// One order of a large store, beside one of a small one.
  func show() throws -> [Run] {
    let (small, large) = (
      try store(entries: Self.smallStore), try store(entries: bench.workload.entries)
    )
    let times = { [bench] (store: Database) in
      bench.medianTime([bench.tool, "--store", store.address, "show", store.order ?? ""])
    }
    return bench.measure {
      let floor = times(small)
      return (value: times(large), floor: floor)
    }
  }

  /// The time from an entry's acknowledgement until the line of a follower can be read: the median of a hundred.
  func follow() throws -> [Run] {
    let store = try newStore()
    let orders = try OrderEngine(try openStoreToWrite(store.address))
    let follower = try LineReader([
      bench.tool, "--store", store.address, "log", "--follow", "--json",
    ])
    var commands = bench.workload.submissions[...]
    return try bench.measure {
      let times = try (0..<100).map { _ in
        var command = commands.removeFirst()
        command.actor = ""
        _ = try orders.engine.execute(command, in: orders.orders)
        let time = seconds { follower.skipLine() }
        // So that the next one isn't read together with it.
        poll(nil, 0, 5)
        return time
      }
      return (value: Sample(times).median * 1e9, floor: nil)
    }
  }
}

// Stores, and processes that use them.
extension ServerSession {
  private func newStore() throws -> Database {
    let answer = try program.ask("database")
    guard let number = answer["number"]?.integer, let address = answer["address"]?.string else {
      throw PeerFailure(description: "There is no database.")
    }
    let store = Database(number: Int(number), address: address)
    try createStore(
      at: address, id: String(repeating: "0", count: 32), created: Timestamp(microseconds: 0))
    return store
  }

  /// A store with the first entries of the workload.
  private func store(entries: Int) throws -> Database {
    if let known = filled[entries] { return known }
    var store = try newStore()
    let bench = bench.with(entries: entries)
    guard case .id(let id)? = bench.workload.submissions.first?.target else { stop("no order") }
    store.order = id
    let folder = try bench.newStoreWithLog()
    let copy = try LogCopy(from: folder, to: store.address)
    while try copy.copyGroup() {}
    _ = try copy.close()
    _ = try program.ask("settle", [store.number])
    filled[entries] = store
    return store
  }

  private func part(in store: Database) throws -> PeerProgram {
    let own = CommandLine.arguments[0]
    return try PeerProgram("CleanStore", [own, "--take-part", store.address], needs: own)
  }
}

extension Bench {
  fileprivate func with(entries: Int) -> Bench {
    if entries == workload.entries { return self }
    return Bench(
      workload: Workload(entries: entries), folder: folder, runs: runs, importFile: nil, tool: tool)
  }
}

extension PeerProgram {
  fileprivate func times() throws -> [Double] {
    try answer()["times"]?.array?.compactMap(\.integer).map { Double($0) } ?? []
  }
}

extension JSONValue {
  /// The only time of an answer, in seconds.
  fileprivate func time() throws -> Double {
    guard let time = self["times"]?.array?.first?.integer else {
      throw PeerFailure(description: "Nothing was measured.")
    }
    return Double(time) * 1e-9
  }
}
