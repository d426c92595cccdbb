import Testing

/// `generate`, and a store filled with what it makes up.
@Suite struct GenerateTests {
  @Test func `what is made up can be imported, and replays`() throws {
    let workspace = try Workspace()
    try workspace.expect(.done, "init", "store")
    let made = try workspace.expect(.done, "generate", "--orders", "200").output
    let imported = try workspace.expect(.negative, "import", "-", input: made)
    #expect(imported.output.contains(" accepted, "), "\(imported)")
    #expect(!imported.output.contains("invalid"), "\(imported)")
    try workspace.expect(.done, "verify")
    try workspace.expect(.done, "replay")
    #expect(try workspace.expect(.done, "list", "--json").documents().count > 150)
  }

  @Test func `the number of orders and the seed decide everything`() throws {
    let workspace = try Workspace()
    let usual = try workspace.expect(.done, "generate").output
    let same = ["generate", "--orders", "100", "--seed", "1", "--json"]
    #expect(try workspace.run(same).output == usual)
    #expect(try workspace.expect(.done, "generate", "--seed", "2").output != usual)
    try workspace.expect(.usage, "generate", "--orders", "0")
    let largest = String(Int.max)
    try workspace.expect(.done, "generate", "--orders", "1", "--seed", largest)
    let refused = try workspace.expect(.usage, "generate", "--seed", largest + "0")
    #expect(refused.errors.contains("from 0 to \(largest), not"), "\(refused)")
  }
}
