import Testing

/// The output for programs of the commands that read, and their errors, compared to
/// the byte. The store is the demo's: order 1001 is shipped, 1002 can't be deleted. Record again with
/// CLEANSTORE_RECORD_GOLDEN=1.
@Suite struct ReadingOutputTests {
  static let sessions: [(name: String, commandLines: [[String]])] = [
    (
      "list",
      [
        ["list", "--json"],
        ["list", "--customer", "nobody", "--json"],
        ["list", "--locale", "de-DE", "--time-zone", "+02:00"],
        ["list", "--sort", "size"],
        ["list", "--status", "lost"],
        ["list", "--since", "soon", "--json"],
        ["list", "--store", "nowhere"],
        ["list", "--store", "nowhere", "--json"],
      ]
    ),
    (
      "show",
      [
        ["show", "1001", "--json"],
        ["show", "1001@1", "--locale", "fr-FR"],
        ["show", "@7", "--json"],
        ["show", "4711"],
        ["show", "4711", "--json"],
        ["show", "1001@9"],
        ["show", "1001", "--at", "noon"],
        ["show", "1001@1", "--at", "2"],
        ["show", "@0", "--json"],
        ["show", "@99"],
      ]
    ),
    (
      "log",
      [
        ["log", "-n", "1", "--json"],
        ["log", "-p", "-n", "1", "1001", "--json"],
        ["log", "4711"],
        ["log", "5..99"],
        ["log", "1001", "1002", "-3"], ["log", "1..2", "2..3", "--json"], ["log", "@3"],
        ["log", "--rejected", "--accepted"],
        ["log", "-n", "few"],
      ]
    ),
    (
      "blame",
      [
        ["blame", "1001", "--field", "items", "--json"],
        ["blame", "4711"],
        ["blame", "1001", "--field", "colour", "--json"],
      ]
    ),
    (
      "explain",
      [
        ["explain", "7", "--json"], ["explain", "99"], ["explain", "x", "--json"],
        ["explain", "1001@3"], ["explain"],
      ]
    ),
    (
      "diff",
      [
        ["diff", "1001@1", "1001@3"],
        ["diff", "1001@1", "1001@3", "--json"],
        ["diff", "start", "end", "--stat"],
        ["diff", "start", "end", "--stat", "--json"],
        ["diff", "end", "end"],
        ["diff", "--with", "store"],
        ["diff"],
        ["diff", "1", "2", "4711", "--json"],
        ["diff", "--with", "nowhere"],
      ]
    ),
    (
      "verify",
      [
        ["verify", "--json"],
        ["verify", "--store", "broken.jsonl"],
        ["verify", "--store", "broken.jsonl", "--json"],
        ["verify", "--store", "nowhere"],
      ]
    ),
    (
      "asking",
      [
        ["find", "status == 1"],
        ["find", "status ==", "--json"],
        ["find", "total < 0"],
        ["watch", "sum"],
        ["watch"],
        ["check", "--invariant", "small=total < 30.00"],
        ["check", "--invariant", "small=total < 30.00", "--json"],
        ["check", "--invariant", "small"],
      ]
    ),
    (
      "replaying",
      [
        ["replay", "--only", "4711"],
        ["replay", "--from", "99", "--json"],
        ["what-if", "--skip", "4", "--locale", "en-GB"],
        ["what-if", "--skip", "99"],
        ["what-if", "--replace", "4={", "--json"],
        ["what-if"],
      ]
    ),
    (
      "import",
      [
        ["import", "orders.jsonl", "--json"],
        ["import", "orders.jsonl", "--resume"],
        ["import", "nowhere.jsonl"],
      ]
    ),
  ]

  @Test(arguments: sessions.map(\.name)) func `the session is what it was`(_ name: String) throws {
    let commandLines = try #require(Self.sessions.first { $0.name == name }?.commandLines)
    let workspace = try Workspace()
    try workspace.expect(.done, "demo", "store")
    try workspace.write("{\"seq\":1,\n", to: "broken.jsonl")
    let orders =
      Commands.line(0, "1003", Commands.create()) + Commands.line(1, "1003", Commands.pay(9999))
    try workspace.write(orders, to: "orders.jsonl")
    try Golden.expect(try workspace.transcript(of: commandLines), "session-\(name).txt")
    try workspace.expect(.done, "verify")
  }
}
