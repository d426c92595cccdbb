import Foundation
import JSONLines
import Testing

/// The file of `minimize --diverges` is what it has judged: a replay of the file stops where it says.
@Suite struct MinimizedDivergenceTests {
  /// An order that was edited and paid, each time as of the revision that the caller had seen; in `bug.jsonl`, with
  /// something replaced.
  private static func workspace(_ old: String, _ new: String) throws -> Workspace {
    let workspace = try Workspace()
    try workspace.expect(.done, "init")
    try workspace.expect(.done, args: ["create", "--actor", "amy", "--id", "c-1"] + Forms.flags)
    for (number, name) in ["Ann", "Bea", "Cleo"].enumerated() {
      try workspace.expect(
        .done, "edit", "1001", "--first-name", name, "--expect", String(number + 1), "--id",
        "c-\(number + 2)")
    }
    for (number, amount) in ["1.00", "2.00", "3.00"].enumerated() {
      try workspace.expect(
        .done, "pay", "1001", amount, "--expect", String(number + 4), "--id", "c-\(number + 5)")
    }
    let log = try workspace.log().replacing(/,"crc":"\w+"/, with: "")
    try #require(log.contains(old))
    try workspace.write(log.replacing(old, with: new), to: "bug.jsonl")
    return workspace
  }

  struct Bug: CustomTestStringConvertible {
    let name: String
    let old: String
    let new: String
    var testDescription: String { name }
  }

  static let bugs = [
    Bug(
      name: "a wrong event",
      old: #""events":[{"type":"payment-received","amount":300"#,
      new: #""events":[{"type":"payment-received","amount":301"#),
    Bug(
      name: "an event too many", old: #""events":[{"type":"payment-received","amount":200"#,
      new: #""events":[{"type":"order-paid"},{"type":"payment-received","amount":200"#),
    Bug(name: "another revision than expected", old: #""expect":5"#, new: #""expect":2"#),
    Bug(
      name: "a payment that is too large, which without the order would be refused, too",
      old: #""amount":300"#, new: #""amount":999999"#),
    Bug(name: "an id that was used", old: #""id":"c-6""#, new: #""id":"c-3""#),
  ]

  @Test(arguments: bugs) func `a replay of the file stops as that of the log did`(_ bug: Bug) throws
  {
    let workspace = try Self.workspace(bug.old, bug.new)
    let whole = try workspace.expect(.negative, "replay", "--json", "--store", "bug.jsonl")
      .documents()[0]
    let said = try workspace.expect(
      .done, "minimize", "--diverges", "--store", "bug.jsonl", "--output", "small.jsonl")
    let seq = try #require(whole["seq"]?.integer)
    #expect(
      said.output.contains("A replay stops at @\(seq): \(whole["kind"]?.string ?? "")"), "\(said)")
    #expect(said.output.contains("Read back"), "\(said)")
    let lines = try workspace.text("small.jsonl").split(separator: "\n")
    #expect(lines.count < 4)
    let small = try workspace.expect(.negative, "replay", "--json", "--store", "small.jsonl")
      .documents()[0]
    #expect(small["seq"]?.integer == Int64(lines.count))
    for key in ["kind", "command", "event", "field"] { #expect(small[key] == whole[key], "\(key)") }
    #expect(small["replayed"]?["code"] == whole["replayed"]?["code"])
    try workspace.expect(.done, "verify", "--store", "small.jsonl")
  }

  @Test(arguments: [["--max-runs", "1"], ["--max-runs", "3"], ["--max-runs", "9"]])
  func `so it does wherever the search stops`(_ flags: [String]) throws {
    let bug = Self.bugs[0]
    let workspace = try Self.workspace(bug.old, bug.new)
    try workspace.expect(
      .done,
      args: ["minimize", "--diverges", "--store", "bug.jsonl", "--output", "small.jsonl"] + flags)
    let small = try workspace.expect(.negative, "replay", "--json", "--store", "small.jsonl")
      .documents()[0]
    #expect(small["kind"]?.string == "field-differs")
    #expect(small["field"]?.string == "amount")
  }
}
