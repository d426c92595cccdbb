import Foundation
import JSONLines
import OrderDomain
import Testing

/// Forms at the command line: every code that a field can have, the card's secrets, the editor.
@Suite struct FormTests {
  let workspace: Workspace

  /// The demo's store: order 1001 is shipped, for 1002 something is paid.
  init() throws { workspace = try Workspace.withForms() }

  static let long = String(repeating: "e", count: 201)

  static let codes: [(field: String, code: String, flags: [String])] = [
    ("customer", "blank", ["--customer", "  "]),
    ("contact.firstName", "blank", ["--first-name", ""]),
    ("shipment.city", "blank", ["--shipment-city", "\u{3000}"]),
    ("contact.lastName", "too-long", ["--last-name", long]),
    ("billing.street2", "too-long", ["--billing-street2", long]),
    ("actor", "too-long", ["--actor", long]),
    ("id", "too-long", ["--id", long]),
    ("reason", "too-long", ["--reason", long]),
    ("order", "malformed", ["--order", "no/slash"]),
    ("order", "malformed", ["--order", "end"]), ("order", "malformed", ["--order", "now"]),
    ("order", "malformed", ["--order", "yesterday"]),
    ("contact.email", "malformed", ["--email", "amy@"]),
    ("contact.phone", "malformed", ["--phone", "call me"]),
    ("billing.zip", "malformed", ["--billing-zip", "9501"]),
    ("billing.country", "malformed", ["--billing-country", "usa"]),
    ("currency", "malformed", ["--currency", "usd"]),
    ("items[0]", "malformed", ["--item", "A"]),
    ("items[1].quantity", "malformed", ["--item", "A:1:1", "--item", "B:some:1"]),
    ("items[0].unitPrice", "malformed", ["--item", "A:1:1.999"]),
    ("tax", "malformed", ["--tax", "a lot"]),
    ("payment.last4", "malformed", ["--card-last4", "12x4"]),
    ("payment.expires", "malformed", ["--card-expires", "12/99"]),
    ("payment.number", "malformed", ["--card-file", "wrong-number.txt"]),
    ("payment.cvv", "malformed", ["--card-file", "wrong-cvv.txt"]),
    ("items[0].unitPrice", "blank", ["--item", "A:1:"]),
    ("items[1].quantity", "blank", ["--item", "A:1:1", "--item", "B: :1"]),
    ("payment.cvv", "blank", ["--card-file", "no-cvv.txt"]),
    ("payment.expires", "blank", ["--payment-kind", "card", "--card-last4", "1111"]),
    ("payment.expires", "expired", ["--card-expires", "2020-01"]),
    ("items[0].quantity", "out-of-range", ["--item", "A:0:1"]),
    ("items[0].quantity", "out-of-range", ["--item", "A:1000001:0.01"]),
    ("shippingFee", "out-of-range", ["--shipping-fee", "-1"]),
    ("total", "out-of-range", ["--discount", "25.01"]),
    ("items", "empty", ["--from", "no-items.json"]),
    ("items", "too-many", ["--from", "many-items.json"]),
    ("shippingMethod", "unknown", ["--shipping-method", "Standard Shipping"]),
  ]

  private func writeFiles() throws {
    let files = [
      "wrong-number.txt": "4111 1111 1111 1112\n123\n", "wrong-cvv.txt": "4111111111111111\n12\n",
      "no-cvv.txt": "4111111111111111",
    ]
    for (name, text) in files { try workspace.write(text, to: name) }
    var form = try JSONValue(parsing: Forms.amy)
    let items = try #require(form["items"]?.array)
    for (name, count) in [("no-items.json", 0), ("many-items.json", Limits.current.items + 1)] {
      form["items"] = .array(
        items.prefix(count) + Array(repeating: items[0], count: max(0, count - 1)))
      var writer = JSONWriter()
      writer.value(form)
      try workspace.write(writer.withBytes { Array($0) }, to: name)
    }
  }

  @Test(arguments: codes.indices) func `a wrong field is reported`(_ index: Int) throws {
    let row = Self.codes[index]
    try writeFiles()
    let form = row.flags.contains("--from") ? [] : ["--from", "amy.json"]
    let before = try workspace.entries().count
    let finished = try workspace.run(["validate", "--json"] + form + row.flags)
    #expect(finished.code == ExitStatus.negative.rawValue, "\(finished)")
    let error = try finished.errorObject()
    #expect(error["code"]?.string == "invalid")
    let fields = error["fields"]?.array ?? []
    #expect(fields.map { $0["field"]?.string } == [row.field], "\(finished)")
    #expect(fields.map { $0["code"]?.string } == [row.code], "\(finished)")
    let text = try workspace.run(["validate"] + form + row.flags)
    #expect(text.errors.contains("\n  \(row.field)  "), "\(text)")
    #expect(try workspace.entries().count == before)
  }

  @Test func `the table has every code that a field can have`() {
    let codes = Set(FieldCode.allCases.map(\.rawValue))
    #expect(codes.union(["unknown"]) == Set(Self.codes.map(\.code)))
  }
}

// Amounts.
extension FormTests {
  @Test func `an amount with two meanings in a locale is none there`() throws {
    let order = ["create", "--from", "amy.json", "--currency", "KWD", "--item", "A:1:1,234"]
    let form = try workspace.text("amy.json").replacing(
      /"shippingFee": *\d+/, with: "\"shippingFee\":0")
    try workspace.write(form, to: "amy.json")
    let refused = try workspace.expect(.negative, args: order + ["--locale", "en-US"])
    #expect(
      refused.errors.contains("unitPrice  may be 1.234 or 1234.000: write one of these\n"),
      "\(refused)")
    try workspace.expect(.done, args: order + ["--order", "k-1", "--locale", "de-DE"])
    let pay = ["pay", "k-1", "1,234", "--locale"]
    let paid = try workspace.expect(.negative, args: pay + ["en-GB"])
    #expect(paid.errors.contains("amount  may be 1.234 or 1234.000"), "\(paid)")
    try workspace.expect(.done, args: pay + ["fr-FR"])
  }

  @Test(arguments: [
    (
      ["validate", "--from", "amy.json", "--item", "A:1:1.239,4"], "items[0].unitPrice", "1239,4"
    ),
    (["validate", "--from", "amy.json", "--tax", "1,239.4"], "tax", "1239.4"),
    (["edit", "1002", "--tax", "1 239,4"], "tax", "1239,4"),
    (["pay", "1002", "1.239,4"], "amount", "1239,4"),
    (["refund", "1002", "1'239.4"], "amount", "1239.4"),
  ])
  func `an amount with grouped thousands is shown as it can be typed`(
    _ command: [String], _ field: String, _ plain: String
  ) throws {
    let finished = try workspace.run(command)
    #expect(
      finished.errors.contains(
        "\n  \(field)  must have all its decimals, or nothing between thousands: \(plain)\n"),
      "\(finished)")
    let forPrograms = try workspace.run(command + ["--json"])
    #expect(forPrograms.errors.contains("must be an amount like 12.99 or 12,99"))
  }

  @Test(arguments: ["iso", "en-US", "de-DE", "fr-FR", "pt-BR"])
  func `an amount is typed as it is shown`(_ locale: String) throws {
    try workspace.expect(.done, "edit", "1002", "--tax", "1239.40", "--locale", locale)
    let shown = try workspace.expect(.done, "show", "1002", "--locale", locale).output
    let line = try #require(shown.split(separator: "\n").first { $0.contains("due") })
    let due = line.drop { !$0.isNumber && $0 != "$" && $0 != "U" }
    try workspace.expect(.done, "edit", "1002", "--tax", String(due), "--locale", locale)
    try workspace.expect(
      .done, "create", "--from", "amy.json", "--item", "A:1:\(due)", "--locale", locale)
  }

  @Test func `no card's number is shown as an amount`() throws {
    let flags = ["--from", "amy.json", "--tax", "4 111 111 111 111 111"]
    let finished = try workspace.run(["validate"] + flags)
    #expect(finished.errors.contains("  tax  must be an amount"), "\(finished)")
  }
}

// Cards.
extension FormTests {
  @Test func `a card's number and CVV are in no file and no output`() throws {
    let card =
      #""payment": {"kind": "card", "number": "6011 1111 1111 1117", "cvv": "739","#
      + #" "expires": "2099-12"}"#
    try workspace.write(
      Forms.amy.replacing(#""payment": {"kind": "invoice"}"#, with: card), to: "card.json")
    var said = ""
    for flags in [["--dry-run"], ["--json"], ["--email", "x"], ["--card-last4", "0000"]] {
      let finished = try workspace.run(["create", "--from", "card.json"] + flags)
      said += finished.output + finished.errors
    }
    said += try workspace.expect(.done, "show", "1003", "--json").output
    #expect(said.contains("1117") && said.contains("discover"))
    let log = try workspace.log()
    #expect(log.contains("1117"))
    for text in [said, log] {
      #expect(text.firstMatch(of: /6011[ -]?1111/) == nil)
      #expect(!text.contains(#""739""#) && !text.contains(":739"))
    }
  }

  @Test func `a card can come through a pipe`() throws {
    try workspace.expect(
      .done, "edit", "1002", "--payment-kind", "card", "--card-file", "-", "--card-expires",
      "2099-12", input: Forms.card)
    let order = try workspace.expect(.done, "show", "1002", "--json").document()
    #expect(order["payment"]?["brand"]?.string == "visa")
    #expect(order["payment"]?["last4"]?.string == "1111")
  }
}

// Flags against each other.
extension FormTests {
  static let contradictions: [(command: [String], one: String, other: String)] = [
    (["edit", "1002", "--remove", "tax", "--tax", "1.23"], "--remove tax", "--tax"),
    (
      ["edit", "1002", "--same-address", "--shipment-street1", "X"], "--same-address",
      "--shipment-street1"
    ),
    (
      ["edit", "1002", "--same-address", "--remove", "shipment.street2"], "--same-address",
      "--remove shipment.street2"
    ),
    (
      ["create", "--from", "amy.json", "--same-address", "--shipment-zip", "10001"],
      "--same-address", "--shipment-zip"
    ),
    (
      ["validate", "--from", "amy.json", "--same-address", "--shipment-city", "X"],
      "--same-address", "--shipment-city"
    ),
  ]

  @Test(arguments: contradictions.indices)
  func `flags that contradict each other are both named`(_ index: Int) throws {
    let row = Self.contradictions[index]
    let before = try workspace.log()
    let finished = try workspace.run(row.command + ["--json"])
    #expect(finished.code == ExitStatus.usage.rawValue, "\(finished)")
    let error = try finished.errorObject()
    #expect(error["code"]?.string == "exclusive-flags")
    #expect(error["message"]?.string == "\(row.one) and \(row.other) contradict each other.")
    #expect(try workspace.log() == before)
  }
}

// Forms out of pipes.
extension FormTests {
  @Test func `a form can come through a pipe, and flags lie on top of it`() throws {
    try workspace.expect(
      .done, "create", "--from", "-", "--customer", "dana", "--order", "D-1", input: Forms.amy)
    let order = try workspace.expect(.done, "show", "D-1", "--json").document()
    #expect(order["customer"]?.string == "dana")
    #expect(order["billing"]?["street2"]?.string == "2nd floor")
    #expect(order["total"]?.integer == 2500)
  }

  /// Numbers in JSON are minor units, and 2500 yen aren't 25 dollars.
  @Test func `a form's numbers keep their currency, or one with as many decimals`() throws {
    let workspace = try Workspace()
    try workspace.expect(.done, "init", "store")
    let form = Commands.create().replacing(#""type":"create-order","#, with: "")
    try workspace.write(form, to: "form.json")
    try workspace.expect(.done, "validate", "--from", "form.json", "--currency", "EUR")
    let told = try workspace.expect(.usage, "create", "--from", "form.json", "--currency", "JPY")
    #expect(told.errors.contains("The numbers in form.json are minor units of its currency"))
    try workspace.expect(
      .done, "create", "--from", "form.json", "--currency", "JPY", "--item", "A:1:2500")
    let quoted = form.replacing("1250", with: #""1250""#)
    try workspace.write(quoted, to: "form.json")
    try workspace.expect(.done, "create", "--from", "form.json", "--currency", "JPY")
    #expect(try workspace.expect(.done, "list").output.contains("2500 JPY"))
  }

  @Test func `a payment of nothing says what else there is to do`() throws {
    let workspace = try Workspace()
    try workspace.expect(.done, "demo", "store")
    let paid = try workspace.expect(.negative, "pay", "1001").errors
    #expect(paid.contains("`cleanstore log -p 1001` shows its payments."), "\(paid)")
    try workspace.expect(.done, "cancel", "1002")
    let owed = try workspace.expect(.negative, "pay", "1002").errors
    #expect(owed.contains("Something is to be refunded: `cleanstore refund 1002`."), "\(owed)")
  }

  @Test func `there are no prompts without a terminal`() throws {
    let finished = try workspace.expect(.negative, "create", input: "amy\nAmy\nApple\n")
    #expect(finished.errors.contains("17 fields are wrong"))
    #expect(finished.output.isEmpty)
  }

  @Test func `a form that never ends is refused`() throws {
    let blanks = String(repeating: " ", count: 1 << 20) + Forms.amy
    let finished = try workspace.expect(.badData, "create", "--from", "-", "--json", input: blanks)
    #expect(try finished.errorObject()["code"]?.string == "file-too-large")
  }
}
