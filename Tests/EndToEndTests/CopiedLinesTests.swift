import JSONLines
import Testing

/// Lines that are copied without those before them name the version of the rules that decided them. The golden log has
/// entries of rules 0 and 1.
@Suite struct CopiedLinesTests {
  private static func engines() throws -> [Int64: String] {
    var (engine, found): (String?, [Int64: String]) = (nil, [:])
    for line in try Tool.runOnGoldenLog(["log", "--json"]).documents() {
      engine = line["engine"]?.string ?? engine
      found[try #require(line["seq"]?.integer)] = engine
    }
    return found
  }

  @Test(arguments: [
    "log 1002", "log 1002 1003", "log 901 1003", "log -n 1", "log -n 20", "log 20..",
    "log --reverse",
    "log 1002 --reverse", "log 1..2 --reverse", "log --reverse -n 3", "log --rejected",
    "log --actor chris",
    "log --command refund-order", "log --field status", "log --where paid>0",
    "log --since 2026-01-07",
    "log -p 1002", "log -p -n 2", "log -p --reverse", "extract 1002", "extract 20..",
  ])
  func `each copied line says it, or one before does`(_ command: String) throws {
    let words = command.split(separator: " ").map(String.init)
    let engines = try Self.engines()
    let asJSON = words[0] == "extract" ? words : words + ["--json"]
    let lines = try Tool.runOnGoldenLog(asJSON).documents().map { $0["entry"] ?? $0 }
    var engine: String?
    for line in lines {
      engine = line["engine"]?.string ?? (words.contains("--reverse") ? nil : engine)
      #expect(engine == engines[line["seq"]?.integer ?? 0], "\(line["seq"] as Any)")
    }
    #expect(!lines.isEmpty)
  }

  @Test func `a copy is replayed as an extract, and its checksums are right`() throws {
    let workspace = try Workspace()
    for order in ["901", "1002", "1006"] {
      let log = try Tool.runOnGoldenLog(["log", order, "--json"]).output
      #expect(log == (try Tool.runOnGoldenLog(["extract", order]).output))
      try workspace.write(log, to: "\(order).jsonl")
      let verified = try workspace.expect(.done, "verify", "--store", "\(order).jsonl", "--json")
      #expect(try verified.document()["unchecked"] == nil, "\(verified)")
      let replayed = try workspace.run("replay", "--store", "\(order).jsonl")
      #expect(!replayed.output.contains("names no version"), "\(replayed)")
      #expect(replayed.code == (order == "901" ? 1 : 0), "\(replayed)")
    }
  }

  @Test func `a whole log is copied byte by byte`() throws {
    let files = ["00000000000000000001", "00000000000000000010"].map { "format-1/log/\($0).jsonl" }
    let log = try files.map { try Files.text(Files.repository + "/Fixtures/" + $0) }.joined()
    #expect(try Tool.runOnGoldenLog(["log", "--json"]).output == log)
    #expect(try Tool.runOnGoldenLog(["log", "10..", "--json"]).output.contains(#""seq":11"#))
  }
}
