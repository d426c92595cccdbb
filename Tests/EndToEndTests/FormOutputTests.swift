import Testing

/// The output, for people and programs, of the commands that take a form, compared to the byte. The store is
/// the demo's: order 1001 is shipped, for 1002 something is paid. Record again with
/// CLEANSTORE_RECORD_GOLDEN=1.
@Suite struct FormOutputTests {
  private static let card = [
    "--payment-kind", "card", "--card-file", "card.txt", "--card-expires", "2099-12",
  ]

  static let sessions: [(name: String, commandLines: [[String]])] = [
    (
      "create",
      [
        ["create", "--from", "amy.json", "--dry-run"],
        ["create", "--from", "amy.json", "--id", "c-1"],
        ["create", "--from", "amy.json", "--id", "c-1"],
        ["create", "--from", "amy.json", "--tax", "1", "--id", "c-1"],
        ["create", "--from", "amy.json", "--quiet"],
        ["create", "--from", "amy.json", "--order", "A-7", "--reason", "by phone", "--json"],
        ["create", "--from", "amy.json", "--order", "A-7"],
        ["create"] + Forms.flags,
        ["create", "--from", "amy.json", "--same-address", "--order", "A-8"] + card,
        ["show", "A-8", "--json"],
        [
          "create", "--reuse", "--customer", "amy", "--shipping-method", "one-day",
          "--payment-kind", "cash", "--currency", "JPY", "--item", "PEN-7:1:1500:Pen: blue",
        ],
        [
          "create", "--reuse", "--customer", "dana", "--shipping-method", "one-day", "--json",
        ],
        ["create"],
        ["create", "--json", "--from", "amy.json", "--email", "amy", "--item", "A:0:1"],
        ["help", "create"],
      ]
    ),
    (
      "validate",
      [
        ["validate", "--from", "amy.json"],
        ["validate", "--from", "amy.json", "--json"],
        ["validate", "--from", "amy.json", "--order", "1001"],
        [
          "validate", "--from", "amy.json", "--order", "no/slash", "--email", "amy",
          "--shipping-method", "pony", "--tax", "1.234", "--discount", "99999999999999999999",
          "--billing-zip", "9501", "--last-name", "", "--item", "A:1:2.50", "--item", "B",
          "--payment-kind", "card", "--card-file", "wrong-card.txt", "--card-expires", "2020-01",
        ],
        ["log", "1003"],
      ]
    ),
    (
      "edit",
      [
        ["edit", "1002"],
        ["edit", "1002", "--phone", "222-222-2222"],
        ["edit", "1002", "--phone", "555-0100", "--billing-street2", "2nd floor", "--dry-run"],
        ["edit", "1002", "--phone", "555-0100", "--billing-street2", "2nd floor", "--id", "e-1"],
        ["edit", "1002", "--phone", "555-0100", "--billing-street2", "2nd floor", "--id", "e-1"],
        ["edit", "1002", "--remove", "billing.street2", "--same-address", "--json"],
        ["edit", "1002", "--expect", "2", "--phone", "555-0101"],
        ["edit", "1002", "--tax", "1"],
        ["edit", "1002", "--email", "bob", "--shipping-method", "pony", "--json"],
        ["edit", "1002"] + card,
        ["edit", "1002", "--payment-kind", "cash"],
        ["edit", "1001", "--billing-city", "Ampere"],
        ["edit", "1001", "--email", "amy@example.com"],
        ["edit", "4711", "--phone", "555-0100"],
        ["edit", "4711", "--editor"],
        ["help", "edit"],
      ]
    ),
    (
      "form-mistakes",
      [
        ["create", "--from", "nowhere.json"],
        ["create", "--from", "."],
        ["create", "--from", "broken.json"],
        ["create", "--from", "broken.json", "--json"],
        ["create", "--from", "unknown.json"],
        ["create", "--from", "-", "--card-file", "-"],
        ["create", "--from", "amy.json", "--store", "nowhere"],
        ["create", "--card-number", "4111"],
        ["edit", "1002", "--remove", "customer"],
        ["edit", "1002", "--editor", "--tax", "1"],
        ["edit", "no/slash", "--tax", "1"],
        ["edit"],
        ["list"],
      ]
    ),
  ]

  @Test(arguments: sessions.map(\.name)) func `the session is what it was`(_ name: String) throws {
    let commandLines = try #require(Self.sessions.first { $0.name == name }?.commandLines)
    let workspace = try Workspace.withForms()
    try workspace.write("4111 1111 1111 1112\n12\n", to: "wrong-card.txt")
    try workspace.write("{\n  \"customer\": \"amy\",\n}\n", to: "broken.json")
    try workspace.write(
      #"{"customer": "amy", "pin": "0", "contact": {"fax": 1}}"#, to: "unknown.json")
    let transcript = try workspace.transcript(of: commandLines)
    #expect(!transcript.contains("4111 1") && !transcript.contains("41111111"))
    try Golden.expect(transcript, "session-\(name).txt")
    try workspace.expect(.done, "verify")
  }
}
