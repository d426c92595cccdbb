import JSONLines
import Testing

/// Edits of a part of a card that an erased entry may have replaced: the rest isn't taken from an older one.
@Suite struct ErasedCardTests {
  let workspace: Workspace

  /// Entry 10 sets a card; of entry 11, it isn't known any more that it changed only the name.
  init() throws {
    workspace = try .withErasedEdit()
    try workspace.expect(
      .done, "edit", "1003", "--payment-kind", "card", "--card-brand", "visa", "--card-last4",
      "1111", "--card-expires", "2030-01")
    try workspace.expect(.done, "edit", "1003", "--first-name", "Zoe")
    try workspace.erase(11)
  }

  @Test(arguments: [
    ["--card-expires", "2031-05"], ["--card-brand", "amex"], ["--card-last4", "1111"],
    ["--card-last4", "3333"], ["--remove", "payment.brand"], ["--payment-kind", "card"],
    ["--card-last4", "1111", "--card-brand", "visa"], ["--card-file", "card"],
  ])
  func `a part of it stops the edit`(_ part: [String]) throws {
    try workspace.write(Forms.card, to: "card")
    try expectErased(["edit", "1003"] + part)
  }

  @Test func `so does a part of it in a form`() throws {
    try workspace.write(#"{"payment":{"expires":"2031-05"}}"#, to: "form.json")
    try expectErased(["edit", "1003", "--from", "form.json"])
  }

  @Test(arguments: [
    #"s/2030-01/2031-05/"#, #"s/"visa"/"amex"/"#, #"s/"kind": "card"/"kind": "invoice"/"#,
    #"s/"1111"/"3333"/; s/2030-01/2031-05/"#,
  ])
  func `so does a part of it in the editor`(_ change: String) throws {
    try workspace.write("sed '\(change)' \"$1\" > n && cat n > \"$1\"", to: "editor.sh")
    try expectErased(
      ["edit", "1003", "--editor"], environment: ["VISUAL": "sh editor.sh"])
  }

  private func expectErased(_ edit: [String], environment: [String: String] = [:]) throws {
    let told = try workspace.run(edit, environment: environment)
    #expect(told.code == 1 && told.errors.contains("was erased"), "\(told)")
    #expect(told.errors.contains("--card-last4"), "\(told)")
    #expect(try workspace.entries().count == 11)
  }

  @Test(arguments: [
    (
      ["--card-last4", "1111", "--card-expires", "2031-05"],
      #"{"kind":"card","last4":"1111","expires":"2031-05"}"#
    ),
    (
      ["--card-file", "card", "--card-expires", "2031-05"],
      #"{"kind":"card","brand":"visa","last4":"1111","expires":"2031-05"}"#
    ),
    (["--payment-kind", "invoice"], #"{"kind":"invoice"}"#),
  ])
  func `what the kind needs is enough`(_ change: [String], _ payment: String) throws {
    try workspace.write(Forms.card, to: "card")
    try done(["edit", "1003"] + change)
    let order = try workspace.expect(.done, "show", "1003", "--json").document()
    #expect(try order["payment"] == JSONValue(parsing: payment))
    let known = try workspace.run(["watch", "payment.brand", "1003"])
    #expect(known.code == 0, "\(known)")
    try workspace.expect(.done, "replay")
  }

  @Test func `an edit of something else needs no card`() throws {
    try workspace.write(
      "sed 's/\"tax\": \"[^\"]*\"/\"tax\": \"1.50\"/' \"$1\" > n && cat n > \"$1\"", to: "editor.sh"
    )
    let edit = ["edit", "1003", "--editor"]
    let told = try workspace.run(edit, environment: ["VISUAL": "sh editor.sh"])
    #expect(told.output.hasPrefix("Changed tax of order 1003"), "\(told)")
    try workspace.expect(.done, "edit", "1003", "--phone", "222-222-2222")
  }

  private func done(_ command: [String]) throws {
    let told = try workspace.run(command)
    #expect(told.code == 0, "\(command) \(told)")
  }
}
