import JSONLines
import Testing

/// A command whose id was used before, by one of which the personal data was erased since.
@Suite struct ErasedRepeatTests {
  let workspace: Workspace
  let create = ["create", "--id", "c-1", "--actor", "amy"] + Forms.flags

  init() throws {
    workspace = try Workspace()
    try workspace.expect(.done, "demo", "store")
    _ = try workspace.run(create)
    try workspace.erase(8)
    try workspace.expect(.done, "verify")
  }

  @Test func `that it couldn't be compared is said`() throws {
    let other = create.map { ["Amy": "Bob", "Apple": "Battery"][$0] ?? $0 }
    let text = try workspace.run(other)
    #expect(
      text.output == """
        Created order 1003, 25.00 USD.
          Executed before with the same id: entry 8, revision 1. That command's personal data was \
        erased, so it couldn't be compared.

        """, "\(text)")
    let json = try workspace.run(other + ["--json"])
    #expect(json.output.contains(#""repeated":true,"erased":true,"events""#), "\(json)")
    #expect(try workspace.entries().count == 8)
  }

  @Test func `what can still be compared must be the same`() throws {
    let other = create.map { $0 == "standard" ? "one-day" : $0 }
    let finished = try workspace.run(other + ["--json"])
    #expect(try finished.errorObject()["code"]?.string == "command-id-reused", "\(finished)")
  }

  @Test func `an import counts what it couldn't compare`() throws {
    let line = Commands.line(0, "1001", Commands.create(more: #","id":"i-1""#))
    try workspace.expect(.done, "init", "new")
    let importing = ["import", "-", "--store", "new"]
    _ = try workspace.run(importing, input: line)
    try workspace.erase(1, of: "new")
    let other = line.replacing("111-111-1111", with: "222-222-2222")
    let text = try workspace.run(importing, input: other)
    #expect(
      text.output == """
        Recorded: 0 accepted, 0 refused.
        Executed before, with the same id: 1
          not compared, because personal data was erased: 1

        """, "\(text)")
    let json = try workspace.run(importing + ["--json"], input: other)
    #expect(json.output.contains(#""repeated":1,"erased":1,"conflicts":[]"#), "\(json)")
  }

  @Test func `a refusal that was given before says so, too`() throws {
    let refused = ["edit", "1001", "--id", "e-1", "--customer", "zoe", "--first-name"]
    _ = try workspace.run(refused + ["Zoe"])
    try workspace.erase(9)
    let again = try workspace.run(refused + ["Bob"])
    #expect(
      again.errors.contains(
        "in entry 9. That command's personal data was erased, so it couldn't be compared."),
      "\(again)")
  }

  /// The first one set only what differed then; an entry before it was erased since.
  @Test func `what the first one didn't change isn't in a repetition either`() throws {
    _ = try workspace.run(["edit", "1003", "--billing-zip", "95015"])
    let edit = ["edit", "1003", "--billing-city", "Ames", "--billing-zip"]
    let id = ["--id", "e-1"]
    let first = try workspace.run(edit + ["95015"] + id)
    #expect(first.output.hasPrefix("Changed billing.city of"), "\(first)")
    try workspace.erase(9)
    let again = try workspace.run(edit + ["95015"] + id)
    #expect(again.output.contains("Executed before with the same id: entry 10"), "\(again)")
    let other = ["edit", "1003", "--billing-city", "Bonn", "--billing-zip", "95015"] + id
    #expect(try workspace.run(other).errors.contains("Another command"))
  }

  @Test func `what the first one copied may be erased since`() throws {
    try workspace.expect(.done, "edit", "1003", "--billing-city", "Ames")
    let reuse = ["create", "--reuse", "--customer", "amy", "--item", "S:1:1.00", "--currency"]
    let rest = ["--payment-kind", "invoice", "--shipping-method", "standard", "--id", "r-1"]
    let full = Forms.flags.map { $0 == "amy" ? "bob" : $0 }
    try done(["create"] + full)
    let bob = (reuse + ["USD"] + rest).map { $0 == "amy" ? "bob" : $0 }
    let edit = ["edit", "1004", "--same-address", "--billing-zip", "95015", "--id", "q-1"]
    try done(bob)
    try done(edit)
    try workspace.erase(10)
    for (command, seq) in [(bob, 11), (edit, 12)] {
      let again = try workspace.run(command)
      #expect(again.output.contains("Executed before with the same id: entry \(seq)"), "\(again)")
    }
    let other = try workspace.run(bob + ["--phone", "999-999-9999"])
    #expect(other.errors.contains("Another command"), "\(other)")
    #expect(try workspace.entries().count == 12)
  }

  private func done(_ command: [String]) throws {
    let told = try workspace.run(command)
    #expect(told.code == 0, "\(command) \(told)")
  }
}
