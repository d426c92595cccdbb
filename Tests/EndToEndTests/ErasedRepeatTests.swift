import JSONLines
import Testing

/// A command whose id was used before, by one of which the personal data was erased since.
@Suite struct ErasedRepeatTests {
  let workspace: Workspace
  let create = ["create", "--id", "c-1", "--actor", "amy"] + Forms.flags

  init() throws {
    workspace = try Workspace()
    try workspace.expect(.done, "demo", "store")
    _ = try workspace.start(create).finish()
    try workspace.erase(8)
    try workspace.expect(.done, "verify")
  }

  @Test func `that it couldn't be compared is said`() throws {
    let other = create.map { ["Amy": "Bob", "Apple": "Battery"][$0] ?? $0 }
    let text = try workspace.start(other).finish()
    #expect(
      text.output == """
        Created order 1003, 25.00 USD.
          Executed before with the same id: entry 8, revision 1. That command's personal data was \
        erased, so it couldn't be compared.

        """, "\(text)")
    let json = try workspace.start(other + ["--json"]).finish()
    #expect(json.output.contains(#""repeated":true,"erased":true,"events""#), "\(json)")
    #expect(try workspace.entries().count == 8)
  }

  @Test func `what can still be compared must be the same`() throws {
    let other = create.map { $0 == "standard" ? "one-day" : $0 }
    let finished = try workspace.start(other + ["--json"]).finish()
    #expect(try finished.errorObject()["code"]?.string == "command-id-reused", "\(finished)")
  }

  @Test func `an import counts what it couldn't compare`() throws {
    let line = Commands.line(0, "1001", Commands.create(more: #","id":"i-1""#))
    try workspace.expect(.done, "init", "new")
    let importing = ["import", "-", "--store", "new"]
    _ = try workspace.start(importing).finish(input: line)
    try workspace.erase(1, of: "new")
    let other = line.replacing("111-111-1111", with: "222-222-2222")
    let text = try workspace.start(importing).finish(input: other)
    #expect(
      text.output == """
        Recorded: 0 accepted, 0 refused.
        Executed before, with the same id: 1
          not compared, because personal data was erased: 1

        """, "\(text)")
    let json = try workspace.start(importing + ["--json"]).finish(input: other)
    #expect(json.output.contains(#""repeated":1,"erased":1,"conflicts":[]"#), "\(json)")
  }

  @Test func `a refusal that was given before says so, too`() throws {
    let refused = ["edit", "1001", "--id", "e-1", "--customer", "zoe", "--first-name"]
    _ = try workspace.start(refused + ["Zoe"]).finish()
    try workspace.erase(9)
    let again = try workspace.start(refused + ["Bob"]).finish()
    #expect(
      again.errors.contains(
        "in entry 9. That command's personal data was erased, so it couldn't be compared."),
      "\(again)")
  }
}
