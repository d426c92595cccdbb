import Foundation
import JSONLines
import Terminal
import Testing

/// The tool's messages about everything that is damaged, and what it shows around it.
@Suite struct AllDamageTests {
  let workspace: Workspace
  let segment = "store/log/00000000000000000001.jsonl"

  /// The demo's store: 9 entries of two orders and the catalogue.
  init() throws {
    workspace = try Workspace()
    try workspace.expect(.done, "demo", "store")
  }

  private func alter(_ change: (inout [String]) -> Void) throws {
    var lines = try workspace.lines()
    change(&lines)
    try workspace.write(lines.map { $0 + "\n" }.joined(), to: segment)
  }

  /// Changes a letter in a line's time, so that it doesn't match its checksum.
  private static func damage(_ line: inout String) {
    line = line.replacing(#""at":"20"#, with: #""at":"21"#, maxReplacements: 1)
  }

  private func defects() throws -> [JSONValue] {
    try workspace.expect(.badData, "verify", "--all", "--json").document()["defects"]?.array ?? []
  }

  @Test func `verify --all names each of several places, and counts what is good`() throws {
    let count = try workspace.lines().count
    try alter {
      Self.damage(&$0[2])
      $0.remove(at: 4)
      Self.damage(&$0[5])
    }
    let document = try workspace.expect(.badData, "verify", "--all", "--json").document()
    #expect(document["ok"] == .boolean(false))
    #expect(document["entries"]?.integer == Int64(count - 3))
    let found = document["defects"]?.array ?? []
    #expect(found.map { $0["line"]?.integer } == [3, 5, 6])
    #expect(
      found.map { $0["kind"]?.string } == ["wrong-checksum", "missing-entries", "wrong-checksum"])
    #expect(
      found.first?.members?.map(\.key)
        == ["file", "line", "byte", "seq", "kind", "what", "certain"])
    let lines = try workspace.expect(.badData, "verify", "--all").output.split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines[0].contains("\(segment):3:") && lines[0].contains("anything in it may be wrong"))
    #expect(lines[1].contains("\(segment):5:") && lines[1].contains("Entries are missing"))
    #expect(lines[3].hasPrefix("3 places are bad; good: \(count - 3) entries"))
  }

  @Test func `verify --all of a good store is good`() throws {
    let count = try workspace.lines().count
    let said = try workspace.expect(.done, "verify", "--all").output
    #expect(said.hasPrefix("Good: \(count) entries, ") && said.hasSuffix("Every byte was read.\n"))
    let document = try workspace.expect(.done, "verify", "--all", "--json").document()
    #expect(document["ok"] == .boolean(true) && document["defects"] == .array([]))
  }

  @Test func `two lines that changed places are two bad places`() throws {
    try alter { $0.swapAt(4, 5) }
    #expect(try defects().map { $0["kind"]?.string } == ["missing-entries", "out-of-order"])
  }

  @Test(arguments: DamageTests.wrongLines)
  func `what follows from a line that can't be right isn't reported, too`(
    line: Int, old: String, new: String, isNewer: Bool
  ) throws {
    try workspace.rewrite(line, in: segment) { $0.replacing(old, with: new) }
    let found = try defects()
    #expect(found.map { $0["line"]?.integer } == [Int64(line)], "\(found)")
    let isReadable = old.hasPrefix(#""rev""#) || old.hasPrefix(#""order/"#)
    let kind = isNewer ? "newer-version" : isReadable ? "out-of-order" : "invalid"
    #expect(found.first?["kind"]?.string == kind)
  }

  @Test func `an order whose creation can't be read isn't judged`() throws {
    try alter { Self.damage(&$0[1]) }
    #expect(try defects().count == 1)
  }

  @Test func `a torn tail after a bad line is told apart from it`() throws {
    try alter { Self.damage(&$0[2]) }
    try workspace.write(Array(workspace.bytes(segment).dropLast(30)), to: segment)
    try workspace.write(#"{"pid":1,"closed":false,"end":0}"#, to: "store/lock")
    #expect(try defects().map { $0["kind"]?.string } == ["wrong-checksum", "torn-tail"])
  }

  @Test func `verify --all reads single files and standard input`() throws {
    try alter { Self.damage(&$0[2]) }
    let log = try workspace.log()
    try workspace.write(log, to: "log.jsonl")
    let file = try workspace.expect(.badData, "verify", "--all", "--store", "log.jsonl")
    #expect(file.output.hasPrefix("log.jsonl:3:"))
    let input = try workspace.expect(.badData, "verify", "--all", "--store", "-", input: log)
    #expect(input.output.hasPrefix("standard input:3:"))
  }

  @Test func `--all and --checkpoint aren't combined`() throws {
    let finished = try workspace.expect(.usage, "verify", "--all", "--checkpoint", "c")
    #expect(finished.errors.contains("can't be used together"))
  }

  @Test func `log --around shows what is after a bad line, and marks it`() throws {
    let whole = try workspace.expect(.done, "log").output.split(separator: "\n")
    try alter { Self.damage(&$0[2]) }
    let stopped = try workspace.expect(.badData, "log")
    #expect(stopped.output.split(separator: "\n") == Array(whole[..<3]))
    let around = try workspace.expect(.badData, "log", "--around").output.split(separator: "\n")
    #expect(around[3] == "-- line 3 of ./\(segment) can't be read: skipped --")
    #expect(Array(around[4...].dropLast()) == Array(whole[4...].dropLast()))
    let lines = try workspace.expect(.badData, "log", "--around", "--json").documents()
    #expect(lines[2]["skipped"]?["line"]?.integer == 3)
    #expect(lines.compactMap { $0["seq"]?.integer } == [1, 2] + (4...Int64(whole.count - 2)))
  }

  @Test func `log --around of a good log is the log`() throws {
    for arguments in [
      ["log"], ["log", "--json"], ["log", "1001", "3..7"], ["log", "--rejected"],
    ] {
      let plain = try workspace.run(arguments)
      let around = try workspace.run(arguments + ["--around"])
      #expect(around.code == 0 && around.output == plain.output)
    }
    for beyond in [
      ["--at", "99"], ["1..99"], ["99.."], ["1..2", "--at", "99"], ["1..99", "--at", "2"],
    ] {
      let plain = try workspace.run(["log"] + beyond)
      let around = try workspace.run(["log", "--around"] + beyond)
      #expect(plain.code == 64 && around.code == 64 && around.errors == plain.errors)
    }
    let unknown = try workspace.expect(.notFound, "log", "9999", "--around")
    #expect(unknown.errors.contains("There is no order 9999"))
  }

  @Test func `log --around marks only what may be of the range`() throws {
    try alter { Self.damage(&$0[2]) }
    let later = try workspace.expect(.badData, "log", "--around", "4..6").output
    #expect(!later.contains("--") && later.hasSuffix("2 entries.\n"))
    try workspace.expect(.done, "log", "--around", "..2")
  }

  @Test(
    arguments: [
      (["-2.."], [6, 7]), (["-5..4"], [4]), (["--at", "-1"], [1, 2, 4, 5, 6]),
      (["1001@3.."], [5, 6, 7]), (["..1001@3"], [1, 2, 4]),
      (["--at", "2025-06-02T09:50"], [1, 2, 4]), (["2025-06-02T09:50.."], [5, 6, 7]),
      (["--since", "2025-06-02T09:40"], [4, 5, 6, 7]),
    ] as [([String], [Int64])])
  func `log --around finds positions of any kind around damage`(
    _ range: [String], _ shown: [Int64]
  ) throws {
    try alter { Self.damage(&$0[2]) }
    try workspace.expect(.badData, args: ["log", "--json"] + range)
    let around = try workspace.expect(.badData, args: ["log", "--around", "--json"] + range)
    #expect(try around.documents().compactMap { $0["seq"]?.integer } == shown, "\(around)")
  }

  @Test func `a revision that damage has taken isn't said to be beyond the end`() throws {
    try alter { Self.damage(&$0[2]) }
    let lost = try workspace.expect(.badData, "log", "--around", "1001@2..")
    #expect(
      lost.errors.contains("Among the entries that can be read, order/1001 has no revision 2."),
      "\(lost)")
    try workspace.expect(.usage, "log", "--around", "-99..")
  }

  @Test(arguments: ["--patch", "--reverse", "--follow", "--max-count=2", "--field=status"])
  func `what needs more than reading entries one by one can't be had around damage`(
    _ flag: String
  ) throws {
    try workspace.expect(.usage, "log", "--around", flag)
    try workspace.expect(.usage, "show", "1001", "--around")
  }

  @Test func `show --around finds an entry after a bad line, without what it changed`() throws {
    try alter { Self.damage(&$0[2]) }
    let before = try workspace.expect(.done, "show", "@2", "--around").output
    #expect(before == (try workspace.expect(.done, "show", "@2").output))
    try workspace.expect(.badData, "show", "@5")
    let after = try workspace.expect(.badData, "show", "@5", "--around")
    #expect(after.output.hasPrefix("-- line 3 of ./\(segment) can't be read: skipped --\nEntry 5:"))
    #expect(!after.output.contains("Changed"))
    #expect(after.errors.contains("What the entry changed isn't known"))
    let documents = try workspace.expect(.badData, "show", "@5", "--around", "--json").documents()
    #expect(documents.count == 2 && documents[0]["skipped"]?["line"]?.integer == 3)
    // The bad one itself.
    let lost = try workspace.expect(.badData, "show", "@3", "--around", "--json")
    #expect(try lost.errorObject()["location"]?["line"]?.integer == 3)
  }

  /// Lines that match their checksums, but not what a domain reads of them; the last one is the entry's own.
  @Test(
    arguments: [
      (3, #""expect":1"#, #""expect":"1""#), (4, #""amount":6239"#, #""amount":"6239""#),
      (4, "payment-received", "payment-found"), (4, #""rev":3"#, #""rev":4"#),
      (5, #"shipped","carrier":"#, #"shipped","carrier":5,"by":"#),
    ])
  func `show --around says why what an entry changed isn't known`(
    line: Int, old: String, new: String
  ) throws {
    try workspace.rewrite(line, in: segment) { $0.replacing(old, with: new) }
    let shown = try workspace.expect(.badData, "show", "@5", "--around")
    let mark = "-- line \(line) of ./\(segment) can't be read: skipped --\n"
    #expect(shown.output.hasPrefix((line < 5 ? mark : "") + "Entry 5:"), "\(shown)")
    #expect(!shown.output.contains("Changed"))
    #expect(shown.errors.contains("What the entry changed isn't known"), "\(shown)")
    let documents = try workspace.expect(.badData, "show", "@5", "--around", "--json").documents()
    #expect(documents.count == 2 && documents[0]["skipped"]?["line"]?.integer == Int64(line))
  }

  @Test func `nothing that decides has the flag`() throws {
    // With the operands that they need, so that nothing else is wrong.
    for command in [
      ["list"], ["replay"], ["pay", "1002", "1"], ["import", "-"], ["check"], ["recover"],
      ["backup", "copy"],
    ] {
      let refused = try workspace.expect(.usage, args: command + ["--around", "--json"])
      #expect(try refused.errorObject()["code"]?.string == "unknown-flag", "\(command)")
    }
  }
}
