// Runs one thing and nothing else, for a program that counts instructions: `.ci/instructions`.

import EventSourcing
import JSONLines
import HistoryScenes
import OrderScenes

/// What can be run by itself.
enum Counted: String, CaseIterable {
  case decode, fold, replay, encode
  case commandPath = "command-path"

  /// Makes what is needed, then runs it so many times. What is made, and so what it takes to make it,
  /// is the same in every call: the difference between two calls is that of their passes.
  func run(times: Int, _ bench: Bench) {
    let pass = self.pass(bench)
    for _ in 0..<times { pass() }
  }

  private func pass(_ bench: Bench) -> () -> Void {
    switch self {
    case .decode: return Pass.decode(bench.workload.log, as: .store)
    case .fold: return Pass.fold(bench)
    case .replay: return Pass.replay(bench)
    case .encode: return Pass.encode(bench.workload.log)
    case .commandPath:
      let commands = bench.workload.submissions
      return {
        let engine = attempt("making an engine") { try OrderEngine(MemoryStore()) }
        Pass.execute(commands, on: engine)
      }
    }
  }
}
