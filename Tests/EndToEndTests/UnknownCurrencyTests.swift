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
}
