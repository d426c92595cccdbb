import Testing

/// Edits of an order whose personal data was erased: the tool can't know that they change nothing.
@Suite struct ErasedEditTests {
  let workspace: Workspace

  init() throws { workspace = try .withErasedEdit() }

  @Test(
    arguments: [
      (["--first-name", "Amy"], "contact.firstName"),
      (["--remove", "billing.street2"], "billing.street2"),
      (["--payment-kind", "invoice"], "paymentKind"),
      (["--billing-city", "Cupertino", "--tax", "0"], "billing.city"),
    ])
  func `what was erased counts as changed once, and then it is known`(
    _ change: [String], _ field: String
  ) throws {
    let edit = ["edit", "1003"] + change
    let first = try workspace.run(edit)
    #expect(first.output.hasPrefix("Changed \(field) of order 1003"), "\(first)")
    #expect(try workspace.entries().count == 10)
    let again = try workspace.run(edit)
    #expect(again.output.contains("Nothing changes"), "\(again)")
    #expect(try workspace.entries().count == 10)
    try workspace.expect(.done, "verify")
    try workspace.expect(.done, "replay")
  }

  /// The draft of an edit in the editor is the whole order, but only what was changed there is meant.
  @Test func `what was kept of an edit doesn't name what isn't known`() throws {
    let editor = #"sed 's/"tax": "[^"]*"/"tax": "1.50", "pony": 1/' "$1" > n && cat n > "$1""#
    try workspace.write(editor, to: "editor.sh")
    let edit = ["edit", "1003", "--editor"]
    let visual = ["VISUAL": "sh editor.sh"]
    let wrong = try workspace.run(edit, environment: visual)
    #expect(wrong.errors.contains("order-1003-edited.json"), "\(wrong)")
    try workspace.write(#"sed 's/, "pony": 1//' "$1" > n && cat n > "$1""#, to: "editor.sh")
    let kept = ["--from", "order-1003-edited.json"]
    let right = try workspace.run(edit + kept, environment: visual)
    #expect(right.output.hasPrefix("Changed tax of order 1003"), "\(right)")
    #expect(try workspace.run(["show", "1003"]).output.contains("entry 9"))
  }

  @Test func `an import takes it as a change, too`() throws {
    let update = #""command":{"type":"update-order","contact":{"phone":"111-111-1111"}}"#
    for _ in 1...2 {
      let end = try #require(workspace.entries().last?["at"]?.string)
      let line = #"{"at":"\#(end)","actor":"amy","order":"1003",\#(update)}"#
      try workspace.expect(.done, "import", "-", input: line)
      #expect(try workspace.entries().count == 10)
    }
  }

  /// The order's create entry is erased, too, so its country isn't known.
  @Test func `no country is made up, and nothing is required because of one`() throws {
    try workspace.erase(8)
    let edit = ["edit", "1003", "--shipment-zip", "SW1A 2AA", "--shipment-city", "London"]
    let edited = try workspace.run(edit)
    #expect(edited.code == 0, "\(edited)")
    let order = try workspace.expect(.done, "show", "1003", "--json").document()
    #expect(order["shipment"]?["zip"]?.string == "SW1A 2AA")
    #expect(order["shipment"]?["country"] == nil)
    let log = try workspace.run(["log", "-p", "1003"])
    #expect(log.code == 0 && !log.output.contains("country"), "\(log)")
    try workspace.expect(.done, "replay")
    try workspace.expect(.done, "edit", "1003", "--shipment-country", "GB")
    let wrong = try workspace.run(["edit", "1003", "--shipment-country", "US"])
    #expect(wrong.code == 1, "\(wrong)")
    try workspace.expect(.done, "replay")
  }

  @Test func `what isn't personal is known all the time`() throws {
    let same = try workspace.run(["edit", "1003", "--tax", "0"])
    #expect(same.output.contains("Nothing changes"), "\(same)")
  }

  /// Entry 9 may have changed the state and the postal code with the country.
  @Test func `what may be older isn't checked against another country`() throws {
    try workspace.expect(
      .done, "edit", "1003", "--billing-country", "DE", "--billing-zip", "D-53111", "--remove",
      "billing.state")
    try workspace.expect(
      .done, "edit", "1003", "--billing-country", "US", "--billing-zip", "10001",
      "--billing-state", "NY")
    try workspace.erase(11)
    try workspace.expect(.done, "edit", "1003", "--billing-country", "US")
    try workspace.expect(.done, "replay")
    let wrong = ["edit", "1003", "--billing-zip", "D-53111"]
    #expect(try workspace.run(wrong).code == 1)
    try workspace.expect(.done, "replay")
  }

  /// The country isn't known, and neither is that there was one.
  @Test func `an unknown country isn't removed`() throws {
    try workspace.erase(8)
    let form = """
      {"billing":{"street1":"1 Main St","street2":null,"city":"Rome","state":null,"zip":"00100",\
      "country":null}}
      """
    try workspace.write(form, to: "form.json")
    try workspace.expect(.done, "edit", "1003", "--from", "form.json", "--same-address")
    #expect(try !workspace.log().contains(#""country":null"#))
    let log = try workspace.run(["log", "-p", "1003"])
    #expect(log.code == 0 && !log.output.contains("country"), "\(log)")
  }
}
