import Foundation
import JSONLines
import Testing

/// Histories decided once more by the real tool: exit codes, inputs of all kinds, other builds.
@Suite struct ReplayTests {
  /// The demo's story as lines that may be edited, in `story.jsonl`.
  private static func story(_ edits: [(old: String, new: String)] = []) throws -> Workspace {
    let workspace = try Workspace()
    try workspace.expect(.done, "demo", "store")
    var text = try workspace.expect(.done, "log", "--json").output
    if !edits.isEmpty { text = text.replacing(/,"crc":"\w+"/, with: "") }
    for edit in edits {
      try #require(text.contains(edit.old))
      text = text.replacing(edit.old, with: edit.new)
    }
    try workspace.write(text, to: "story.jsonl")
    return workspace
  }

  private static let payment = #""events":[{"type":"payment-received","amount":6239"#
  private static let otherPayment = #""events":[{"type":"payment-received","amount":6238"#

  @Test func `a store, its lines in a file, and through a pipe have one digest`() throws {
    let workspace = try Self.story()
    let first = try workspace.expect(.done, "replay", "--json").document()["digest"]?.string
    let digest = try #require(first)
    let lines = try workspace.text("story.jsonl")
    for (arguments, input) in [(["--store", "story.jsonl"], ""), (["--store", "-"], lines)] {
      let finished = try workspace.run(["replay", "--json"] + arguments, input: input)
      #expect(finished.code == 0)
      #expect(try finished.document()["digest"]?.string == digest)
    }
    let outcomes = try workspace.expect(.done, "replay", "--outcomes").output
    #expect(outcomes.contains(digest))
    #expect(try workspace.expect(.done, "replay", "--outcomes").output == outcomes)
  }

  @Test func `nothing that is read is changed`() throws {
    let workspace = try Self.story()
    let log = try workspace.log()
    let lines = try workspace.text("story.jsonl")
    try workspace.expect(.done, "replay")
    try workspace.expect(.negative, "what-if", "--skip", "4", "--store", "story.jsonl")
    try workspace.expect(.negative, "what-if", "--skip", "4")
    #expect(try workspace.log() == log)
    #expect(try workspace.text("story.jsonl") == lines)
    #expect(workspace.names(in: ".") == ["store", "story.jsonl"])
  }

  @Test func `a divergence is reported with the line that shows it again`() throws {
    let workspace = try Self.story([(Self.payment, Self.otherPayment)])
    let finished = try workspace.expect(.negative, "replay", "--store", "story.jsonl")
    try Golden.expect(finished.output, "replay-diverged.txt")
    let all = try workspace.expect(
      .negative, "replay", "--store", "story.jsonl", "--keep-going", "--json")
    let documents = try all.documents()
    #expect(
      documents.compactMap { $0["kind"]?.string } == ["field-differs", "accepted-now-rejected"])
    for divergence in documents.dropLast() {
      let again = try #require(divergence["again"]?.string)
      let words = again.split(separator: " ").dropFirst().map(String.init)
      let shown = try workspace.run(words + ["--json"])
      #expect(shown.code == 1)
      let documents = try shown.documents()
      #expect(documents.first?["seq"] == divergence["seq"])
      #expect(documents.first?["field"] == divergence["field"])
      #expect(documents.last?["compared"]?.integer == 1)
    }
  }

  @Test func `a divergence that doesn't count`() throws {
    let workspace = try Self.story([(Self.payment, Self.otherPayment)])
    try workspace.expect(
      .done, "replay", "--store", "story.jsonl", "--until", "4", "--ignore", "amount")
    try workspace.expect(.done, "replay", "--store", "story.jsonl", "--only", "1002")
  }

  @Test func `an entry that can't be read`() throws {
    let workspace = try Self.story([(#""command":{"type":"ship-order""#, #""command":{"type":"x""#)]
    )
    let finished = try workspace.expect(
      .badData, "replay", "--store", "story.jsonl", "--keep-going", "--json")
    let documents = try finished.documents()
    #expect(documents.first?["kind"]?.string == "unreadable")
    #expect(documents.first?["seq"]?.integer == 5)
    #expect(documents.last?["compared"]?.integer == 4)
    try workspace.expect(.badData, "replay", "--store", "story.jsonl", "--outcomes")
    try workspace.expect(.badData, "what-if", "--store", "story.jsonl", "--skip", "1")
  }

  @Test(
    arguments: [
      (["replay", "--store", "nowhere"], ExitStatus.notFound),
      (["replay", "--only", "1009"], .notFound), (["replay", "--from", "8"], .usage),
      (["replay", "--until", "8"], .usage), (["replay", "--until", "nonsense"], .usage),
      (["replay", "--outcomes", "--from", "1"], .usage),
      (["replay", "--outcomes", "--against", "x"], .usage),
      (["replay", "--against", "x", "--store", "-"], .usage),
      (["replay", "--against", "./no such build"], .notFound),
      (["replay", "--against", "false"], .notFound), (["replay", "--against", "true"], .badData),
      (["replay", "--against", "echo"], .badData),
      (["what-if"], .usage), (["what-if", "--skip", "8"], .usage),
      (["what-if", "--skip", "4", "--output", "story.jsonl"], .cannotCreate),
      (["what-if", "--skip", "4", "--output", "no/where.jsonl"], .cannotCreate),
    ])
  func `what can't be answered`(_ arguments: [String], _ status: ExitStatus) throws {
    let workspace = try Self.story()
    let finished = try workspace.run(arguments)
    #expect(finished.code == status.rawValue, "\(finished)")
    #expect(finished.output.isEmpty)
    #expect(!finished.errors.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: workspace.file("no")))
  }

  @Test func `another build is this one with other rules`() throws {
    let workspace = try Self.story()
    try workspace.expect(.done, "replay", "--against", Tool.path())
    // A build that refuses Bob's payment, and whose orders of Bob's thus end differently.
    try workspace.writeProgram(
      """
      #!/bin/sh
      '\(try Tool.path())' "$@" | sed \
        -e '/"seq":6,/s/"events":.*/"rejected":{"code":"payment-exceeds-balance"}}/' \
        -e '/^{"stream":"order.1002"/s/"paid":500,/"paid":0,/'
      """, to: "other build")
    let finished = try workspace.expect(.negative, "replay", "--against", "./other build")
    try Golden.expect(finished.output, "replay-against.txt")
    let json = try workspace.expect(.negative, "replay", "--against", "./other build", "--json")
    #expect(
      try json.documents().last
        == JSONValue(
          parsing: #"{"same":false,"commands":1,"ends":1,"#
            + #""money":[{"currency":"USD","total":0,"paid":-500,"refunded":0}]}"#))
  }

  @Test func `another past that is the same is no difference`() throws {
    let workspace = try Self.story()
    let same = #"7={"type":"delete-order"}"#
    #expect(
      try workspace.expect(.done, "what-if", "--replace", same).output == "Nothing differs.\n")
    try workspace.expect(.negative, "what-if", "--replace", #"7={"type":"cancel-order"}"#)
    try workspace.expect(.negative, "what-if", "--skip", "6", "--json")
  }

  @Test func `the other history can be kept, read and replayed`() throws {
    let workspace = try Self.story()
    try workspace.expect(
      .negative, "what-if", "--insert", #"5={"type":"cancel-order"}"#, "--output", "other.jsonl")
    let lines = try workspace.text("other.jsonl").split(separator: "\n")
    #expect(lines.count == 8)
    #expect(lines.prefix(4).map { $0 + "\n" }.joined() == (try workspace.log(lines: 4)))
    try workspace.expect(.done, "verify", "--store", "other.jsonl")
    try workspace.expect(.done, "replay", "--store", "other.jsonl")
    let order = try workspace.expect(.done, "show", "1001", "--store", "other.jsonl", "--json")
    #expect(try order.document()["status"]?.string == "cancelled")
    // A failure leaves no file behind.
    try workspace.expect(.usage, "what-if", "--skip", "99", "--output", "none.jsonl")
    #expect(!FileManager.default.fileExists(atPath: workspace.file("none.jsonl")))
  }

}

extension Workspace {
  /// The first lines of the store's log.
  fileprivate func log(lines: Int) throws -> String {
    try log().split(separator: "\n").prefix(lines).map { $0 + "\n" }.joined()
  }
}
