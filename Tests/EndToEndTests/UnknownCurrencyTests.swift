import JSONLines
import Testing

/// Amounts are shown in units of their currency and with it; where the currency can't be known, people are told that
/// these are minor units, and tables have none.
@Suite struct UnknownCurrencyTests {
  let workspace: Workspace

  /// Payments and refunds of orders that aren't there (entries 1, 2 and 3), and of one in yen that is (4 to 6).
  init() throws {
    workspace = try Workspace()
    try workspace.expect(.done, "init", "store")
    let refund = #"{"type":"refund-order","amount":99}"#
    let order = Commands.create(unitPrice: 1250, quantity: 1).replacing("USD", with: "JPY")
    let lines = [
      ("9999", Commands.pay(1250)), ("9999", refund), ("yen", Commands.pay(700)), ("yen", order),
      ("yen", Commands.pay(500)), ("yen", Commands.pay(9000)),
    ]
    _ = try workspace.run(
      "import", "-", input: lines.enumerated().map { Commands.line($0, $1.0, $1.1) }.joined())
  }

  @Test(arguments: [
    (["log", "--where", "true"], ["1250 minor units", "99 minor units", "700 minor units"]),
    (["log", "--where", "true"], ["500 JPY", "9000 JPY"]),
    (["show", "@1"], ["1250 minor units"]), (["show", "@2"], ["99 minor units"]),
    (["show", "@3"], ["700 minor units"]), (["show", "@5"], ["500 JPY", "750 JPY"]),
    (["show", "@6"], ["9000 JPY"]), (["log", "-p", "yen"], ["1250 JPY → 750 JPY"]),
    (["blame", "yen"], ["total  ", "1250 JPY", "500 JPY"]), (["diff", "yen@1"], ["500 JPY"]),
    (["explain", "6"], ["750 JPY", "9000 JPY"]), (["step", "yen"], ["1250 JPY"]),
    (["check", "--invariant", "cheap=total <= paid"], ["total = 1250 JPY"]),
  ])
  func `people are told the currency, or that it isn't known`(
    _ arguments: [String], _ texts: [String]
  ) throws {
    let output = try workspace.run(arguments, input: "end\nshow\n").output
    for text in texts { #expect(output.contains(text), "\(arguments): \(output)") }
    #expect(!output.contains("12.50") && !output.contains("0.99") && !output.contains("7.00"))
  }

  @Test func `a table has no amounts of an unknown currency`() throws {
    let table = try workspace.expect(
      .done, "log", "--csv", "--dialect", "database", "--max-count", "6"
    ).output
    let rows = table.split(separator: "\r\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let amount = try #require(rows[0].firstIndex(of: "amount"))
    let currency = try #require(rows[0].firstIndex(of: "currency"))
    #expect(
      rows.dropFirst().map { "\($0[amount]) \($0[currency])" }
        == [" ", " ", " ", " JPY", "500 JPY", "9000 JPY"])
  }

  @Test func `what a replay finds is in the currency of its order`() throws {
    let lines = try workspace.expect(.done, "log", "--json").output
      .replacing(/,"crc":"\w+"/, with: "")
      .replacing(
        #""events":[{"type":"payment-received","amount":500"#,
        with: #""events":[{"type":"payment-received","amount":501"#)
    try workspace.write(lines, to: "changed.jsonl")
    let replay = try workspace.expect(.negative, "replay", "--store", "changed.jsonl").output
    #expect(replay.contains("- 501 JPY\n") && replay.contains("+ 500 JPY\n"), "\(replay)")
    let whatIf = try workspace.run([
      "what-if", "--replace", #"5={"type":"pay-order","amount":400}"#,
    ]).output
    #expect(whatIf.contains("amount: 500 JPY") && whatIf.contains("amount: 400 JPY"), "\(whatIf)")
  }

  /// A single file in which no order has a currency.
  private func writeWithoutCurrency() throws {
    let lines = try workspace.expect(.done, "log", "--json").output
      .replacing(/,"crc":"\w+"/, with: "").replacing(#""currency":"JPY","#, with: "")
    try workspace.write(lines, to: "none.jsonl")
  }

  @Test(arguments: [
    (["stats"], ["1250 minor units", "500 minor units"]),
    (["stats", "--by", "month"], ["1250 minor units  500 minor units"]),
    (["list"], ["1250 minor units  750 minor units"]),
    (["watch", "total - paid"], ["750 minor units"]),
    (
      ["audit"],
      [
        "500 minor units  0 minor units  750 minor units",
        "Left to pay at the end: 750 minor units",
      ]
    ),
    (["audit", "--finding", "paid=paid > 0", "--list", "paid"], ["500 minor units"]),
  ])
  func `amounts of orders without a currency are in minor units`(
    _ arguments: [String], _ texts: [String]
  ) throws {
    try writeWithoutCurrency()
    let output = try workspace.run(arguments + ["--store", "none.jsonl"]).output
      .replacing(#/\s\s\s+/#, with: "  ")
    for text in texts { #expect(output.contains(text), "\(arguments): \(output)") }
    #expect(!output.contains(/\d\.\d\d/), "\(output)")
  }

  @Test func `charts and tables of orders without a currency divide by nothing`() throws {
    try writeWithoutCurrency()
    let file = ["--store", "none.jsonl"]
    try workspace.expect(.done, args: ["report", "--output", "report.html"] + file)
    let page = try workspace.text("report.html")
    #expect(page.contains("Ordered a month, minor units") && page.contains(">1500<"))
    try workspace.expect(.done, args: ["export", "csv", "--output", "tables"] + file)
    #expect(try workspace.text("tables/payments.csv").contains(",payment,,,"))
    let script = try workspace.expect(.done, args: ["export", "sql"] + file).output
    #expect(script.contains("'yen', 'payment', 500, NULL, "))
  }

  @Test(arguments: [("JPY", "1250", "500"), ("KWD", "1.250", "0.500"), ("CLF", "0.1250", "0.0500")])
  func `amounts have the decimals of their currency, with it beside them, everywhere`(
    _ currency: String, _ total: String, _ paid: String
  ) throws {
    let workspace = try Workspace()
    try workspace.expect(.done, "init", "store")
    let order = Commands.create(unitPrice: 1250, quantity: 1).replacing("USD", with: currency)
    let lines = [order, Commands.pay(500)].enumerated().map { Commands.line($0, "1001", $1) }
    try workspace.expect(.done, "import", "-", input: lines.joined())
    let (ordered, received) = ("\(total) \(currency)", "\(paid) \(currency)")
    for (arguments, texts) in [
      (["stats"], [ordered, received]),
      (["stats", "--by", "month,currency"], [ordered, received]),
      (["list"], [ordered]), (["log", "-p"], [ordered, "→ \(received)"]),
      (["show", "1001"], [ordered]),
      (["watch", "total", "paid"], [ordered, received]), (["blame", "1001"], [ordered, received]),
      (["audit", "--finding", "paid=paid > 0", "--list", "paid"], [received]),
    ] {
      let output = try workspace.run(arguments).output
      for text in texts { #expect(output.contains(" \(text)"), "\(arguments): \(output)") }
    }
    let csv = ["--csv", "--dialect", "database"]
    for (arguments, row) in [
      (["stats", "--by", "actor"], ",\(currency),\(total),\(paid),"),
      (["log"], ",\(paid),\(currency),"), (["list"], ",\(total),\(paid),"),
      (["blame", "1001", "--field", "paid"], "paid,\(paid),\(currency),"),
      (["audit", "--finding", "paid=paid > 0", "--list", "paid"], ",\(paid),\(currency),"),
    ] {
      let output = try workspace.run(arguments + csv).output
      #expect(output.contains(row), "\(arguments): \(output)")
    }
    try workspace.expect(.done, "report", "--output", "report.html")
    let page = try workspace.text("report.html")
    #expect(page.contains(">\(ordered)<") && page.contains(">\(received)<"))
    try workspace.expect(.done, "export", "csv", "--output", "tables")
    #expect(try workspace.text("tables/payments.csv").contains(",\(paid),\(currency),"))
    #expect(try workspace.text("tables/items.csv").contains(",\(total),\(currency)"))
  }
}

/// An amount with a currency that isn't the order's.
@Suite struct OtherCurrencyTests {
  let workspace: Workspace

  init() throws { workspace = try Workspace.withForms() }

  @Test(arguments: [
    (["pay", "1002", "12.99 EUR"], "amount  is in EUR; the order is in USD"),
    (["pay", "1002", "¥1,299"], "amount  is in JPY; the order is in USD"),
    (
      ["pay", "1002", "12.99 XYZ"],
      "amount  'XYZ' isn't the code or symbol of a currency; the order is in USD"
    ),
    (
      ["edit", "1002", "--tax", "₿1"],
      "tax  '₿' isn't the code or symbol of a currency; the order is in USD"
    ),
    (
      ["validate", "--from", "amy.json", "--item", "A:1:5 €"],
      "items[0].unitPrice  is in EUR; the order is in USD"
    ),
    (["refund", "1002", "5 US$ to Amy"], "amount  must be an amount like 12.99"),
  ])
  func `a currency that isn't the order's is named`(_ command: [String], _ message: String) throws {
    let finished = try workspace.expect(.negative, args: command)
    #expect(finished.errors.contains("  \(message)"), "\(finished)")
    #expect(!finished.errors.contains("Amy"))
  }
}
