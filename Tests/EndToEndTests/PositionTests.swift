import JSONLines
import Testing

/// `--at`, wherever something is read. The store is the golden log: 28 entries, of which 1001@5 is
/// the fifteenth.
@Suite struct PositionTests {
  static let positions: [(text: String, entries: Int)] = [
    ("start", 0), ("0", 0), ("1", 1), ("15", 15), ("28", 28), ("end", 28),
    ("-0", 28), ("-1", 27), ("-28", 0),
    ("1001@1", 3), ("1001@5", 15), ("900@1", 1),
    ("2026-01-04T09:08:00.000008Z", 11), ("2026-01-04T09:08:00.000007Z", 10),
    ("2026-01-04T09:08Z", 11), ("2026-01-04T09:08:00Z", 11), ("2026-01-04T09:07Z", 10), ("@15", 15),
    ("2026-01-04 09:08", 11), ("2026-01-04 09:08:00 +00:00", 11), ("2026-01-04 09:08:00 UTC", 11),
    ("2026-01-04T09:09Z", 12),
    ("2026-01-03", 10), ("2025-12-31", 2), ("1999-01-01", 0), ("2031-01-01T00:00Z", 28),
  ]

  private func run(_ arguments: String...) throws -> Finished {
    try Tool.runOnGoldenLog(arguments)
  }

  @Test(arguments: positions.map(\.text))
  func `every command that reads stops at the position`(_ text: String) throws {
    let entries = try #require(Self.positions.first { $0.text == text }?.entries)

    #expect(
      try run("stats", "--json", "--at", text).document()["entries"]?.integer == Int64(entries))
    #expect(try run("log", "--json", "--at=\(text)").documents().count == entries)

    let created = try run("log", "--json", "--at", text).documents().filter {
      $0["events"] != nil && $0["stream"]?.string != "catalog"
    }
    let orders = Set(created.compactMap { $0["stream"]?.string })
    let everyStatus = [
      "placed", "paid", "shipped", "delivered", "returned", "cancelled", "deleted",
    ].flatMap { ["--status", $0] }
    let listing = try Tool.runOnGoldenLog(["list", "--json", "--at", text] + everyStatus)
    #expect(try listing.documents().count == orders.count)

    let revision = created.last { $0["stream"]?.string == "order/1001" }?["rev"]?.integer
    let shown = try run("show", "1001", "--json", "--at", text)
    if let revision {
      #expect(try shown.document()["rev"]?.integer == revision)
    } else {
      #expect(shown.code == ExitStatus.notFound.rawValue)
    }
  }

  @Test(
    arguments: ["list", "stats", "log", "show"],
    ["29", "-29", "1001@8", "9007199254740991"])
  func `beyond the end is a usage error that names the end`(_ command: String, _ text: String)
    throws
  {
    let operands = command == "show" ? ["1001"] : []
    let finished = try Tool.runOnGoldenLog([command, "--json", "--at", text] + operands)
    #expect(finished.code == ExitStatus.usage.rawValue)
    // The log is shown as it is read, so only its end tells that there is no such entry.
    #expect(finished.output.isEmpty || command == "log", "\(finished)")
    let error = try finished.errorObject()
    #expect(error["code"]?.string == "position-beyond-end")
    let end = text == "1001@8" ? "7" : "28"
    #expect(error["message"]?.string?.contains(end) == true, "\(error)")
    #expect(error["hint"] != nil)
  }

  @Test(
    arguments: [
      "tomorrow", "", "4127x", "1.5", "+3", "1001@", "@", "@x", "1001@x", "1001@-1", "2026-02-30",
      "2026-01-31T12", "2026-01-31T12:00+1", "2026-1-3", "--3", "START",
      "9223372036854775807", "99999999999999999999",
    ])
  func `anything else is no position`(_ text: String) throws {
    let finished = try run("list", "--json", "--at=\(text)")
    #expect(finished.code == ExitStatus.usage.rawValue, "\(finished)")
    let error = try finished.errorObject()
    #expect(error["code"]?.string == "bad-position")
    #expect(error["message"]?.string?.contains("ID@5") == true)
  }

  @Test func `a position on an order that isn't there`() throws {
    let finished = try run("list", "--at", "4711@1")
    #expect(finished.code == ExitStatus.usage.rawValue)
    #expect(finished.errors.contains("order/4711"))
  }
}
