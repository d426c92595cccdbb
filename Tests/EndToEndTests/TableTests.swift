import OrderDomain
import Testing

/// Tables for spreadsheets, and entries selected and counted by condition, on the real binary.
@Suite struct TableTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.expect(.done, "demo", "store")
  }

  private func rows(_ arguments: String...) throws -> [[String]] {
    let output = try workspace.expect(.done, args: arguments).output
    #expect(output.hasPrefix("\u{FEFF}") && output.hasSuffix("\r\n"))
    return output.dropFirst().split(separator: "\r\n").map { line in
      line.split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
    }
  }

  @Test func `the log as a table has what each entry changed`() throws {
    let rows = try rows("log", "--csv", "--where", "command.type == 'pay-order'")
    #expect(rows.map { $0[0] } == ["seq", "4", "6"])
    let heading = rows[0]
    for (name, values) in [
      ("amount", ["62.39", "5.00"]), ("currency", ["USD", "USD"]), ("paid", ["62.39", "5.00"]),
      ("total", ["0.00", "0.00"]), ("outcome", ["accepted", "accepted"]),
      ("order", ["1001", "1002"]),
    ] {
      let place = try #require(heading.firstIndex(of: name))
      #expect(rows.dropFirst().map { $0[place] } == values)
    }
  }

  @Test func `orders and blame as tables`() throws {
    let orders = try rows("list", "--csv")
    #expect(orders.map(\.count).allSatisfy { $0 == orders[0].count })
    let total = try #require(orders[0].firstIndex(of: "total"))
    #expect(orders.map { $0[total] } == ["total", "62.39", "24.90"])
    let blame = try rows("blame", "1001", "--field", "status", "--history", "--csv")
    #expect(blame.dropFirst().map { $0[1] } == ["placed", "paid", "shipped"])
  }

  @Test func `the log of what a condition holds for has amounts`() throws {
    let text = try workspace.expect(.done, "log", "--where", "paid > 0", "-1").output
    #expect(text.contains("AMOUNT") && text.contains("because: duplicate"))
    let reversed = try workspace.expect(.done, "log", "--where", "paid > 0", "-r", "-n1").output
    #expect(text == reversed)
    let json = try workspace.expect(.done, "log", "--where", "refused", "--json").output
    #expect(json.hasPrefix(#"{"seq":7,"#))
  }

  @Test func `no text of an order is a formula in a table`() throws {
    try workspace.expect(
      .done, "edit", "1002", "--billing-street2", "=HYPERLINK(\"http://x\")", "--actor", "@me")
    let log = try workspace.expect(.done, "log", "--csv", "-1").output
    #expect(log.contains(",'@me,"))
    let list = try workspace.expect(.done, "list", "--csv").output
    #expect(list.contains("\"'=HYPERLINK(\"\"http://x\"\")\""))
  }

  @Test func `groups are counted, for people and for programs`() throws {
    let text = try workspace.expect(.done, "stats", "--by", "command", "--where", "accepted").output
    #expect(text.contains("pay-order           2") && !text.contains("█"))
    let json = try workspace.expect(.done, "stats", "--by", "month,actor", "--json").output
    #expect(
      json
        == #"{"month":"2025-06","actor":"clerk","entries":7,"accepted":6,"rejected":1,"orders":2,"#
        + #""total":{"USD":8729},"paid":{"USD":6739},"refunded":{"USD":0}}"# + "\n")
  }

  @Test func `texts are as they are for databases, and numbers always`() throws {
    try workspace.expect(
      .done, "edit", "1002", "--phone", "+49 40 123456", "--billing-street2", "-1+x")
    for (dialect, texts) in [
      ([], ["\u{FEFF}id,", ",+49 40 123456,", ",'-1+x,"]),
      (["--dialect", "spreadsheet"], ["\u{FEFF}id,", ",+49 40 123456,", ",'-1+x,"]),
      (["--dialect", "database"], ["id,", ",+49 40 123456,", ",-1+x,"]),
    ] {
      let list = try workspace.expect(.done, args: ["list", "--csv"] + dialect).output
      #expect(list.hasPrefix(texts[0]), "\(list)")
      for text in texts.dropFirst() { #expect(list.contains(text), "\(list)") }
    }
    for (dialect, first, text) in [
      ([], "id,", ",-1+x,"), (["--dialect", "spreadsheet"], "\u{FEFF}id,", ",'-1+x,"),
    ] {
      let folder = "tables-\(dialect.count)"
      try workspace.expect(
        .done, args: ["export", "csv", "--with-personal", "--output", folder] + dialect)
      let orders = try workspace.text(folder + "/orders.csv")
      #expect(orders.hasPrefix(first) && orders.contains(text), "\(orders)")
      #expect(orders.contains(",+49 40 123456,"))
    }
  }

  @Test(arguments: [
    ("+1-800-555-1234", false), ("+49 30 123", false), ("(031) 234-5678", false), ("-5", false),
    ("+5.00", false), ("=1+1", true), ("@SUM(A1)", true), ("+A1", true), ("-A1+2", true),
  ])
  func `every table for spreadsheets marks formulas, and no number`(
    _ text: String, _ isFormula: Bool
  ) throws {
    try workspace.expect(
      .done, "edit", "1002", "--customer=\(text)", "--actor=\(text)", "--reason=\(text)")
    let cell = (isFormula ? "'" : "") + text
    for (command, row) in [
      (["list"], ",placed,\(cell),"), (["log"], ",\(cell),update-order,\(cell),accepted,"),
      (["blame", "1002"], "\ncustomer,\(cell),"), (["stats", "--by", "customer"], "\n\(cell),4,"),
      (["stats", "--by", "actor"], "\n\(cell),1,"),
      (["audit", "--finding", "x=seq == 8", "--list", "x"], ",1002,\(cell),"),
    ] {
      let table = try workspace.run(command + ["--csv"]).output.replacing("\r\n", with: "\n")
      #expect(table.contains(row), "\(command): \(table)")
    }
    let export = [
      "export", "csv", "--output", "tables", "--with-personal", "--dialect", "spreadsheet",
    ]
    try workspace.expect(.done, args: export)
    #expect(
      try workspace.text("tables/entries.csv").contains(
        ",\(cell),\(Orders.version),update-order,"))
    #expect(try workspace.text("tables/orders.csv").contains(",placed,\(cell),"))
  }

  @Test(arguments: [
    ["list", "--dialect", "database"], ["stats", "--dialect", "database"],
    ["log", "--dialect", "spreadsheet", "--json"],
    ["export", "sql", "--dialect", "database"],
  ])
  func `only tables have a dialect`(_ arguments: [String]) throws {
    let finished = try workspace.expect(.usage, args: arguments)
    #expect(finished.errors.contains("--dialect is only for comma-separated values."))
    for command in ["log", "list", "blame", "stats", "export"] {
      let help = try workspace.expect(.done, command, "--help").output
      #expect(help.contains("--dialect NAME"))
      let usual = command == "export" ? "Defaults to database" : "Defaults to spreadsheet"
      #expect(help.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(usual))
    }
  }

  @Test(arguments: [
    ["log", "--csv", "--json"], ["log", "--csv", "-p"], ["stats", "--csv", "--json"],
  ])
  func `a table is no JSON`(_ arguments: [String]) throws {
    #expect(try workspace.run(arguments).code == 64)
  }

  @Test(arguments: [("es-ES", "UTC"), ("en-US", "Europe/Berlin"), ("iso", "America/St_Johns")])
  func `times of different widths don't shift the rows of a log`(
    _ locale: String, _ zone: String
  ) throws {
    let workspace = try Workspace()
    try workspace.expect(.done, "init", "store")
    // In St. John's, offsets had seconds until 1935.
    let lines = ["1930-01-05T04:00:00", "1960-01-05T09:00:00", "2025-12-15T22:00:00"].enumerated()
      .map { index, time in
        Commands.line(index, "100\(index)", Commands.create())
          .replacing(Commands.time(index), with: time + ".000000Z")
      }
    try workspace.expect(.done, "import", "-", input: lines.joined())
    let options = ["--locale", locale, "--time-zone", zone]
    for command in [["log"], ["find", "total > 0"], ["watch", "total"]] {
      let output = try workspace.expect(.done, args: command + options).output
      let places = output.split(separator: "\n").compactMap { line in
        (line.firstRange(of: /100[0-9]@1/)?.lowerBound).map {
          line.distance(from: line.startIndex, to: $0)
        }
      }
      #expect(places.count == 3 && Set(places).count == 1, "\(output)")
    }
  }
}
