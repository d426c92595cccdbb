import JSONLines
import Testing

/// An order of 20.48 USD that is edited to be of 20.48 EUR, with the real tool.
@Suite struct CurrencyChangeTests {
  private func store() throws -> Workspace {
    let workspace = try Workspace()
    try workspace.expect(.done, "demo", "store")
    let address = #"{"street1":"1 Volt Road","city":"Ampere","state":"NY","zip":"10001"}"#
    let contact =
      #"{"firstName":"Bob","lastName":"Battery","phone":"222-222-2222","email":"bob@example.com"}"#
    let order =
      #"{"type":"create-order","customer":"bob","contact":\#(contact),"billing":\#(address),"#
      + #""shipment":\#(address),"shippingMethod":"two-day","payment":{"kind":"cash"},"#
      + #""items":[{"sku":"PEN-7","quantity":2,"unitPrice":1024}],"currency":"USD"}"#
    let edit = #"{"type":"update-order","currency":"EUR"}"#
    let lines = [("09:00", order), ("09:01", edit)].map { time, command in
      #"{"at":"2026-01-05T\#(time)Z","actor":"bob","order":"2001","command":\#(command)}"#
    }
    try workspace.expect(.done, "import", "-", input: lines.joined(separator: "\n") + "\n")
    return workspace
  }

  @Test func `amounts name their currency, whether of one order or of several`() throws {
    let workspace = try Workspace()
    try workspace.expect(.done, "init", "store")
    let lines = ["USD", "JPY"].enumerated().map { index, currency in
      Commands.line(index, currency, Commands.create().replacing("USD", with: currency))
    }
    try workspace.expect(.done, "import", "-", input: lines.joined())
    let all = try workspace.expect(.done, "watch", "total", "status").output
    #expect(all.contains("  USD@1            25.00 USD  placed\n"), "\(all)")
    #expect(all.contains("  JPY@1             2500 JPY  placed\n"), "\(all)")
    let one = try workspace.expect(.done, "watch", "total", "--order", "JPY").output
    #expect(one.hasSuffix("  JPY@1         2500 JPY\n1 entry.\n"), "\(one)")
  }

  @Test func `programs see them, too, where no other member has the currency`() throws {
    let workspace = try store()
    func values(_ arguments: String...) throws -> [String] {
      try workspace.expect(.done, args: ["blame", "2001", "--json"] + arguments).documents().map {
        let currency = $0["currency"]?.string ?? "-"
        return "\($0["field"]?.string ?? "") \($0["value"]?.integer ?? 0) \(currency)"
      }
    }
    #expect(
      try values("--field", "total", "--history") == ["total 2048 USD", "total 2048 EUR"])
    #expect(try values("--field", "items[0].unitPrice") == ["items[0].unitPrice 1024 EUR"])
    #expect(try values("--field", "items[0].quantity") == ["items[0].quantity 2 -"])
    #expect(try values("--field", "rev") == ["rev 2 -"])
  }

  @Test func `people see the amounts with their currencies`() throws {
    let workspace = try store()
    for (arguments, text) in [
      (["diff", "2001@1", "2001@2"], "total               20.48 USD → 20.48 EUR\n"),
      (["log", "-p", "2001"], "total               20.48 USD → 20.48 EUR\n"),
      (["log", "2001", "--field", "total"], "total  20.48 USD → 20.48 EUR\n"),
      (["show", "@9"], "total               20.48 USD → 20.48 EUR\n"),
      (["blame", "2001", "--field", "total"], "total  20.48 EUR    9    2  "),
      (["blame", "2001", "--field", "total", "--history"], "total  20.48 EUR    9    2  "),
      (["what-if", "--skip", "9"], "  - total: 20.48 EUR\n"),
      (["watch", "old(total)", "total", "2001", "--changes"], "   20.48 USD   20.48 EUR\n"),
      (["find", "changed(total)", "2001"], "It holds at 2 entries of 1 order.\n"),
    ] {
      let output = try workspace.run(arguments).output
      #expect(output.contains(text), "\(arguments): \(output)")
    }
    try workspace.expect(.negative, "find", "old(total) == total", "2001")
    let steps = try workspace.expect(.done, "step", "2001", input: "diff\n")
    #expect(steps.output.contains("total               20.48 USD → 20.48 EUR\n"))
    let broken = try workspace.expect(
      .negative, "check", "--invariant",
      "same=rev == 1 or currency == old(currency) or old(total) != 20.48")
    #expect(broken.output.contains("old(total) = 20.48 USD\n"), "\(broken)")
  }

  @Test func `programs get the same numbers, and the currency`() throws {
    let workspace = try store()
    let changes = try workspace.expect(.negative, "diff", "2001@1", "2001@2", "--json").document()
    #expect(
      changes["fields"]?.array?.compactMap { $0["field"]?.string }
        == ["rev", "items[0].unitPrice", "currency", "total", "balance", "due", "updatedAt"])
    let total = changes["fields"]?.array?.first { $0["field"]?.string == "total" }
    #expect(total?["old"]?.integer == 2048 && total?["new"]?.integer == 2048)
    let rows = try workspace.expect(.done, "watch", "old(total)", "2001", "--json").documents()
    #expect(rows.map { $0["values"]?["old(total)"]?.integer } == [nil, 2048])
  }
}
