import Testing

/// What is judged, and what is taken as recorded, where personal data was erased.
@Suite struct ErasedReplayTests {
  let workspace: Workspace

  /// Entry 8 creates an order 1003, and entry 9 changes a name.
  init() throws {
    workspace = try Workspace()
    try workspace.expect(.done, "demo", "store")
    _ = try workspace.start(["create", "--actor", "amy"] + Forms.flags).finish()
  }

  private func edit(_ flags: String...) throws -> Int {
    _ = try workspace.start(["edit", "1003"] + flags).finish()
    return try workspace.entries().count
  }

  /// What the entry asked for isn't known, so neither is what would have become of it.
  @Test func `a refusal that was erased stays one`() throws {
    try workspace.expect(.done, "cancel", "1003")
    let refused = try edit("--phone", "12")
    try workspace.erase(refused)
    let told = try workspace.start(["what-if", "--skip", "9", "--ignore-expect"]).finish()
    #expect(!told.output.contains("accepted: order-updated"), "\(told)")
    #expect((told.output + told.errors).contains("entry \(refused) was erased"), "\(told)")
    #expect((told.output + told.errors).contains("Took 1 judgement"), "\(told)")
    let json = try workspace.start(["what-if", "--skip", "9", "--ignore-expect", "--json"]).finish()
    #expect(json.output.contains(#""taken":1,"erased":[\#(refused)]"#), "\(json)")
  }
}
