import EventLog
import Foundation
import JSONLines
import Testing

/// Several processes and one store.
@Suite(.serialized) struct TwoProcessesTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.expect(.done, "init")
  }

  /// Lines of one time, so that no import comes too late.
  private func write(_ count: Int, to name: String, order: String) throws {
    let lines = (0..<count).map { Commands.line(0, "\(order)-\($0)", Commands.create()) }
    try workspace.write(lines.joined(), to: name)
  }

  private func expectBlocks(of lines: [String: Int]) throws {
    let entries = try workspace.entries()
    #expect(entries.map { $0["seq"]?.integer } == (1...entries.count).map { Int64($0) })
    var rest = entries[...]
    for _ in lines {
      let source = try #require(rest.first?["source"]?.string)
      let block = rest.prefix { $0["source"]?.string == source }
      let count = try #require(lines[source])
      #expect(block.map { $0["line"]?.integer } == (1...count).map { Int64($0) })
      rest = rest.dropFirst(block.count)
    }
    #expect(rest.isEmpty)
    try workspace.expect(.done, "verify")
  }

  @Test func `a second writer waits, or gets 75 if it won't`() throws {
    try write(400, to: "first.jsonl", order: "f")
    try write(5, to: "second.jsonl", order: "s")
    let first = try workspace.start(["import", "first.jsonl", "--durability", "sync"])
    workspace.waitForEntries(by: first)
    first.signal(SIGSTOP)

    let refused = try workspace.expect(
      .tryAgain, "import", "second.jsonl", "--lock-timeout", "0", "--json")
    let error = try refused.errorObject()
    #expect(error["code"]?.string == "locked")
    #expect(error["message"]?.string == "Process \(first.identifier) is writing to this store.")
    #expect(error["hint"]?.string?.contains("--lock-timeout") == true)
    try workspace.expect(.tryAgain, "recover", "--lock-timeout", "0")
    // Readers don't wait.
    try workspace.expect(.done, "list")
    try workspace.expect(.done, "import", "second.jsonl", "--dry-run")

    // Nor must a process that waits for the lock wait to the end.
    let impatient = try workspace.start(["import", "second.jsonl", "--lock-timeout", "60"])
    impatient.waitUntilAtLock()
    impatient.signal(SIGINT)
    #expect(try impatient.finish(killAfter: 5000).ending == .killed(signal: SIGINT))

    let second = try workspace.start(["import", "second.jsonl", "--lock-timeout", "60"])
    second.waitUntilAtLock()
    first.signal(SIGCONT)
    #expect(try first.finish().code == 0)
    #expect(try second.finish().code == 0)
    try expectBlocks(of: ["first.jsonl": 400, "second.jsonl": 5])
  }

  @Test func `several writers at once lose and mix nothing`() throws {
    let lines = ["one.jsonl": 60, "two.jsonl": 50, "three.jsonl": 40, "four.jsonl": 30]
    var running: [RunningProcess] = []
    for (name, count) in lines.sorted(by: { $0.key < $1.key }) {
      try write(count, to: name, order: String(name.prefix(3)))
    }
    for name in lines.keys.sorted() {
      running.append(
        try workspace.start([
          "import", name, "--durability", "sync", "--lock-timeout", "60",
        ]))
    }
    for process in running {
      let finished = try process.finish()
      #expect(finished.code == 0, "\(finished)")
    }
    try expectBlocks(of: lines)
  }

  @Test func `who reads while another writes sees whole entries only`() throws {
    let count = 1000
    try write(count, to: "first.jsonl", order: "f")
    let writer = try workspace.start(["import", "first.jsonl", "--durability", "sync"])
    workspace.waitForEntries(by: writer)
    // Stopped on its way, so that the reader certainly sees only a part.
    writer.signal(SIGSTOP)
    let part = try workspace.expect(.done, "log", "--json").output
    writer.signal(SIGCONT)
    var last = Int64(part.split(separator: "\n").count)
    #expect(last > 0 && last < count)
    while !writer.hasEnded {
      let finished = try workspace.expect(.done, "stats", "--json")
      let entries = try #require(try finished.document()["entries"]?.integer)
      #expect(entries >= last)
      last = entries
    }
    #expect(try writer.finish().code == 0)
    let whole = try workspace.expect(.done, "log", "--json").output
    #expect(part.hasSuffix("\n") && whole.hasPrefix(part))
    #expect(try workspace.entries().count == count)
  }
}
