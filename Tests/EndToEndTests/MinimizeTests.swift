import Foundation
import JSONLines
import Testing

/// Histories made smaller by the real tool: what it writes, where, and how it ends.
@Suite struct MinimizeTests {
  private static func workspace() throws -> Workspace {
    let workspace = try Workspace()
    try workspace.expect(.done, "demo", "store")
    return workspace
  }

  @Test func `the minimized history goes to a file and a test, and is reported`() throws {
    let workspace = try Self.workspace()
    let arguments = ["minimize", "--when", "status == 'shipped' and paid > 10.00"]
    let finished = try workspace.run(
      arguments + ["--output", "shipped.jsonl", "--swift-test", "ShippedAndPaid"])
    #expect(finished.code == 0, "\(finished)")
    try Golden.expect(finished.output, "minimize.txt")
    // These are compiled and run with the other tests: see the folder Minimized.
    for name in ["shipped.jsonl", "ShippedAndPaid.swift"] {
      try Golden.expect(workspace.text(name), "../Minimized/" + name)
    }
    // The same input gives the same bytes, here on standard output.
    let again = try workspace.run(arguments)
    #expect(again.output == (try workspace.text("shipped.jsonl")))
    #expect(again.errors + "Read back from the file, it shows the same.\n" == finished.output)
    for command in ["verify", "replay", "check"] {
      try workspace.expect(.done, command, "--store", "shipped.jsonl")
    }
  }

  @Test func `a program reads a file or standard input`() throws {
    let workspace = try Self.workspace()
    for line in ["grep -q order-has-payments {}", "grep -q order-has-payments"] {
      let finished = try workspace.expect(.done, "minimize", "--run", line, "--json")
      let entries = finished.output.split(separator: "\n")
      #expect(entries.count == 1)
      #expect(entries.first?.contains(#""original-seq":"7""#) == true)
      let report = try JSONValue(parsing: finished.errors.trimmingCharacters(in: .newlines))
      #expect(report["commands"]?.integer == 1)
      #expect(report["of"]?.integer == 7)
    }
    #expect(workspace.names(in: ".") == ["store"])
  }

  @Test func `a history from standard input and one with a divergence`() throws {
    let workspace = try Self.workspace()
    let log = try workspace.expect(.done, "log", "--json").output
      .replacing(/,"crc":"\w+"/, with: "").replacing("order-shipped", with: "order-delivered")
    let finished = try workspace.expect(
      .done, "minimize", "--diverges", "--store", "-", "--output", "bug.jsonl", input: log)
    #expect(finished.output.contains("event-type-differs"))
    let replay = try workspace.expect(.negative, "replay", "--store", "bug.jsonl", "--json")
    let documents = try replay.documents()
    #expect(documents.first?["kind"]?.string == "event-type-differs")
    #expect(documents.first?["seq"]?.integer == 2)
  }

  @Test(arguments: ["true", "test -f {}", "! grep -q no-such-word"])
  func `a program that an empty history passes, too, tests for nothing`(_ line: String) throws {
    let workspace = try Self.workspace()
    let finished = try workspace.expect(
      .negative, "minimize", "--run", line, "--output", "empty.jsonl")
    #expect(finished.errors.contains("exits with 0 for an empty history, too"), "\(finished)")
    #expect(workspace.names(in: ".") == ["store"])
  }

  @Test func `interrupted, it writes the best so far`() throws {
    let workspace = try Self.workspace()
    let process = try workspace.start([
      "minimize", "--run", "echo >> runs; sleep 0.05; grep -q order-paid {}", "--output",
      "best.jsonl",
    ])
    while (try? workspace.text("runs").count) ?? 0 < 5, !process.hasEnded { usleep(10_000) }
    process.signal(SIGINT)
    let finished = try process.finish()
    #expect(finished.code == ExitStatus.interrupted.rawValue, "\(finished)")
    #expect(finished.output.contains("Interrupted"))
    #expect(try workspace.text("best.jsonl").contains("order-paid"))
  }

  @Test(
    arguments: [
      (["minimize"], ExitStatus.usage), (["minimize", "--diverges"], .negative),
      (["minimize", "--diverges", "--when", "total > 0"], .usage),
      (["minimize", "--diverges", "--ever"], .usage),
      (["minimize", "--when", "total <"], .usage),
      (["minimize", "--when", "total < 0"], .negative),
      (["minimize", "--when", "total > 0", "--swift-test", "T"], .usage),
      (["minimize", "--when", "total > 0", "--swift-test", "1T", "--output", "a"], .usage),
      (["minimize", "--when", "total > 0", "--output", "no/where"], .cannotCreate),
      (["minimize", "--when", "total > 0", "--output", "store"], .cannotCreate),
      (["minimize", "--run", "false"], .negative), (["minimize", "--run", "exit 125"], .negative),
      (["minimize", "--run", "./no-such-program"], .notFound),
      (["minimize", "--run", "true", "--max-runs", "0"], .usage),
      (["minimize", "--run", "true", "--store", "nowhere"], .notFound),
    ])
  func `what can't be answered`(_ arguments: [String], _ status: ExitStatus) throws {
    let workspace = try Self.workspace()
    let finished = try workspace.run(arguments)
    #expect(finished.code == status.rawValue, "\(finished)")
    #expect(finished.output.isEmpty)
    #expect(!finished.errors.isEmpty)
    #expect(workspace.names(in: ".") == ["store"])
  }
}
