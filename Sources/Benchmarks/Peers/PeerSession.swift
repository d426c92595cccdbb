// Measures CleanStore and a peer in turns, on the same entries.

import EventLog
import EventSourcing
import JSONLines
import OrderDomain
import OrderScenes

/// A peer that is running, and what it is measured with.
final class PeerSession {
  private let bench: Bench
  private let program: PeerProgram
  /// The path of a store with the log.
  private let store: String
  /// The number of entries that the peer gets.
  private let entries: Int
  /// The number of entries that the peer was given one by one.
  private var appended = 0

  init(_ bench: Bench, _ program: PeerProgram, store: String, entries: Int) {
    (self.bench, self.program, self.store, self.entries) = (bench, program, store, entries)
  }

  /// The two take this many turns within a run: a disk's speed changes from second to second.
  private static let turns = 4

  /// One command after another, each waiting for the disk, and a line in the peer. Both go on where the
  /// run before ended, so that files grow as they do in use; the peer also where the figure before ended.
  func appends(preallocating preallocates: Bool = false) throws -> [Run] {
    // Two figures at most, each with a run to fill caches.
    let size = min(1000, entries / (bench.runs + 1) / 2) / Self.turns
    var commands = bench.workload.submissions[...]
    return try bench.withStore(preallocating: preallocates) { _, orders in
      try bench.measure {
        var (own, others): ([Double], [Double]) = ([], [])
        for _ in 0..<Self.turns {
          others += try times("append", [appended, appended + size])
          appended += size
          for command in commands.prefix(size) {
            own.append(
              try seconds { keep(try orders.engine.execute(command, in: orders.orders)) })
          }
          commands = commands.dropFirst(size)
        }
        return (value: 1 / Sample(own).median, floor: 1 / Sample(others).median)
      }
    }
  }

  /// So many threads that wait for the disk at once, beside as many clients of a server.
  func callers(_ count: Int, commands: Int) throws -> [Run] {
    try bench.callers(count, commands: commands) {
      Double(commands) / (try time("callers", [count, commands]))
    }
  }

  /// All orders out of the store's files, and whatever the peer makes of its copy.
  func fold(jobs: Int) throws -> [Run] {
    let pass = Pass.fold(try StoreReader(path: store, parallelism: Parallelism(jobs: jobs)))
    return try bench.measure {
      let floor = try time("fold")
      return (value: Double(bench.workload.entries) / seconds(pass), floor: Double(entries) / floor)
    }
  }

  /// All orders out of the store's files, and the streams of the peer out of its own copy, once it has
  /// the entries that weren't measured, too.
  func rebuild() throws -> [Run] {
    _ = try program.ask("store", [entries])
    return try fold(jobs: 1)
  }

  /// Every value of every line.
  func decode() throws -> [Run] {
    let pass = Pass.decode(bench.workload.log, as: .store)
    let bytes = Double(bench.workload.log.count)
    return try bench.measure {
      let floor = try time("decode")
      return (value: bytes / seconds(pass), floor: bytes / floor)
    }
  }

  /// The sums over the peer's own copy of the entries.
  func summary() throws -> LogSummary {
    let members = try program.ask("state", [entries])["state"]?.members ?? []
    let numbers = members.compactMap { member in member.value.integer.map { (member.key, $0) } }
    return LogSummary(numbers: Dictionary(numbers) { first, _ in first })
  }

  /// The time that the peer takes for a request, in seconds.
  private func time(_ request: String, _ numbers: [Int] = []) throws -> Double {
    try times(request, numbers).reduce(0, +)
  }

  /// The same for each of several.
  private func times(_ request: String, _ numbers: [Int]) throws -> [Double] {
    let times = try program.ask(request, numbers)["times"]?.array?.compactMap(\.integer) ?? []
    guard !times.isEmpty else { throw PeerFailure(description: "A peer measured nothing.") }
    return times.map { Double($0) * 1e-9 }
  }
}
