// A single file may lack checksums and entries: then `verify` says of which lines it can't tell whether they are damaged,
// and which entries aren't there.

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
    try verify(arguments) { seq, line in
      bare.contains(seq) ? line.replacing(Self.checksum, with: "}") : line
    }
  }

  /// - Parameter change: The change of a line; nil if it is left out.
  private func verify(_ arguments: [String], _ change: (Int, String) -> String?) throws -> Finished
  {
    let lines = try workspace.lines().enumerated().compactMap { change($0 + 1, $1) }
    try workspace.write(lines.map { $0 + "\n" }.joined(), to: "history.jsonl")
    return try workspace.expect(.done, args: ["verify", "--store", "history.jsonl"] + arguments)
  }

  private static var checksum: Regex<Substring> { /,"crc":"[0-9a-f]{8}"\}$/ }

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

  /// A program that sorts the keys of a line, or puts its own first, leaves a checksum that covers nothing.
  @Test(arguments: [[3], [1, 2, 5]], [#"{"crc":"00000000","#, "{ \"crc\" : \"e3069283\", "])
  func `a checksum that isn't at the end counts as none`(_ moved: [Int], _ head: String) throws {
    func forged(_ seq: Int, _ line: String) -> String {
      guard moved.contains(seq) else { return line }
      return head
        + line.replacing(Self.checksum, with: "}").replacing("amy", with: "eve").dropFirst()
    }
    for flags in [[], ["--all"]] as [[String]] {
      let text = try verify(flags, forged).output
      #expect(text.contains(" no checksum, so nothing tells whether "), "\(text)")
    }
    let json = try verify(["--json"], forged).document()
    #expect(json["unchecked"]?["count"]?.integer == Int64(moved.count))
  }

  @Test(arguments: [
    ([3], "1 entry isn't here, although later ones are: @3.", "[[3,3]]"),
    ([1, 2, 5], "3 entries aren't here, although later ones are: @1 to @2, @5.", "[[1,2],[5,5]]"),
  ]) func `entries that aren't there are named`(
    _ missing: [Int], _ sentence: String, _ ranges: String
  ) throws {
    let isLeftOut = { (seq: Int, line: String) in missing.contains(seq) ? nil : line }
    for flags in [[], ["--all"]] as [[String]] {
      let text = try verify(flags, isLeftOut).output
      #expect(text.hasPrefix("Good: ") && text.contains("\n\(sentence)\n"), "\(flags): \(text)")
    }
    let json = try verify(["--json"], isLeftOut).document()
    #expect(json["missing"]?["entries"] == (try JSONValue(parsing: ranges)))
    #expect(try verify(["--json"]) { $1 }.document()["missing"] == nil)
  }

  /// Which needs no key: the tree can't be computed whatever the checkpoint says.
  @Test(arguments: [3, 1])
  func `a checkpoint can't be compared, and no good line is to blame`(_ missing: Int) throws {
    try workspace.write(
      try workspace.expect(.done, "checkpoint").output, to: "unsigned")
    let lines = try workspace.lines().enumerated().filter { $0.offset + 1 != missing }
    try workspace.write(lines.map { $0.element + "\n" }.joined(), to: "history.jsonl")
    let found = try workspace.expect(
      .badData, "verify", "--store", "history.jsonl", "--checkpoint", "unsigned")
    #expect(found.output.contains("entry \(missing) isn't there"), "\(found)")
    #expect(found.output.contains("entry \(missing) is the first bad one"), "\(found)")
    #expect(found.output.contains("Nothing is wrong with this line."), "\(found)")
  }

  @Test func `a bad line may be the entry that isn't there`() throws {
    let lines = try workspace.lines().enumerated().map { $0 == 2 ? "{" : $1 }
    try workspace.write(lines.map { $0 + "\n" }.joined(), to: "history.jsonl")
    let found = try workspace.expect(.badData, "verify", "--store", "history.jsonl", "--all")
    #expect(!found.output.contains("although later ones are"), "\(found)")
  }

  @Test func `an audit says so, too`() throws {
    _ = try verify([]) { seq, line in
      seq == 1 ? nil : seq == 2 ? line.replacing(Self.checksum, with: "}") : line
    }
    let page = try workspace.run("audit", "--store", "history.jsonl")
    #expect(page.output.contains("1 line has no checksum"), "\(page)")
    #expect(page.output.contains("1 entry isn't here"), "\(page)")
  }
}
