// Texts that look the same but have other bytes, é as one code point or as two: a log tells them apart, so nothing may
// say that one is the other.

import JSONLines
import Testing

@Suite struct SpellingTests {
  /// An edit from one spelling to the other.
  struct Spelling: Sendable {
    let field: String
    let before: String
    let after: String
    let flags: [String]
  }

  static let spellings = [
    Spelling(
      field: "customer", before: "andr\u{e9}", after: "andre\u{301}",
      flags: ["--customer", "andre\u{301}"]),
    Spelling(
      field: "contact.lastName", before: "\u{212b}ngstr\u{f6}m", after: "\u{c5}ngstro\u{308}m",
      flags: ["--last-name", "\u{c5}ngstro\u{308}m"]),
    Spelling(
      field: "items[0].sku", before: "K-1", after: "\u{212a}-1",
      flags: ["--item", "\u{212a}-1:2:12.50"]),
  ]

  static let create = Commands.create()
    .replacing(#""customer":"amy""#, with: "\"customer\":\"\(spellings[0].before)\"")
    .replacing(#""lastName":"Apple""#, with: "\"lastName\":\"\(spellings[1].before)\"")
    .replacing("DECK-52", with: spellings[2].before)

  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    for store in ["store", "other"] { try workspace.expect(.done, "init", store) }
    try workspace.write(Commands.line(0, "1001", Self.create), to: "one.jsonl")
    try workspace.expect(.done, "import", "one.jsonl")
  }

  private func edit(_ spelling: Spelling) throws {
    let arguments = ["edit", "1001"] + spelling.flags + ["--actor", "mallory"]
    try workspace.expect(.done, args: arguments)
  }

  /// The fields of the changes in a document.
  private func fields(_ changes: JSONValue?) -> [String] {
    (changes?.array ?? []).compactMap { $0["field"]?.string }
  }

  @Test(arguments: spellings.indices) func `another spelling is a change`(_ index: Int) throws {
    let spelling = Self.spellings[index]
    try edit(spelling)
    let history = try workspace.expect(
      .done, "blame", "1001", "--field", spelling.field, "--history", "--json")
    #expect(try history.documents().contains { $0["seq"]?.integer == 2 }, "\(history)")
    let log = try workspace.expect(.done, "log", "--field", spelling.field, "--json")
    #expect(try log.documents().map { $0["seq"]?.integer } == [1, 2], "\(log)")
    let patch = try workspace.expect(.done, "log", "-p", "1001", "1..")
    #expect(patch.output.contains(spelling.field.prefix { $0 != "[" }), "\(patch)")
    let past = try workspace.expect(.negative, "diff", "1001@1", "1001@2", "--json")
    #expect(past.output.contains(spelling.field), "\(past)")
    let whatIf = try workspace.expect(.negative, "what-if", "--skip", "2", "--json")
    #expect(whatIf.output.contains(spelling.field), "\(whatIf)")
    let step = try workspace.expect(.done, "step", "1001", "--at", "2", input: "diff\n")
    #expect(!step.output.contains("Nothing changed"), "\(step)")
  }

  @Test func `what looks the same is shown by its code points`() throws {
    try edit(Self.spellings[0])
    let past = try workspace.expect(.negative, "diff", "1001@1", "1001@2")
    #expect(past.output.contains(#"'andr\u{e9}'"#), "\(past)")
    #expect(past.output.contains(#"'andre\u{301}'"#), "\(past)")
  }

  @Test(arguments: spellings.indices) func `two stores with two spellings differ`(_ index: Int)
    throws
  {
    let spelling = Self.spellings[index]
    let other = Self.create.replacing("\"\(spelling.before)\"", with: "\"\(spelling.after)\"")
    try workspace.write(Commands.line(0, "1001", other), to: "other.jsonl")
    try workspace.expect(.done, "import", "other.jsonl", "--store", "other")
    let differences = try workspace.expect(.negative, "diff", "--with", "other", "--json")
    #expect(differences.output.contains(spelling.field), "\(differences)")
    let replaced = try workspace.expect(
      .negative, "what-if", "--replace", "1=" + other, "--json")
    #expect(replaced.output.contains(spelling.field), "\(replaced)")
  }

  @Test func `orders of two spellings aren't of the same customer`() throws {
    let other = Self.create.replacing(Self.spellings[0].before, with: Self.spellings[0].after)
    let sku = Self.create.replacing(Self.spellings[2].before, with: Self.spellings[2].after)
    try workspace.write(
      Commands.line(1, "1002", other) + Commands.line(2, "1003", sku), to: "two.jsonl")
    try workspace.expect(.done, "import", "two.jsonl")
    let audit = try workspace.expect(.done, "audit", "--list", "equal-orders")
    #expect(audit.output.contains("equal-orders, 0 times."), "\(audit)")
    let sorted = try workspace.expect(.done, "list", "--sort", "customer", "--json")
    #expect(
      try sorted.documents().map { $0["id"]?.string } == ["1002", "1001", "1003"], "\(sorted)")
  }

  @Test func `erasing finds all spellings of a name`() throws {
    let names = [Self.spellings[1].before, Self.spellings[1].after, "\u{212b}NGSTR\u{f6}M"]
    for (index, name) in names.enumerated() {
      try workspace.expect(
        .done, "edit", "1001", "--discount", "0.0\(index + 1)", "--reason", "called \(name) back")
    }
    let plan = try workspace.expect(.done, "erase", "1001", "--dry-run", "--reason", "x")
    #expect(plan.output.contains("command.reason has contact.lastName"), "\(plan)")
    for seq in 2...names.count + 1 { #expect(plan.output.contains("@\(seq)"), "\(plan)") }
  }
}
