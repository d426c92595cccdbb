import JSONLines
import Testing

/// `list` and its filters, on the golden log: 900 and 901 are dora's, 1001 amy's (returned), 1002
/// bob's (deleted), 1003 chris's (cancelled), 1005 bob's (paid), 1006 chris's (placed).
@Suite struct ListTests {
  static let lists: [(arguments: [String], orders: [String])] = [
    ([], ["900", "901", "1001", "1003", "1005", "1006"]),
    (["--reverse"], ["1006", "1005", "1003", "1001", "901", "900"]),
    (["--status", "placed"], ["900", "901", "1006"]),
    (["--status", "placed", "--status", "paid"], ["900", "901", "1005", "1006"]),
    (["--status", "placed,paid"], ["900", "901", "1005", "1006"]),
    (["--at", "yesterday", "--status", "deleted"], ["1002"]),
    (["--status", "deleted"], ["1002"]),
    (["--status", "shipped"], []),
    (["--status", "shipped", "--at", "14"], ["1001"]),
    (["--customer", "chris"], ["1003", "1006"]),
    (["--customer", "Chris"], []),
    (["--customer", "chris", "--status", "cancelled"], ["1003"]),
    (["--since", "2026-01-02"], ["1001", "1003", "1005", "1006"]),
    (["--until", "2026-01-02"], ["900", "901", "1001", "1003"]),
    (["--since", "2026-01-02", "--until", "2026-01-02"], ["1001", "1003"]),
    (["--since", "2026-01-03T09:04:00.000004Z"], ["1005", "1006"]),
    (["--since", "2026-01-03T09:05Z"], ["1006"]),
    (["--until", "2026-01-03T09:04Z"], ["900", "901", "1001", "1003", "1005"]),
    (["--until", "2026-01-03T09:03Z"], ["900", "901", "1001", "1003"]),
    (["--sort", "placed"], ["900", "901", "1001", "1003", "1005", "1006"]),
    (["--sort", "updated"], ["900", "901", "1005", "1001", "1003", "1006"]),
    (["--sort", "total"], ["1005", "900", "901", "1001", "1006", "1003"]),
    (["--sort", "customer"], ["1001", "1005", "1003", "1006", "900", "901"]),
    (["--sort", "status"], ["1006", "900", "901", "1005", "1001", "1003"]),
    (["--sort", "id"], ["1001", "1003", "1005", "1006", "900", "901"]),
    (["--sort", "total", "-r", "-n", "1"], ["1003"]),
    (["-n2"], ["900", "901"]),
    (["--limit", "0"], []),
    (["--limit", "2", "--offset", "2"], ["1001", "1003"]),
    (["--offset", "5"], ["1006"]),
    (["--offset", "99"], []),
    (["--at", "start"], []),
  ]

  @Test(arguments: lists.map(\.arguments))
  func `the list holds these orders in this order`(_ arguments: [String]) throws {
    let expected = try #require(Self.lists.first { $0.arguments == arguments }?.orders)
    let json = try Tool.runOnGoldenLog(["list", "--json"] + arguments)
    #expect(json.code == 0, "\(json)")
    #expect(try json.documents().map { $0["id"]?.string } == expected)
    let text = try Tool.runOnGoldenLog(["list"] + arguments)
    let rows = text.output.split(separator: "\n").dropFirst().dropLast()
    #expect(rows.map { $0.prefix { $0 != " " } }.map(String.init) == expected)
  }

  @Test(
    arguments: [
      (["--status", "payed"], "bad-status", "paid"),
      (["--since", "tomorrow"], "bad-time", "+01:00"),
      (["--until", "2026-02-30"], "bad-time", "2026-01-31"),
    ])
  func `a filter that makes no sense`(_ arguments: [String], _ code: String, _ hint: String) throws
  {
    let finished = try Tool.runOnGoldenLog(["list", "--json"] + arguments)
    #expect(finished.code == ExitStatus.usage.rawValue)
    #expect(finished.output.isEmpty)
    let error = try finished.errorObject()
    #expect(error["code"]?.string == code)
    #expect(error["hint"]?.string?.contains(hint) == true, "\(error)")
  }

  @Test func `a day that the zone skipped isn't suggested again`() throws {
    let day = ["--since", "2011-12-30", "--until", "2011-12-30", "--time-zone", "Pacific/Apia"]
    for command in ["list", "log"] {
      let finished = try Tool.runOnGoldenLog([command] + day)
      #expect(finished.code == ExitStatus.usage.rawValue)
      #expect(finished.errors.contains("The clocks of the time zone skipped that day."))
    }
  }

  @Test func `amounts of all currencies are sorted by the number that is shown`() throws {
    let workspace = try Workspace()
    try workspace.expect(.done, "init", "store")
    let lines = ["USD", "JPY", "KWD", "EUR"].enumerated().map { index, currency in
      let create = Commands.create(unitPrice: 1250 + index, quantity: 1)
      return Commands.line(index, currency, create.replacing("USD", with: currency))
    }
    try workspace.expect(.done, "import", "-", input: lines.joined())
    let listed = try workspace.expect(.done, "list", "--sort", "total", "--json").documents()
    #expect(listed.map { $0["currency"]?.string } == ["KWD", "USD", "EUR", "JPY"])
  }

  @Test func `what customers are to get back is said below the table`() throws {
    let workspace = try Workspace()
    try workspace.expect(.done, "init", "store")
    func create(_ currency: String) -> String {
      Commands.create(quantity: 1).replacing("USD", with: currency)
    }
    let (pay, cancel) = (Commands.pay(1250), Commands.simple("cancel-order"))
    let story = [
      ("1", create("USD")), ("1", pay), ("1", cancel), ("2", create("JPY")), ("2", pay),
      ("2", cancel), ("3", create("USD")), ("3", pay), ("4", create("USD")), ("4", pay),
      ("4", cancel),
    ]
    let lines = story.enumerated().map { Commands.line($0, $1.0, $1.1) }
    try workspace.expect(.done, "import", "-", input: lines.joined())
    func summary(_ arguments: String...) throws -> Substring? {
      try workspace.run(["list"] + arguments).output.split(separator: "\n").last
    }
    #expect(try summary() == "4 orders. To refund: 1250 JPY (2); 25.00 USD (1, 4).")
    #expect(try summary("--limit", "1") == "1 of 4 orders. To refund: 12.50 USD (1).")
    #expect(try summary("--status", "paid") == "1 order.")
    try workspace.expect(.done, "refund", "1", "2.50")
    #expect(try summary("--limit", "1") == "1 of 4 orders. To refund: 10.00 USD (1).")
  }

  @Test func `an order's JSON has its keys in their order, and only those that say something`()
    throws
  {
    let shown = try Tool.runOnGoldenLog(["show", "1001", "--json"]).document()
    #expect(
      shown.members?.map(\.key) == [
        "id", "rev", "status", "customer", "contact", "billing", "shipment", "shippingMethod",
        "payment", "items", "currency", "shippingFee", "tax", "discount", "total", "paid",
        "refunded", "balance", "placedAt", "updatedAt", "carrier", "tracking", "due",
      ])
    let listed = try Tool.runOnGoldenLog(["list", "--json", "--customer", "amy"]).document()
    #expect(listed == shown)
    let other = try Tool.runOnGoldenLog(["show", "1006", "--json"]).document()
    #expect(other["carrier"] == nil)
    #expect(other["tracking"] == nil)
  }
}
