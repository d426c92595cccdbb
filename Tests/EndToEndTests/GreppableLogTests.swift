import Foundation
import JSONLines
import Testing

/// The log is plain JSON Lines: jq reproduces it and answers questions without our help.
@Suite(.needs(.jq)) struct GreppableLogTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.write(Commands.many(400, seed: 11) + Self.oddities, to: "many.jsonl")
    try workspace.expect(.done, "init")
    try workspace.expect(
      .negative, "import", "many.jsonl", "--durability", "sync", "--segment-size", "30000")
  }

  /// Texts that writers of JSON write in different ways.
  private static let oddities = [
    #"a\u0000\u0001\u001f\b\f\n\r\t\"\\\/"#, #"\u00e9 \ud83d\ude00 \u2028\u2029\ufeff"#, "é😀",
  ].enumerated().map { index, text in
    Commands.line(
      500 + index, "odd-\(index)", Commands.create(more: #","reason":"\#(text)""#))
  }.joined()

  private func jq(_ arguments: [String]) throws -> String {
    let finished = try RunningProcess(
      "/usr/bin/env", ["jq"] + arguments, in: workspace.path, environment: Tool.environment
    ).finish()
    #expect(finished.code == 0, "\(finished.errors)")
    return finished.output
  }

  @Test func `jq reproduces every segment to the byte`() throws {
    let segments = workspace.segments()
    #expect(segments.count > 3)
    for segment in segments {
      let stored = try workspace.text(segment)
      let reproduced = try jq(["-c", ".", segment])
      #expect(stored == reproduced, "\(segment)")
    }
  }

  @Test func `jq alone lists the refused commands by code`() throws {
    let answer = try jq(
      [
        "-cn",
        "[inputs | select(.rejected).rejected.code] | group_by(.) "
          + "| map({key: .[0], value: length}) | from_entries",
      ] + workspace.segments())
    let counts = try workspace.expect(.done, "stats", "--json").document()
    #expect(try JSONValue(parsing: answer.trimmingCharacters(in: .newlines)) == counts["rejected"])
    #expect(answer.contains("order-not-paid"))
  }

  @Test func `sealed segments are read-only, and all files are the owner's alone`() throws {
    let segments = workspace.segments()
    for (index, segment) in segments.enumerated() {
      #expect(try mode(segment) == (index == segments.count - 1 ? 0o600 : 0o400))
    }
    for name in ["store/store.json", "store/lock"] { #expect(try mode(name) == 0o600) }
    for name in ["store", "store/log"] { #expect(try mode(name) == 0o700) }
  }

  private func mode(_ name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: workspace.file(name))
    return try #require(attributes[.posixPermissions] as? Int)
  }
}
