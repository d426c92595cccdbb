// How fast the tool is as a process, and how large: what a person at a terminal waits for. It must be
// built with --static-swift-stdlib, as the empty program is that its start is compared with.

import EventLog
import EventSourcing
import JSONLines
import HistoryScenes
import OrderScenes

extension Figure {
  /// From the start to the end of a process that prints its version, beside one that does nothing.
  static func start(_ tool: String, _ bench: Bench) -> Figure {
    let empty = bench.folder.emptyProgram()
    let runs = bench.measure {
      (value: medianTime([tool, "--version"]), floor: medianTime([empty]))
    }
    return Figure(
      "start", "start of --version", in: .nanoseconds, runs, floor: "empty program",
      target: .atMostTimesFloor(1.5))
  }

  /// One order of a store of a thousand entries.
  static func show(_ tool: String, _ bench: Bench) -> Figure {
    let store = bench.folder.store(of: bench.workload.submissions.prefix(1000))
    guard case .id(let id)? = bench.workload.submissions.first?.target else { stop("no order") }
    let runs = bench.measure { medianTime([tool, "--store", store, "show", id]) }
    return Figure("show-1000", "show, 1 000 entries", in: .nanoseconds, runs, atMost: 15_000_000)
  }

  /// All orders of a store that has eight thousand.
  static func list(_ tool: String, _ bench: Bench) -> Figure {
    let creates = bench.workload.submissions.filter {
      if case .create = $0.command { true } else { false }
    }
    let store = bench.folder.store(of: creates.prefix(8000))
    let runs = bench.measure { medianTime([tool, "--store", store, "list"]) }
    return Figure("list-8000", "list, 8 000 orders", in: .nanoseconds, runs, atMost: 150_000_000)
  }

  /// The bytes of the tool without its symbols.
  static func size(_ tool: String, _ bench: Bench) -> Figure {
    let stripped = bench.folder.newPath()
    guard Process.run(["strip", "-o", stripped, tool]) else { stop("strip can't strip \(tool).") }
    let size = attempt("measuring \(stripped)") { try RawFile.size(of: stripped) }
    return Figure("size", "stripped binary", in: .bytes, [Double(size)], atMost: 25_000_000)
  }

  /// The median of some runs of a process, in nanoseconds.
  private static func medianTime(_ command: [String]) -> Double {
    Sample(
      (0..<15).map { _ in
        seconds {
          guard Process.run(command) else { stop("\(command.joined(separator: " ")) failed.") }
        } * 1e9
      }
    ).median
  }
}

extension TemporaryFolder {
  /// A program that ends at once, built as the tool is.
  fileprivate func emptyProgram() -> String {
    let program = newPath()
    let source = program + ".swift"
    attempt("writing \(source)") { _ = try RawFile(source) }
    let compiler = ["swiftc", "-O", "-static-stdlib", source, "-o", program]
    guard Process.run(compiler) else { stop("swiftc can't build an empty program.") }
    return program
  }

  /// A store in which these commands were executed.
  fileprivate func store(of submissions: some Sequence<OrderSubmission>) -> String {
    let path = newPath()
    attempt("making a store") {
      try FileStore.create(
        at: path, id: "00000000000000000000000000000000", created: Timestamp(microseconds: 0))
      let store = try FileStore(path: path)
      let engine = try OrderEngine(store)
      for submission in submissions {
        keep(try engine.engine.execute(submission, in: engine.orders, durability: .none))
      }
      try store.close()
    }
    return path
  }
}
