import Testing

/// The table in LogFormat of what is checked when entries are read: each row is broken once, with a right checksum.
@Suite struct ReadingLevelsTests {
  /// The check in a row of the page, by the beginning of the row; and a line that breaks it.
  static let rows: [(check: String, line: Int, old: String, new: String)] = [
    ("the envelope", 2, #""actor":"amy""#, #""actor":5"#),
    ("that each stream's `rev` has no gaps", 2, #""rev":2"#, #""rev":3"#),
    (
      "where the command", 2, #""command":{"type":"pay-order","#,
      #""command":[{"type":"pay-order","#
    ),
    ("that the command and each event", 2, #"{"type":"payment-received","#, "{"),
    ("that the command and each event", 3, #"{"code":"order-not-paid"}"#, "{}"),
    ("that this version has the types", 2, "payment-received", "payment-found"),
    ("that this version has the types", 2, #""type":"pay-order""#, #""type":"tip""#),
    ("that this version has the types", 3, "order-not-paid", "order-on-hold"),
    ("the command's `id`", 2, #""id":"p-1""#, #""id":7"#),
    ("every other value", 2, #"received","amount":1000"#, #"received","amount":"1000""#),
    ("every other value", 2, #""id":"p-1","amount":1000"#, #""id":"p-1","amount":"1000""#),
    ("every other value", 1, #""firstName":"Amy""#, #""firstName":5"#),
    (
      "that the events can have", 4, #"received","amount":500"#,
      #"received","amount":9007199254740991"#
    ),
  ]

  /// The commands of the table's columns.
  private static let readers = [["extract", "1001"], ["log"], ["list"], ["verify"]]

  @Test(arguments: rows.indices) func `the page says who checks what`(_ index: Int) throws {
    let row = Self.rows[index]
    let page = try Files.text(Files.repository + "/Docs/LogFormat.md")
    let line = try #require(page.split(separator: "\n").first { $0.hasPrefix("| \(row.check)") })
    let cells = line.split(separator: "|").dropFirst().map { $0.trimmingPrefix(" ").dropLast() }
    let (entries, states) = (cells[0], cells[1])
    let workspace = try Workspace()
    try workspace.expect(.done, "init", "store")
    let commands = [
      Commands.create(), Commands.pay(1000, more: #","id":"p-1""#), Commands.simple("ship-order"),
      Commands.pay(500),
    ]
    let lines = commands.enumerated().map { Commands.line($0, "1001", $1) }
    try workspace.expect(.negative, "import", "-", input: lines.joined())
    try workspace.rewrite(row.line, in: workspace.segments()[0]) {
      $0.replacing(row.old, with: row.new)
    }
    let refused = try Self.readers.map { reader in
      let finished = try workspace.run(reader)
      #expect([0, ExitStatus.badData.rawValue].contains(finished.code), "\(reader): \(finished)")
      return finished.code != 0
    }
    let isCheckedByLog = entries.hasSuffix("`log`")
    #expect(refused[0] == !(entries == "–" || isCheckedByLog), "extract: \(line)")
    #expect(refused[1] == (entries != "–"), "log: \(line)")
    #expect(states.hasPrefix("yes") || states.hasPrefix("from"))
    #expect(refused[2] && refused[3], "list, verify: \(line)")
  }

  /// A line of a newer version stays, however little of it this one understands: `recover` must not move it away.
  @Test(
    arguments: [
      (#""code":"order-exists""#, #""code":"order-on-hold""#),
      (#""type":"create-order""#, #""type":"create-order.9""#),
      (#""actor":"#, #""place":1,"actor":"#),
    ],
    [
      (#""firstName":"Amy""#, #""firstName":["Amy"]"#), (#""lastName":"#, #""lastname":"#),
      (#""currency":"USD""#, #""currency":5"#), (#""currency":"#, #""currency": "#),
      (#""quantity":2"#, #""quantity":2.0"#), (#""city":"Cup"#, #""city":"\u0043up"#),
    ])
  func `a line of a newer version is no damage`(
    _ newer: (String, String), _ other: (String, String)
  )
    throws
  {
    let workspace = try Workspace()
    try workspace.expect(.done, "init", "store")
    let lines = (0...1).map { Commands.line($0, "1001", Commands.create()) }
    try workspace.expect(.negative, "import", "-", input: lines.joined())
    try workspace.rewrite(2, in: workspace.segments()[0]) {
      #expect($0.contains(newer.0) && $0.contains(other.0))
      return $0.replacing(newer.0, with: newer.1).replacing(other.0, with: other.1)
    }
    let before = try workspace.text(workspace.segments()[0])
    for command in [["verify"], ["list"], ["recover", "--yes"], ["verify", "--all"]] {
      let finished = try workspace.run(command)
      #expect(finished.code == ExitStatus.badData.rawValue)
      #expect((finished.output + finished.errors).contains("newer version"), "\(finished)")
    }
    #expect(try workspace.text(workspace.segments()[0]) == before)
  }
}
