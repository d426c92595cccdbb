// An audit names what people should explain, and nothing else; of a log that isn't good, it says only that.

import Foundation
import JSONLines
import Testing

@Suite struct AuditTests {
  /// A command of a history: who requested it, for which order, and what.
  struct Step: Sendable {
    let actor: String
    let order: String
    let command: String
    /// Minutes after the first one.
    var minute: Int?
    var isImported = true
  }

  private static let create =
    #"{"type":"create-order","customer":"amy","shippingMethod":"standard","paymentKind":"cash","#
    + #""items":[{"sku":"A-1","quantity":2,"unitPrice":1250}],"currency":"USD","#
    + #""contact":{"firstName":"Amy","lastName":"Apple","phone":"111-111-1111","email":"a@example.com"},"#
    + #""billing":{"street1":"1 Loop","city":"Ames","state":"IA","zip":"50010"},"#
    + #""shipment":{"street1":"1 Loop","city":"Ames","state":"IA","zip":"50010"}}"#

  private static func pay(_ amount: Int) -> String { #"{"type":"pay-order","amount":\#(amount)}"# }
  private static func refund(_ amount: Int, reason: String? = nil) -> String {
    let reason = reason.map { #""reason":"\#($0)","# } ?? ""
    return #"{"type":"refund-order",\#(reason)"amount":\#(amount)}"#
  }
  private static let items =
    #"{"type":"update-order","items":[{"sku":"A-1","quantity":3,"unitPrice":1250}]}"#

  /// The same for another price, so that no two orders are equal.
  private static func other(_ number: Int) -> String {
    create.replacing("1250", with: String(2000 + number))
  }

  private static let created = Step(actor: "amy", order: "1001", command: create)
  private static func step(_ actor: String, _ command: String, on order: String = "1001") -> Step {
    Step(actor: actor, order: order, command: command)
  }

  /// The findings, and their entries.
  static let findings: [(name: String, steps: [Step], witnesses: [Int])] = [
    (
      "created-and-refunded",
      [
        created, step("bob", pay(2500)), step("bob", #"{"type":"cancel-order"}"#),
        step("amy", refund(2500)),
      ], [4]
    ),
    (
      "edited-and-paid",
      [created, step("bob", items), step("bob", pay(100)), step("chris", pay(100))], [3]
    ),
    ("refund-without-return", [created, step("bob", pay(2500)), step("chris", refund(100))], [3]),
    ("changed-after-payment", [created, step("bob", pay(2500)), step("chris", items)], [3]),
    (
      "deleted-after-payment",
      [
        created, step("bob", pay(100)), step("bob", #"{"type":"cancel-order"}"#),
        step("bob", refund(100)), step("chris", #"{"type":"delete-order"}"#),
      ], [5]
    ),
    ("number-given-twice", [created, step("bob", create)], [2]),
    ("number-skipped", [created, step("amy", other(1), on: "1004")], []),
    ("equal-orders", [created, step("bob", create, on: "1002")], [2]),
    (
      "equal-orders",
      [
        created, step("amy", other(1), on: "1002"), step("bob", items),
        step("bob", items.replacing("1250", with: "1000"), on: "1002"),
        step("amy", create.replacing("Apple", with: "Appel"), on: "1003"),
        step("amy", #"{"type":"cancel-order"}"#, on: "1002"),
        step("amy", other(2).replacing(#""quantity":2"#, with: #""quantity":3"#), on: "1004"),
        step("amy", create, on: "1005"),
      ], [8]
    ),
    // An item that is ordered again later is usually wanted.
    (
      "equal-orders",
      [created, Step(actor: "amy", order: "1002", command: create, minute: 24 * 60)], [2]
    ),
    (
      "equal-orders",
      [
        created, Step(actor: "amy", order: "1002", command: create, minute: 24 * 60 + 1),
        Step(actor: "amy", order: "1003", command: create, minute: 24 * 60 + 2),
      ], [3]
    ),
    ("many-refusals", [created] + (0..<10).map { _ in step("mallory", pay(9_999)) }, []),
  ]

  /// A store with these entries, as lines that a history may have.
  private func workspace(with steps: [Step]) throws -> Workspace {
    let workspace = try Workspace()
    try workspace.expect(.done, "init", "store")
    let lines = steps.enumerated().map { index, step in
      let minute = step.minute ?? index
      let hour = 9 + minute / 60
      let time = String(
        format: "2026-01-%02dT%02d:%02d:00Z", 5 + hour / 24, hour % 24, minute % 60)
      return
        #"{"at":"\#(time)","actor":"\#(step.actor)","order":"\#(step.order)","command":\#(step.command)}"#
    }
    try workspace.write(lines.map { $0 + "\n" }.joined(), to: "steps.jsonl")
    let imported = try workspace.run("import", "steps.jsonl")
    // Some steps are refused.
    #expect([0, ExitStatus.negative.rawValue].contains(imported.code), "\(imported)")
    return workspace
  }

  private func found(in workspace: Workspace, _ arguments: String...) throws -> [JSONValue] {
    let finished = try workspace.run(["audit", "--json"] + arguments)
    let document = try JSONValue(parsing: finished.output)
    let findings = document["findings"]?.array ?? []
    #expect(finished.code == (findings.isEmpty ? 0 : 1), "\(finished)")
    return findings
  }

  @Test(arguments: AuditTests.findings)
  func `it finds`(_ name: String, _ steps: [Step], _ witnesses: [Int]) throws {
    let workspace = try workspace(with: steps)
    let results = try found(in: workspace)
    #expect(results.map { $0["name"]?.string } == [name])
    let named = results.first?["witnesses"]?.array ?? []
    #expect(named.compactMap { $0["seq"]?.integer } == witnesses.map(Int64.init))
    #expect(try found(in: workspace, "--without", name).isEmpty)
  }

  @Test(arguments: [
    (["998", "999", "1000", "1002"], ["1001"]), (["1", "2", "5"], ["3 to 4"]),
    (["5", "1003", "1001"], ["6 to 1000", "1002"]), (["1002", "01003", "1004"], ["1003"]),
    (["1001", "1002"], []), (["7", "a-1", "9_9"], []),
  ]) func `numbers that no entry has are found wherever they begin`(
    _ orders: [String], _ gaps: [String]
  ) throws {
    let steps = orders.enumerated().map { Self.step("amy", Self.other($0), on: $1) }
    // A refused command for an order that there isn't is no gap's end, but fills one.
    let refused = ["99999", "1007"].map { Self.step("amy", Self.pay(1), on: $0) }
    let results = try found(in: workspace(with: steps + refused))
    #expect(results.map { $0["name"]?.string } == (gaps.isEmpty ? [] : ["number-skipped"]))
    let named = results.first?["witnesses"]?.array ?? []
    #expect(named.compactMap { $0["note"]?.string } == gaps)
  }

  @Test func `an ordinary life leaves nothing to explain`() throws {
    let workspace = try workspace(with: [
      Self.created, Self.step("bob", Self.pay(2500)), Self.step("chris", #"{"type":"ship-order"}"#),
      Self.step("chris", #"{"type":"deliver-order"}"#),
      Self.step("bob", #"{"type":"return-order"}"#),
      Self.step("bob", Self.refund(2500, reason: "returned")),
    ])
    let page = try workspace.expect(.done, "audit", "--require-reason", "refund-order")
    #expect(
      page.output == """
        Period
          from 2026-01-05 09:00:00 to 2026-01-05 09:05:00 UTC
        The log
          Good: 6 entries, \(try workspace.log().utf8.count) bytes. Every byte was read.
          No checkpoint was passed, so nothing tells what was changed on purpose.
        Decisions
          Decided 6 commands again, each as recorded.
        Invariants
          All 9 invariants hold.
        Erasures
          No personal data was erased.
        Money
             MONTH    RECEIVED  REFUNDED  LEFT TO PAY
        USD  2026-01     25.00     25.00         0.00
        Nothing to explain.

        """, "\(page)")
  }

  @Test func `reasons and conditions are looked for if requested`() throws {
    let workspace = try workspace(with: [
      Self.created, Self.step("bob", Self.pay(2500)), Self.step("bob", #"{"type":"cancel-order"}"#),
      Self.step("chris", Self.refund(2500)),
    ])
    #expect(try found(in: workspace).isEmpty)
    let results = try found(
      in: workspace, "--require-reason", "refund-order", "--finding", "large=paid >= 25.00")
    #expect(results.map { $0["name"]?.string } == ["without-reason", "large"])
    #expect(results.map { $0["witnesses"]?.array?.first?["seq"]?.integer } == [4, 2])
    for wrong in ["large", "=total > 1", "large=nonsense >"] {
      try workspace.expect(.usage, "audit", "--finding", wrong)
    }
    try workspace.expect(.usage, "audit", "--without", "nonsense")
    let contradictions = [
      ["--finding", "equal-orders=total > 1"],
      ["--finding", "a=total > 1", "--finding", "a=paid > 1"],
      ["--finding", "equal-orders=total > 1", "--list", "equal-orders"],
      ["--finding", "a=total > 1", "--finding", "a=paid > 1", "--list", "a"],
      ["--list", "equal-orders", "--without", "equal-orders"],
      ["--list", "equal-orders", "--without", "nonsense"],
      ["--list", "equal-orders", "--finding", "large"],
    ]
    for arguments in contradictions {
      try workspace.expect(.usage, args: ["audit"] + arguments)
    }
  }

  @Test func `times that were held, and imports between other entries, are found`() throws {
    let workspace = try workspace(
      with: (0..<6).map { Step(actor: "amy", order: "\(1001 + $0)", command: Self.other($0)) })
    let lines = try workspace.lines().enumerated().map { index, line in
      let bare = line.replacing(/,"crc":"[0-9a-f]{8}"\}$/, with: "}")
      // The third and fourth come from an import; the sixth has the time of the fifth.
      let source =
        [2, 3].contains(index) ? bare : bare.replacing(/,"source":"[^"]*","line":[0-9]+/, with: "")
      return index == 5 ? source.replacing("T09:05:", with: "T09:04:") : source
    }
    try workspace.write(lines.map { $0 + "\n" }.joined(), to: "history.jsonl")
    let results = try found(in: workspace, "--store", "history.jsonl")
    #expect(results.map { $0["name"]?.string } == ["clock-held", "import-between"])
    #expect(results.map { $0["witnesses"]?.array?.first?["seq"]?.integer } == [6, 3])
    #expect(results.last?["witnesses"]?.array?.first?["note"]?.string == "to @4")
  }

  @Test func `money follows a change of currency, and months those of the time zone`() throws {
    let workspace = try workspace(with: [
      Step(actor: "amy", order: "1001", command: Self.create, minute: 0),
      Step(actor: "amy", order: "1001", command: #"{"type":"update-order","currency":"EUR"}"#),
      Step(actor: "bob", order: "1001", command: Self.pay(1000)),
    ])
    // Of 31 January in UTC, and of 1 February in Tokyo.
    let later = try workspace.log().replacing(/,"crc":"[0-9a-f]{8}"\}/, with: "}")
      .replacing("2026-01-05T09:00", with: "2025-12-31T09:00")
      .replacing("2026-01-05T09:02", with: "2026-01-31T20:02")
    try workspace.write(later, to: "history.jsonl")
    let audit = ["audit", "--store", "history.jsonl", "--without", "changed-after-payment"]
    let page = try workspace.expect(.done, args: audit).output
    for row in [
      "EUR  2026-01     10.00      0.00        15.00\n",
      "USD  2025-12      0.00      0.00        25.00\n",
      "USD  2026-01      0.00      0.00         0.00\n",
    ] { #expect(page.contains(row), "\(page)") }
    let tokyo = try workspace.expect(.done, args: audit + ["--time-zone", "Asia/Tokyo"]).output
    #expect(tokyo.contains("EUR  2026-01      0.00      0.00        25.00\n"), "\(tokyo)")
    #expect(tokyo.contains("EUR  2026-02     10.00      0.00        15.00\n"), "\(tokyo)")
    let json = try workspace.expect(.done, args: audit + ["--json"]).document()
    #expect(json["money"]?.members?.map(\.key) == ["EUR", "USD"])
    #expect(json["money"]?["USD"]?["months"]?.array?.count == 2)
  }

  @Test func `money of deleted orders is shown, and what is left by currency`() throws {
    let workspace = try workspace(with: [
      Self.created, Self.step("bob", Self.pay(1000)),
      Self.step("amy", Self.create.replacingOccurrences(of: "USD", with: "EUR"), on: "1002"),
    ])
    let page = try workspace.expect(.done, "audit")
    #expect(page.output.contains("EUR  2026-01      0.00      0.00        25.00\n"), "\(page)")
    #expect(page.output.contains("USD  2026-01     10.00      0.00        15.00\n"), "\(page)")
    #expect(page.output.contains("Left to pay at the end: 25.00 EUR\n"), "\(page)")
    // The log still says so where the rules would have refused it.
    let erased = try workspace.log().replacingOccurrences(
      of: #""type":"payment-received","amount":1000"#,
      with: #""type":"payment-received","amount":1000},{"type":"order-deleted""#)
    try workspace.write(
      erased.replacing(/,"crc":"[0-9a-f]{8}"\}/, with: "}"), to: "history.jsonl")
    let deleted = try workspace.run("audit", "--store", "history.jsonl")
    #expect(deleted.code == 1)
    #expect(deleted.output.contains("Paid for orders that were deleted: 10.00 USD\n"), "\(deleted)")
    #expect(deleted.output.contains("would be decided differently"), "\(deleted)")
  }

  @Test func `of a damaged log, or one that isn't the one that was signed, it says only that`()
    throws
  {
    let workspace = try workspace(with: [Self.created, Self.step("bob", Self.pay(2500))])
    let checkpoint = try workspace.expect(.done, "checkpoint").output
    try workspace.write(checkpoint, to: "today")
    let proved = try workspace.expect(.done, "audit", "--checkpoint", "today")
    #expect(
      proved.output.contains("today (2 entries): the log matches.\n"), "\(proved)")
    try workspace.rewrite(2, in: workspace.segments()[0]) {
      $0.replacingOccurrences(of: #""actor":"bob""#, with: #""actor":"mallory""#)
    }
    try workspace.expect(.done, "audit")
    let forged = try workspace.expect(.badData, "audit", "--checkpoint", "today")
    #expect(forged.output.contains("the log has other entries"), "\(forged)")
    #expect(forged.output.hasSuffix("Nothing else was examined: the log has to be good first.\n"))
    // Nor is there a list, and it doesn't call the log damaged.
    let list = ["audit", "--list", "many-refusals"]
    let differs = try workspace.expect(.badData, args: list + ["--checkpoint", "today"])
    #expect(
      differs.errors.hasPrefix(
        "cleanstore: today (2 entries): the log has other entries. Something up to entry 2 was changed."
      ),
      "\(differs)")
    try workspace.write(checkpoint.replacing("\n2\n", with: "\n3\n"), to: "later")
    let isCut = try workspace.expect(.badData, args: list + ["--checkpoint", "later", "--json"])
    #expect(try isCut.errorObject()["code"]?.string == "differs-from-checkpoint")
    #expect(isCut.errors.contains("the log has only 2 entries"), "\(isCut)")
    var bytes = try workspace.bytes(workspace.segments()[0])
    bytes[100] ^= 1
    try workspace.write(bytes, to: workspace.segments()[0])
    let damaged = try workspace.expect(.badData, "audit", "--json")
    #expect(damaged.output.hasPrefix(#"{"ok":false,"log":{"ok":false,"#), "\(damaged)")
    #expect(!damaged.output.contains("findings"))
    let unlisted = try workspace.expect(.badData, args: list + ["--json"])
    #expect(try unlisted.errorObject()["code"]?.string == "damaged-log")
  }

  @Test func `what isn't recorded of an erasure is found`() throws {
    let workspace = try Workspace.withErasedEdit()
    let results = try found(in: workspace)
    let erased = try #require(results.first { $0["name"]?.string == "erased-without-record" })
    #expect(erased["witnesses"]?.array?.first?["seq"]?.integer == 9)
  }

  @Test func `all places are in JSON, and each finding is a list and a table`() throws {
    let many = (0..<12).flatMap { number in
      let order = "\(1001 + number)"
      return [
        Self.step("amy", Self.other(number), on: order), Self.step("bob", Self.pay(100), on: order),
        Self.step("chris", Self.refund(100), on: order),
      ]
    }
    let workspace = try workspace(with: many)
    let results = try found(in: workspace)
    #expect(results.map { $0["count"]?.integer } == [12])
    let places = try #require(results[0]["witnesses"]?.array)
    #expect(places.count == 12)
    #expect(
      places[11]
        == (try JSONValue(
          parsing: #"{"seq":36,"at":"2026-01-05T09:35:00.000000Z","order":"1012","actor":"chris","#
            + #""amount":100,"currency":"USD"}"#)))
    let page = try workspace.expect(.negative, "audit").output
    #expect(
      page.contains(
        "@30 1010, and 2 more: `cleanstore audit --list refund-without-return` lists all\n"),
      "\(page)")
    let list = ["audit", "--list", "refund-without-return"]
    let text = try workspace.expect(.negative, args: list).output
    #expect(text.hasPrefix("ENTRY  TIME (UTC)           ORDER  ACTOR    AMOUNT  NOTE\n"), "\(text)")
    #expect(text.contains("  @36  2026-01-05 09:35:00  1012   chris  1.00 USD\n"), "\(text)")
    let table = try workspace.expect(.negative, args: list + ["--csv"]).output
    let rows = table.split(whereSeparator: \.isNewline)
    #expect(
      rows.count == 13 && rows[0] == "\u{FEFF}seq,at,order,actor,amount,currency,note", "\(table)")
    #expect(rows[12].hasSuffix(",1012,chris,1.00,USD,"), "\(table)")
    #expect(try workspace.expect(.negative, args: list + ["--json"]).documents() == places)
    try workspace.expect(.done, "audit", "--list", "equal-orders")
    let own = try workspace.expect(
      .negative, "audit", "--finding", "paid=paid > 0", "--list", "paid", "--csv")
    #expect(own.output.split(whereSeparator: \.isNewline).count == 13)
    for wrong in [
      ["--list", "nonsense"], ["--csv"], list + ["--csv", "--json"], ["--dialect", "database"],
      list + ["--dialect", "database"],
    ] {
      try workspace.expect(.usage, args: (wrong[0] == "audit" ? [] : ["audit"]) + wrong)
    }
  }

  @Test func `who had many commands refused is named in the list`() throws {
    let workspace = try workspace(
      with: [Self.created] + (0..<10).map { _ in Self.step("mallory", Self.pay(9_999)) })
    let table = try workspace.expect(.negative, "audit", "--list", "many-refusals", "--csv").output
    #expect(table.contains(",mallory,,,mallory: 10 of 10"), "\(table)")
  }

  @Test(arguments: [("stale-total", 2), ("update-not-stored", 2)])
  func `every broken invariant and every other decision is to be explained`(
    _ bug: String, _ least: Int
  ) throws {
    let path = Files.repository + "/Fixtures/bugs/\(bug).jsonl"
    let workspace = try Workspace()
    let page = try workspace.expect(.negative, "audit", "--store", path)
    #expect(page.output.contains("Broken: total-is-its-parts in 1 stream."), "\(page)")
    let told = try #require(page.output.firstMatch(of: /To explain: ([0-9]+) places of/)?.1)
    #expect(try #require(Int(told)) >= least, "\(page)")
    let document = try workspace.expect(.negative, "audit", "--store", path, "--json").document()
    #expect(document["toExplain"]?.integer == Int64(told))
  }

  @Test func `an order that was entered twice is found, and one chosen by mistake isn't`() throws {
    let workspace = try Workspace()
    func audit(_ bug: String) throws -> String {
      try workspace.run("audit", "--store", Files.repository + "/Fixtures/bugs/\(bug).jsonl").output
    }
    #expect(try audit("duplicate-order").contains("equal-orders, 1 time\n"))
    #expect(try audit("duplicate-order").contains("  @4 1003 as 1002\n"))
    // That two of its orders are equal is found; that the other customer's was meant, no log shows.
    #expect(try !audit("stale-row").contains("  @5"))
  }
}
