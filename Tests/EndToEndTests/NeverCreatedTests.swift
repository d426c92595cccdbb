import JSONLines
import Testing

/// A file may have accepted commands for an order that was never created: their entries count, but there is no order.
@Suite struct NeverCreatedTests {
  let workspace: Workspace

  private static let strays: [(command: String, event: String)] = [
    (Commands.pay(500), #"{"type":"payment-received","amount":500}"#),
    (
      #"{"type":"update-order","shippingFee":500}"#,
      #"{"type":"order-updated","shippingFee":500,"total":500}"#
    ),
    (#"{"type":"refund-order","amount":500}"#, #"{"type":"payment-refunded","amount":500}"#),
  ]

  /// An order of 25.00 USD, and such an order.
  init() throws {
    workspace = try Workspace()
    try workspace.expect(.done, "init", "store")
    try workspace.expect(
      .done, "import", "-", input: Commands.line(0, "1001", Commands.create()))
    var lines = try workspace.lines().map { $0.replacing(/,"crc":"\w+"/, with: "") }
    for (index, stray) in Self.strays.enumerated() {
      lines.append(
        #"{"seq":\#(index + 2),"at":"\#(Commands.time(index + 1))","stream":"order/5","#
          + #""rev":\#(index + 1),"actor":"mallory","command":\#(stray.command),"#
          + #""events":[\#(stray.event)]}"#)
    }
    try workspace.write(lines.map { $0 + "\n" }.joined(), to: "stray.jsonl")
  }

  private func run(_ arguments: String...) throws -> String {
    try workspace.run(arguments + ["--store", "stray.jsonl"]).output
  }

  @Test(arguments: [["month"], ["actor"], ["status"], ["command", "currency"]])
  func `groups add up to what there is`(_ by: [String]) throws {
    let groups = try workspace.expect(
      .done, "stats", "--by", by.joined(separator: ","), "--json", "--store", "stray.jsonl"
    ).documents()
    #expect(groups.reduce(0) { $0 + ($1["entries"]?.integer ?? 0) } == 4)
    #expect(groups.reduce(0) { $0 + ($1["orders"]?.integer ?? 0) } == 1)
    for name in ["total", "paid", "refunded"] {
      let sums = groups.compactMap { $0[name]?.members }.joined()
      #expect(sums.allSatisfy { $0.key == "USD" }, "\(sums)")
      #expect(sums.reduce(0) { $0 + ($1.value.integer ?? 0) } == (name == "total" ? 2500 : 0))
    }
    #expect(try !run("stats", "--by", by.joined(separator: ",")).contains("minor units"))
    let selected = try run("stats", "--by", by[0], "--where", "not (total == 25.00)", "--json")
    #expect(selected.isEmpty, "\(selected)")
  }

  @Test func `no condition on orders holds for it, but its entries are found`() throws {
    for (condition, count) in [
      ("not (total == 25.00)", 0), ("not exists(status)", 0), ("not (paid > 0.00)", 1),
      ("1 == 1", 1),
    ] as [(String, Int64)] {
      let found = try run("find", condition, "--count", "--json")
      #expect(try JSONValue(parsing: found)["holding"]?.integer == count, "\(condition): \(found)")
    }
    let entries = try run("find", #"actor == "mallory""#, "--count", "--json")
    #expect(try JSONValue(parsing: entries)["times"]?.integer == 3, "\(entries)")
  }

  @Test func `it breaks no invariant, and an audit finds nothing about it`() throws {
    let checked = try run("check", "--invariant", "cheap=not (total != 25.00)")
    #expect(checked.hasSuffix("4 entries: all 10 invariants hold.\n"), "\(checked)")
    let audit = try JSONValue(
      parsing: run("audit", "--json", "--finding", "odd=not (total == 25.00)"))
    #expect(audit["findings"]?.array == [], "\(audit)")
    #expect(audit["invariants"]?["ok"] == .boolean(true))
    #expect(audit["money"]?.members?.map(\.key) == ["USD"])
  }

  @Test func `an export has no payments of it`() throws {
    let sql = try run("export", "sql")
    #expect(sql.contains("INSERT INTO orders") && !sql.contains("INSERT INTO payments"))
    let table = try run("log", "--csv", "--dialect", "database").split(separator: "\r\n")
    #expect(table.count == 5 && table.dropFirst(2).allSatisfy { $0.hasSuffix(",,,,,") }, "\(table)")
  }

  @Test func `created later, it is an order from then on`() throws {
    let created = try workspace.lines()[0].replacing(/,"crc":"\w+"/, with: "")
      .replacing("order/1001", with: "order/5").replacing(#""seq":1,"#, with: #""seq":5,"#)
      .replacing(#""rev":1,"#, with: #""rev":4,"#).replacing("USD", with: "EUR")
      .replacing(Commands.time(0), with: Commands.time(9))
      .replacing(/"format":1,"store":"\w+","engine":"\d+",/, with: "")
    try workspace.write(
      try workspace.text("stray.jsonl") + created + "\n", to: "stray.jsonl")
    let days = try run("stats", "--by", "actor", "--csv", "--dialect", "database")
    #expect(days.contains("amy,2,0,false,2,EUR,25.00,0.00,0.00\r\n"), "\(days)")
    #expect(days.contains("mallory,3,0,false,0,,,,\r\n"), "\(days)")
  }
}
