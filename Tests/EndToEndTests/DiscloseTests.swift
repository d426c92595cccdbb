// The disclosure for a customer: all that is stored about them, and nothing about other people.

import JSONLines
import Testing

@Suite struct DiscloseTests {
  let workspace: Workspace

  /// amy has an order that is deleted and one that was refused; bob has one, and one that was amy's.
  init() throws {
    workspace = try Workspace()
    try workspace.expect(.done, "init", "store")
    let refused = Commands.create().replacing(#""quantity":2"#, with: #""quantity":-2"#)
    let lines = [
      Commands.line(0, "1001", Commands.create()),
      Commands.line(1, "1002", Commands.create(customer: "bob")),
      Commands.line(2, "1003", Commands.create()), Commands.line(3, "1004", refused),
      Commands.line(4, "1003", #"{"type":"update-order","customer":"bob"}"#),
      Commands.line(5, "1001", #"{"type":"cancel-order","reason":"changed her mind"}"#),
      Commands.line(6, "1001", #"{"type":"delete-order"}"#),
    ]
    try workspace.write(lines.joined(), to: "lines.jsonl")
    _ = try workspace.run(["import", "lines.jsonl"])
  }

  @Test func `a customer gets every order of their own, and no other`() throws {
    let said = try workspace.expect(.done, "disclose", "--customer", "amy", "--output", "amy")
    #expect(said.output.hasPrefix("About amy: 2 orders, 4 entries.\n"), "\(said)")
    #expect(said.output.contains("look at them yourself.\n  1003\n"), "\(said)")
    let text = try workspace.text("amy/data.json")
    let data = try JSONValue(parsing: text)
    let orders = try #require(data["orders"]?.array)
    #expect(orders.map { $0["id"]?.string } == ["1001", "1004"])
    #expect(orders[0]["entries"]?.array?.count == 3)
    let entry = try #require(orders[1]["entries"]?.array?.first)
    #expect(entry["rejected"] != nil)
    #expect(entry["personal"]?["contact"]?["lastName"]?.string == "Apple")
    #expect(!text.contains("Battery"))
  }

  @Test func `an order for which others tried something isn't theirs to read`() throws {
    let lines = [
      Commands.line(10, "1005", Commands.create()),
      Commands.line(11, "1005", Commands.create(customer: "bob")),
    ]
    try workspace.expect(.negative, "import", "-", input: lines.joined())
    for name in ["amy", "bob"] {
      let said = try workspace.expect(.done, "disclose", "--customer", name, "--output", name)
      #expect(said.output.contains("look at them yourself.\n") && said.output.contains("  1005\n"))
      let text = try workspace.text("\(name)/data.json")
      #expect(
        text.contains("Battery") == (name == "bob") && text.contains("Apple") == (name == "amy"))
    }
  }

  @Test func `the page shows who did what and when`() throws {
    try workspace.expect(.done, "disclose", "--customer", "amy", "--output", "amy")
    let page = try workspace.text("amy/index.html")
    for word in ["What is stored about amy", "Apple", "cancel-order", "changed her mind", "1004"] {
      #expect(page.contains(word), "\(word)")
    }
    #expect(!page.contains("Battery") && !page.contains("1002"))
  }

  @Test func `known copies are named`() throws {
    try workspace.expect(.done, "backup", "elsewhere")
    try workspace.expect(.done, "disclose", "--customer", "bob", "--output", "bob")
    #expect(try workspace.text("bob/index.html").contains("Backed up to "))
    let data = try JSONValue(parsing: workspace.text("bob/data.json"))
    let backup = try #require(data["copies"]?["backups"]?.array?.first?.string)
    #expect(backup.hasSuffix("elsewhere"))
  }

  @Test func `nothing is written about someone who isn't there, or over what is there`() throws {
    try workspace.expect(.negative, "disclose", "--customer", "chris", "--output", "chris")
    #expect(workspace.files(in: "chris").isEmpty)
    try workspace.expect(.done, "disclose", "--customer", "bob", "--output", "bob")
    let before = workspace.files(in: "bob")
    let again = try workspace.run(["disclose", "--customer", "bob", "--output", "bob"])
    #expect(again.code != 0 && again.errors.contains("bob/index.html"), "\(again)")
    #expect(workspace.files(in: "bob") == before)
    try workspace.expect(.usage, "disclose", "--customer", "bob")
  }
}
