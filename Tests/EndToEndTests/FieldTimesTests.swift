import JSONLines
import Testing

/// Times that are fields of orders, with the real tool: people read them in the zone of all other times.
@Suite struct FieldTimesTests {
  @Test(arguments: [
    (
      ["show", "@1"],
      [
        "  at      2025-06-02 18:00:00.000000 +09:00",
        "  placedAt           2025-06-02 18:00:00 +09:00",
      ]
    ),
    (["log", "-p", "1001"], ["        placedAt           2025-06-02 18:00:00 +09:00"]),
    (
      ["blame", "1001", "--field", "placedAt"],
      ["placedAt  2025-06-02 18:00:00 +09:00    1    1  2025-06-02 18:00:00  "]
    ),
    (["blame", "1001", "--history"], ["updatedAt           2025-06-02 18:30:00 +09:00"]),
    (
      ["what-if", "--time", "1=2025-06-02T17:59"],
      ["  - placedAt: 2025-06-02 18:00:00 +09:00", "  + placedAt: 2025-06-02 17:59:00 +09:00"]
    ),
    (
      ["what-if", "--time", "1=2025-06-02T09:00:00.5Z"],
      ["  - placedAt: 2025-06-02T09:00:00.000000Z", "  + placedAt: 2025-06-02T09:00:00.500000Z"]
    ),
  ]) func `are in the requested zone`(arguments: [String], lines: [String]) throws {
    let workspace = try Workspace()
    try workspace.expect(.done, "demo", "store")
    let output = try workspace.run(arguments + ["--time-zone", "+09:00"]).output
    for line in lines { #expect(output.contains(line), "\(output)") }
    #expect(output.contains("T09:") == arguments.joined().contains("T09:"))
    let json = try workspace.run(arguments + ["--time-zone", "+09:00", "--json"]).output
    #expect(json.contains(#"T09:00:00.000000Z"#) && !json.contains("+09:00"))
  }

  @Test func `all times of an entry have the offset that the zone had then`() throws {
    let shown = try Tool.runOnGoldenLog(["show", "@1", "--time-zone", "Europe/Berlin"]).output
    #expect(shown.contains("  at      2026-01-01 00:58:00.000000 +01:00\n"), "\(shown)")
    #expect(shown.contains("\n  placedAt           2026-01-01 00:58:00 +01:00\n"), "\(shown)")
    #expect(!shown.contains("Berlin"))
  }

  @Test func `also step by step`() throws {
    let workspace = try Workspace()
    try workspace.expect(.done, "demo", "store")
    let steps = try workspace.expect(
      .done, "step", "1001", "--time-zone", "+09:00", input: "show placedAt\n")
    #expect(steps.output.contains("  placedAt  2025-06-02 18:00:00 +09:00\n"))
  }
}
