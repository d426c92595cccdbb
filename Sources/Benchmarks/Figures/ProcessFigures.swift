// The speed and the size of the tool as a process: the time that a person at a terminal waits. It must be
// built with --static-swift-stdlib, as the empty program is that its start is compared with.

import EventLog
import HistoryScenes
import OrderScenes

extension Bench {
  /// The time from the start to the end of a process that prints its version, next to one that does nothing.
  func start() -> [Run] {
    let empty = folder.emptyProgram()
    return measure { (value: medianTime([tool, "--version"]), floor: medianTime([empty])) }
  }

  /// One order of a store of a thousand entries.
  func show() throws -> [Run] {
    let store = try folder.store(of: workload.submissions.prefix(1000))
    guard case .id(let id)? = workload.submissions.first?.target else { stop("no order") }
    return measure { (value: medianTime([tool, "--store", store, "show", id]), floor: nil) }
  }

  /// All orders of a store that has eight thousand.
  func list() throws -> [Run] {
    let creates = workload.submissions.filter {
      if case .create = $0.command { true } else { false }
    }
    let store = try folder.store(of: creates.prefix(8000))
    return measure { (value: medianTime([tool, "--store", store, "list"]), floor: nil) }
  }

  /// The bytes of the tool without its symbols.
  func size() throws -> [Run] {
    let stripped = folder.newPath()
    guard Process.run(["strip", "-o", stripped, tool]) else { stop("strip can't strip \(tool).") }
    return [(value: Double(try RawFile.size(of: stripped)), floor: nil)]
  }

  /// The median of some runs of a process, in nanoseconds.
  func medianTime(_ command: [String]) -> Double {
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
  fileprivate func store(of submissions: some Sequence<OrderSubmission>) throws -> String {
    let path = try newStore()
    let store = try FileStore(path: path)
    Pass.execute(Array(submissions), on: try OrderEngine(store))
    try store.close()
    return path
  }
}
