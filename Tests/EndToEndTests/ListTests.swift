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
    (["--sort", "total"], ["1003", "1005", "900", "901", "1001", "1006"]),
    (["--sort", "customer"], ["1001", "1005", "1003", "1006", "900", "901"]),
    (["--sort", "status"], ["900", "901", "1006", "1005", "1001", "1003"]),
    (["--sort", "id"], ["900", "901", "1001", "1003", "1005", "1006"]),
    (["--sort", "total", "-r", "-n", "1"], ["1006"]),
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

  @Test func `amounts are sorted by currency first`() throws {
    let workspace = try Workspace()
    try workspace.expect(.done, "init", "store")
    let orders = [("USD", 900), ("JPY", 7), ("KWD", 8000), ("EUR", 5), ("USD", 20), ("JPY", 99)]
    let lines = orders.enumerated().map { index, order in
      let create = Commands.create(unitPrice: order.1, quantity: 1)
      return Commands.line(index, "o\(index)", create.replacing("USD", with: order.0))
    }
    try workspace.expect(.done, "import", "-", input: lines.joined())
    func totals(_ arguments: String...) throws -> [String] {
      let list = ["list", "--sort", "total", "--json"] + arguments
      return try workspace.expect(.done, args: list).documents().map {
        "\($0["currency"]?.string ?? "") \($0["total"]?.integer ?? 0)"
      }
    }
    let expected = ["EUR 5", "JPY 7", "JPY 99", "KWD 8000", "USD 20", "USD 900"]
    #expect(try totals() == expected)
    #expect(try totals("--reverse") == expected.reversed())
    #expect(try totals("--limit", "2", "--offset", "1") == ["JPY 7", "JPY 99"])
  }

  /// Five orders of one moment, the first two of one customer.
  @Test func `ids that are numbers are sorted as numbers, and ties by their first entries`() throws
  {
    let workspace = try Workspace()
    try workspace.expect(.done, "init", "store")
    let ids = ["10000", "998", "b", "1000", "a", "999"]
    let lines = ids.enumerated().map { index, id in
      // The first entry of b is its refusal.
      Commands.line(0, id, Commands.create(customer: index < 2 ? "amy" : "bob"))
        .replacing("amy", with: "20").replacing("bob", with: "3")
    }
    let refused = Commands.line(0, "a", Commands.simple("ship-order"))
    _ = try workspace.run("import", "-", input: (lines[..<2] + [refused] + lines[2...]).joined())
    func list(_ arguments: String...) throws -> [String] {
      try workspace.expect(.done, args: ["list", "--json"] + arguments).documents()
        .compactMap { $0["id"]?.string }
    }
    let firstEntries = ["10000", "998", "a", "b", "1000", "999"]
    #expect(try list("--sort", "id") == ["998", "999", "1000", "10000", "a", "b"])
    for sort in ["placed", "updated", "total", "status"] {
      #expect(try list("--sort", sort) == firstEntries, "\(sort)")
      #expect(try list("--sort", sort, "--reverse") == firstEntries.reversed(), "\(sort)")
    }
    #expect(try list("--sort", "customer") == ["a", "b", "1000", "999", "10000", "998"])
    #expect(try list("--offset", "1", "--limit", "2") == ["998", "a"])
    let groups = try workspace.expect(.done, "stats", "--by", "customer", "--json").documents()
    #expect(groups.compactMap { $0["customer"]?.string } == ["3", "20"])
    #expect(try workspace.expect(.done, "complete", "customers").output == "3\n20\n")
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
