// A single file may lack checksums: then `verify` says of which lines it can't tell whether they are damaged.

import JSONLines
import Testing

@Suite struct UncheckedLinesTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.expect(.done, "demo", "store")
  }

  /// - Parameter bare: The entries whose lines lose their checksums.
  private func verify(without bare: [Int], _ arguments: [String] = []) throws -> Finished {
    let lines = try workspace.lines().enumerated().map { index, line in
      bare.contains(index + 1) ? line.replacing(/,"crc":"[0-9a-f]{8}"\}$/, with: "}") : line
    }
    try workspace.write(lines.map { $0 + "\n" }.joined(), to: "history.jsonl")
    return try workspace.expect(.done, args: ["verify", "--store", "history.jsonl"] + arguments)
  }

  @Test(arguments: [
    (
      [3],
      "1 line has no checksum, so nothing tells whether it is damaged: @3.", "[[3,3]]"
    ),
    (
      [1, 2, 5],
      "3 lines have no checksum, so nothing tells whether they are damaged: @1 to @2, @5.",
      "[[1,2],[5,5]]"
    ),
  ]) func `they are counted and named`(_ bare: [Int], _ sentence: String, _ ranges: String)
    throws
  {
    for flags in [[], ["--all"]] as [[String]] {
      let text = try verify(without: bare, flags).output
      #expect(text.contains("\n\(sentence)\n"), "\(flags): \(text)")
    }
    let json = try verify(without: bare, ["--json"]).document()
    #expect(json["unchecked"]?["count"]?.integer == Int64(bare.count))
    #expect(json["unchecked"]?["entries"] == (try JSONValue(parsing: ranges)))
    #expect(try verify(without: bare, ["--all", "--json"]).document()["unchecked"] != nil)
  }

  @Test func `nothing is said of lines that have one, whatever their version`() throws {
    #expect(try !verify(without: []).output.contains("no checksum"))
    #expect(try verify(without: [], ["--json"]).document()["unchecked"] == nil)
    let golden = try ["01", "10"].map { first in
      try Files.text(
        Files.repository + "/Fixtures/format-1/log/000000000000000000\(first).jsonl")
    }
    try workspace.write(golden.joined(), to: "golden.jsonl")
    for flags in [[], ["--all"]] as [[String]] {
      let text = try workspace.expect(.done, args: ["verify", "--store", "golden.jsonl"] + flags)
      #expect(!text.output.contains("no checksum"), "\(text)")
    }
  }

  @Test func `an audit says so, too`() throws {
    _ = try verify(without: [2])
    let page = try workspace.run("audit", "--store", "history.jsonl")
    #expect(page.output.contains("1 line has no checksum"), "\(page)")
  }
}
