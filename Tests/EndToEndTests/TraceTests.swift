import EventLog
import Foundation
import JSONLines
import Testing

/// The trace of every attempt to change something. The store is the demo's: order 1001 is
/// shipped, for 1002 5.00 of 24.90 USD are paid.
@Suite struct TraceTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.expect(.done, "demo", "store")
  }

  @discardableResult private func trace(_ command: [String]) throws -> Finished {
    try workspace.run(
      command + ["--actor", "amy"], environment: ["CLEANSTORE_TRACE": "trace.jsonl"])
  }

  private func lines(_ name: String = "trace.jsonl") throws -> [JSONValue] {
    try workspace.text(name).split(separator: "\n").map { try JSONValue(parsing: String($0)) }
  }

  private func last() throws -> JSONValue { try #require(try lines().last) }

  @Test func `an accepted command has its entry's number and its order's revision`() throws {
    try trace(["pay", "1002", "1", "--id", "p-1"])
    let line = try last()
    #expect(line["outcome"]?.string == "accepted" && line["code"] == nil)
    #expect(line["seq"]?.integer == 8 && line["rev"]?.integer == 3)
    #expect(line["stream"]?.string == "order/1002" && line["id"]?.string == "p-1")
    #expect(line["actor"]?.string == "amy" && line["type"]?.string == "pay-order")
    #expect(line["at"]?.string?.hasSuffix("Z") == true)
    #expect(line["payload"]?.string?.count == 64)
  }

  struct Case: CustomTestStringConvertible, Sendable {
    let command: [String]
    let outcome: String
    var code: String?
    var type: String
    var isRecorded = false
    var testDescription: String { command.joined(separator: " ") }
  }

  static let cases = [
    Case(
      command: ["ship", "1002"], outcome: "refused", code: "order-not-paid", type: "ship-order",
      isRecorded: true),
    Case(
      command: ["pay", "1002", "1", "--expect", "1"], outcome: "failed", code: "revision-conflict",
      type: "pay-order"),
    Case(
      command: ["pay", "1002", "1", "--id", "d-1"], outcome: "failed", code: "command-id-reused",
      type: "pay-order"),
    Case(
      command: ["edit", "1002", "--currency", "USD"], outcome: "unchanged", type: "update-order"),
    Case(command: ["pay", "1002", "2", "--id", "p-2"], outcome: "repeated", type: "pay-order"),
    Case(
      command: ["edit", "1002", "--phone", "555-0100", "--id", "e-1"], outcome: "repeated",
      type: "update-order"),
    Case(
      command: ["pay", "1002", "1.999"], outcome: "refused", code: "invalid", type: "pay-order"),
    Case(
      command: ["pay", "9999", "abc"], outcome: "refused", code: "order-not-found",
      type: "pay-order"),
    Case(
      command: ["edit", "2001", "--currency", "JPY"], outcome: "refused", code: "invalid",
      type: "update-order"),
    Case(
      command: ["pay", "end", "1"], outcome: "failed", code: "malformed-id", type: "pay-order"),
    Case(
      command: ["edit", "1002", "--from", "broken.json"], outcome: "failed", code: "malformed-form",
      type: "edit"),
    Case(
      command: ["create", "--customer", "nobody", "--reuse"], outcome: "failed",
      code: "no-earlier-order", type: "create"),
    Case(
      command: ["shipping-methods", "retire", "drone"], outcome: "refused",
      code: "method-not-found", type: "retire-shipping-method", isRecorded: true),
    Case(
      command: ["pay", "1002", "1", "--store", "nowhere"], outcome: "failed",
      code: "no-such-store", type: "pay"),
  ]

  @Test(arguments: cases) func `every kind of outcome has its line`(_ expected: Case) throws {
    try workspace.write("{", to: "broken.json")
    for earlier in [
      ["delete", "1002", "--id", "d-1"], ["pay", "1002", "2", "--id", "p-2"],
      ["edit", "1002", "--phone", "555-0100", "--id", "e-1"],
      ["edit", "1002", "--phone", "555-0199"], ["create", "--order", "2001"] + Forms.flags,
    ] {
      _ = try workspace.run(earlier)
    }
    let before = try workspace.entries().count
    try trace(expected.command)
    let traced = try lines()
    #expect(traced.count == 1)
    let line = try #require(traced.last)
    #expect(line["outcome"]?.string == expected.outcome, "\(line)")
    #expect(line["code"]?.string == expected.code)
    #expect(line["type"]?.string == expected.type)
    #expect(try workspace.entries().count - before == (expected.isRecorded ? 1 : 0))
    if expected.isRecorded { #expect(line["seq"]?.integer == Int64(before + 1)) }
  }

  @Test func `that the store is in use is traced`() throws {
    let store = try FileStore(path: workspace.file("store"))
    defer { #expect(throws: Never.self) { try store.close() } }
    let finished = try trace(["pay", "1002", "1", "--lock-timeout", "0"])
    #expect(finished.code == ExitStatus.tryAgain.rawValue)
    #expect(try last()["code"]?.string == "locked")
    try trace(["erase", "1001", "--reason", "on request", "--yes", "--lock-timeout", "0"])
    #expect(try last()["stream"]?.string == "order/1001")
  }

  @Test func `an import traces every line, and that it stopped`() throws {
    let lines =
      Commands.line(0, "1002", Commands.pay(100)) + Commands.line(1, "1002", Commands.pay(99_999))
      + Commands.line(2, "1002", Commands.simple("delete-order", more: #","expect":1"#)) + "{\n"
    try workspace.write(lines, to: "orders.jsonl")
    try workspace.expect(.badData, "import", "orders.jsonl", "--trace", "trace.jsonl")
    let traced = try self.lines()
    #expect(
      traced.map { $0["outcome"]?.string } == ["accepted", "refused", "failed", "failed"])
    #expect(traced.last?["type"]?.string == "import" && traced.last?["code"]?.string == "malformed")
  }

  @Test func `no personal value and no free text is traced`() throws {
    try workspace.write(Forms.amy, to: "amy.json")
    try trace(["create", "--from", "amy.json", "--order", "2001", "--reason", "because of Zoe"])
    try trace(["edit", "2001", "--phone", "555-0123", "--card-file", "none"])
    try trace(["pay", "2001", "1", "--reference", "REF-77", "--method", "purse"])
    try trace(["edit", "2001", "--customer", "zoe", "--email", "not an address"])
    let text = try workspace.text("trace.jsonl")
    #expect(text.split(separator: "\n").count == 4)
    for value in ["Apple", "111-111", "555-0123", "Zoe", "zoe", "REF-77", "purse", "address"] {
      #expect(!text.contains(value), "\(value)")
    }
    let attributes = try FileManager.default.attributesOfItem(atPath: workspace.file("trace.jsonl"))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func `what is personal doesn't change the hash, and neither can it be guessed`() throws {
    try trace(["edit", "1002", "--phone", "555-0101"])
    try trace(["edit", "1002", "--phone", "555-0102"])
    try trace(["pay", "1002", "1"])
    try workspace.expect(.done, "init", "other")
    try trace(["pay", "1002", "1", "--store", "other"])
    let hashes = try lines().map { $0["payload"]?.string }
    #expect(hashes[0] == hashes[1])
    #expect(hashes[2] != hashes[3], "the key is the store's id")
    #expect(Set(hashes).count == 3)
  }

  @Test(arguments: [
    "nowhere/trace.jsonl", "store/trace.jsonl", "store/log/../trace.jsonl", "store",
    "other/log/trace.jsonl", "/dev/full", "fifo", "link", "hard-link",
  ])
  func `a trace that can't be written is a warning, and nothing else`(_ path: String) throws {
    #expect(mkfifo(workspace.file("fifo"), 0o600) == 0)
    // To what would be the next segment.
    let segment = workspace.file("store/log/00000000000000000008.jsonl")
    #expect(symlink(segment, workspace.file("link")) == 0)
    let last = workspace.file("store/log/00000000000000000001.jsonl")
    try FileManager.default.linkItem(atPath: last, toPath: workspace.file("hard-link"))
    try workspace.expect(.done, "init", "other")
    let finished = try workspace.expect(.done, "pay", "1002", "1", "--trace", path)
    #expect(finished.errors.hasPrefix("cleanstore: Can't write the trace \(path): "))
    #expect(finished.errors.split(separator: "\n").count <= 2)
    #expect(try workspace.entries().count == 8)
    #expect(workspace.names(in: "store") == ["lock", "log", "store.json"])
    #expect(workspace.names(in: "other/log").isEmpty)
    try workspace.expect(.done, "verify")
  }

  @Test func `a trace isn't written into what the command reads`() throws {
    let line = Commands.line(0, "1002", Commands.pay(100))
    try workspace.write(line, to: "orders.jsonl")
    let finished = try workspace.expect(
      .done, "import", "orders.jsonl", "--trace", "orders.jsonl")
    #expect(
      finished.errors
        == "cleanstore: Can't write the trace orders.jsonl: the command reads this file. Commands "
        + "aren't traced.\n")
    #expect(try workspace.text("orders.jsonl") == line)
  }

  @Test func `what is only tried, or read, isn't traced`() throws {
    for command in [
      ["pay", "1002", "1", "--dry-run"], ["validate"] + Forms.flags, ["list"],
      ["shipping-methods"], ["show", "1002"],
    ] {
      let finished = try workspace.run(
        command, environment: ["CLEANSTORE_TRACE": "trace.jsonl"])
      #expect(finished.code == 0, "\(finished)")
    }
    #expect(!workspace.names(in: ".").contains("trace.jsonl"))
  }
}
