import Testing

/// The outcomes that are judged, and those taken as recorded, where personal data was erased.
@Suite struct ErasedReplayTests {
  let workspace: Workspace

  /// Entry 8 creates an order 1003, and entry 9 changes a name.
  init() throws {
    workspace = try Workspace()
    try workspace.expect(.done, "demo", "store")
    _ = try workspace.run(["create", "--actor", "amy"] + Forms.flags)
  }

  /// The log as a file, with an entry changed.
  private func file(_ change: (String) -> String) throws -> String {
    let lines = try workspace.lines().map { change($0.replacing(/,"crc":"[0-9a-f]+"/, with: "")) }
    try workspace.write(lines.map { $0 + "\n" }.joined(), to: "log.jsonl")
    return "log.jsonl"
  }

  private func edit(_ flags: String...) throws -> Int {
    _ = try workspace.run(["edit", "1003"] + flags)
    return try workspace.entries().count
  }

  @Test func `a refused entry that was erased loses nothing`() throws {
    let refused = try edit("--phone", "12")
    let changed = try edit("--billing-city", "Ames")
    try workspace.erase(refused)
    // The same city seems to have been there before.
    let log = try file { $0.replacing(#""city":"Cupertino""#, with: #""city":"Ames""#) }
    let told = try workspace.run(["replay", "--store", log])
    #expect(told.code == 1 && told.output.contains("@\(changed)"), "\(told)")
  }

  @Test func `what was named again since is known`() throws {
    try workspace.erase(try edit("--phone", "222-222-2222"))
    _ = try edit("--phone", "333-333-3333")
    let last = try edit("--phone", "444-444-4444")
    let log = try file { $0.replacing("444-444-4444", with: "333-333-3333") }
    let told = try workspace.run(["replay", "--store", log])
    #expect(told.code == 1 && told.output.contains("@\(last)"), "\(told)")
  }

  @Test func `a shipped order keeps its address, whatever is lost of it`() throws {
    try workspace.erase(8)
    let changed = try edit("--billing-city", "Ames")
    let insert = [
      "what-if", "--insert", #"9={"type":"pay-order","amount":2500}"#, "--insert",
      #"9={"type":"ship-order"}"#, "--ignore-expect",
    ]
    let told = try workspace.run(insert)
    #expect(changed == 9 && told.output.contains("+ rejected: order-already-shipped"), "\(told)")
  }

  @Test func `a refusal by an earlier rule doesn't tell what a later one would say`() throws {
    try workspace.erase(8)
    try workspace.expect(.done, "cancel", "1003")
    let refused = try edit("--billing-city", "Ames")
    let past = [
      "what-if", "--replace", #"9={"type":"pay-order","amount":2500}"#, "--insert",
      #"\#(refused)={"type":"ship-order"}"#, "--ignore-expect",
    ]
    let told = try workspace.run(past)
    #expect(told.output.contains("+ not known: personal data is missing"), "\(told)")
  }

  /// The entry's request isn't known, so neither is its outcome, nor what follows.
  @Test func `the outcome of an erased refusal is unknown without its reason`() throws {
    try workspace.expect(.done, "cancel", "1003")
    let refused = try edit("--phone", "12")
    try workspace.expect(.negative, "refund", "1003", "0.01")
    try workspace.erase(refused)
    let past = ["what-if", "--skip", "9", "--ignore-expect"]
    let told = try workspace.run(past + ["--output", "past.jsonl"])
    #expect(told.output.contains("+ not known: personal data is missing"), "\(told)")
    #expect(
      told.output.contains("0 commands have a different outcome, 2 have one that isn't known"),
      "\(told)"
    )
    #expect(
      told.errors.contains("what would have become of entry \(refused), and of all"), "\(told)")
    let json = try workspace.run(past + ["--json"])
    #expect(
      json.output.contains(#""now":{"unknown":true}"#) && json.output.contains(#""unknown":2"#),
      "\(json)")
    // Unknown outcomes aren't written, so what is written is the rules' own.
    try workspace.expect(.done, "replay", "--store", "past.jsonl")
    #expect(try workspace.text("past.jsonl").split(separator: "\n").count == 8)
  }

  @Test func `what the record takes part in deciding is counted`() throws {
    let edited = try edit("--phone", "222-222-2222", "--tax", "1.00")
    try workspace.erase(edited)
    let told = try workspace.run(["replay"])
    #expect(told.code == 0 && told.output.contains("Took 1 judgement"), "\(told)")
  }
}
