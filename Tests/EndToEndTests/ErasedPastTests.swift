import Testing

/// Other pasts of orders with erased personal data: what is recorded tells of the state that a command was decided
/// on, and of no other one.
@Suite struct ErasedPastTests {
  private static let order = Commands.create(unitPrice: 100, quantity: 1)
  private static let pay = Commands.pay(100)
  private static let ship = Commands.simple("ship-order")
  private static let newCity = edit(#""billing":{"city":"Ames"}"#)
  private static let british = edit(#""billing":{"zip":"SW1"}"#)
  private static let german = edit(#""billing":{"country":"DE"}"#)
  private static let contact = #""contact":{"firstName":"Bob"}"#
  private static let card =
    #""payment":{"kind":"card","brand":"visa","last4":"1111","expires":"2026-03"}"#

  private static func edit(_ fields: String) -> String {
    Commands.simple("update-order", more: "," + fields)
  }

  struct Past: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let commands: [String]
    let erased: [Int]
    let change: [String]
    /// The entry whose outcome can't be known.
    let unknown: Int
  }

  static let pasts = [
    Past(
      testDescription: "shipped only there",
      commands: [order, edit(#""tax":100"#), pay, ship, newCity], erased: [5],
      change: ["--skip", "2"], unknown: 5),
    Past(
      testDescription: "shipped by a command that is put in",
      commands: [order, pay, newCity], erased: [3], change: ["--insert", "3=" + ship], unknown: 3),
    Past(
      testDescription: "shipped only there, and a part is known",
      commands: [
        order, edit(#""tax":100"#), pay, ship, edit(contact + #","billing":{"city":"Ames"}"#),
      ], erased: [1], change: ["--skip", "2"], unknown: 5),
    Past(
      testDescription: "a postal code of another country",
      commands: [order, german, british], erased: [3], change: ["--skip", "2"], unknown: 3),
    Past(
      testDescription: "a postal code that was wrong in another country",
      commands: [order, german, edit(#""billing":{"country":"US"}"#), british], erased: [4],
      change: ["--skip", "3"], unknown: 4),
    Past(
      testDescription: "a postal code that another erased entry set",
      commands: [
        order, edit(#""billing":{"zip":"SW1","country":"DE"}"#),
        edit(#""billing":{"zip":"12345"}"#), edit(#""billing":{"country":"US"}"#),
      ], erased: [2, 3], change: ["--skip", "3"], unknown: 4),
    Past(
      testDescription: "a card at another time", commands: [order, edit(card)], erased: [2],
      change: ["--time", "2=2026-04-01T00:00:00Z"], unknown: 2),
    Past(
      testDescription: "a refusal whose reason was known",
      commands: [
        order, edit(#""customer":"eve""#), pay, ship, edit(#""customer":"amy","# + contact),
      ], erased: [5], change: ["--skip", "2"], unknown: 5),
    Past(
      testDescription: "what is wrong with an order that was there before",
      commands: [
        order, Commands.simple("cancel-order"), Commands.create(quantity: 0),
      ], erased: [3], change: ["--skip", "1"], unknown: 3),
    Past(
      testDescription: "the payment's kind of another order",
      commands: [order, edit(card), edit(#""payment":{"kind":"cash"},"tax":100"#)], erased: [1],
      change: ["--skip", "2"], unknown: 3),
  ]

  @Test(arguments: pasts) func `what is recorded of another state tells nothing`(_ past: Past)
    throws
  {
    let workspace = try Workspace()
    try workspace.expect(.done, "init", "store")
    let lines = past.commands.enumerated().map { Commands.line($0, "1001", $1) }
    let imported = try workspace.run("import", "-", input: lines.joined())
    // Some lines are refused.
    #expect([0, ExitStatus.negative.rawValue].contains(imported.code), "\(imported)")
    for entry in past.erased { try workspace.erase(entry) }
    let told = try workspace.run(
      ["what-if", "--json", "--output", "past.jsonl"] + past.change)
    let unknown = told.output.split(separator: "\n").filter {
      $0.contains(#""now":{"unknown":true}"#)
    }
    #expect(unknown.first?.hasPrefix(#"{"seq":\#(past.unknown),"#) == true, "\(told)")
    try workspace.expect(.done, "replay", "--store", "past.jsonl")
  }

  /// Money decides nothing that is personal.
  @Test func `what is recorded of the same fields is taken`() throws {
    let workspace = try Workspace()
    try workspace.expect(.done, "init", "store")
    let lines = [Self.order, Self.pay, Self.newCity].enumerated().map {
      Commands.line($0, "1001", $1)
    }
    try workspace.expect(.done, "import", "-", input: lines.joined())
    try workspace.erase(3)
    let told = try workspace.run(["what-if", "--skip", "2", "--json"])
    #expect(told.output.contains(#""commands":0,"ends":1,"#), "\(told)")
    #expect(told.output.contains(#""taken":1"#) && !told.output.contains("unknown"), "\(told)")
  }
}
