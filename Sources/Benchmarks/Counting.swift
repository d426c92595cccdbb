// Runs one thing and nothing else, for a program that counts instructions: `.ci/instructions`.

import EventSourcing
import OrderScenes

/// A part that can be run by itself.
enum Counted: String, CaseIterable {
  case decode, fold, find, check, replay, encode
  case commandPath = "command-path"
  case importing = "import"

  /// Makes what is needed, then runs it this many times. The preparation, and so its cost, is the
  /// same in every call: the difference between two calls is that of their passes.
  func run(times: Int, _ bench: Bench) throws {
    let pass = try self.pass(bench)
    for _ in 0..<times { pass() }
  }

  private func pass(_ bench: Bench) throws -> () -> Void {
    switch self {
    case .decode: return Pass.decode(bench.workload.log, as: .store)
    case .fold: return try Pass.fold(bench)
    case .find: return try Pass.find(bench)
    case .check: return try Pass.check(bench)
    case .replay: return try Pass.replay(bench)
    case .encode: return Pass.encode(bench.workload.log)
    case .commandPath:
      let commands = bench.workload.submissions
      return { Pass.execute(commands, on: Self.engine()) }
    case .importing:
      let lines = InMemoryHistory(bench.workload.importLines, name: "orders")
      return { Pass.importing(lines, on: Self.engine()) }
    }
  }

  private static func engine() -> OrderEngine {
    attempt("making an engine") { try OrderEngine(MemoryStore()) }
  }
}
