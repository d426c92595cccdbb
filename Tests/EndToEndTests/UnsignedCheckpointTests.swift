// Checkpoints without a signature, as they are made on the command line.

import Foundation
import HistoryScenes
import Integrity
import JSONLines
import Testing

@Suite struct UnsignedCheckpointTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.expect(.done, "demo", "store")
  }

  private func checkpoint(_ arguments: String...) throws -> [String] {
    let finished = try workspace.run(["checkpoint"] + arguments)
    #expect(finished.code == 0, "\(finished)")
    return finished.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test func `it says which log, how many entries, and which`() throws {
    let id = try #require(
      try JSONValue(parsing: workspace.text("store/store.json"))["id"]?.string)
    let lines = try checkpoint()
    #expect(lines.count == 4)
    #expect(lines[0] == "cleanstore.invalid/\(id)")
    #expect(try lines[1] == String(workspace.entries().count))
    #expect(lines[2].utf8.count == 44)
    #expect(try checkpoint("--at", "end") == lines)
    #expect(try checkpoint("--at", "3")[1] == "3")
    #expect(try checkpoint("--at", "start")[2] == "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=")
    #expect(try checkpoint("--origin", "example.com/log")[0] == "example.com/log")
  }

  @Test func `it is the same of a copy in one file, with or without checksums`() throws {
    let expected = try checkpoint("--origin", "a")
    try workspace.write(try workspace.log(), to: "copy.jsonl")
    #expect(try checkpoint("--origin", "a", "--store", "copy.jsonl") == expected)
    let without = try workspace.log().replacing(/,"crc":"[0-9a-f]{8}"\}/, with: "}")
    try workspace.write(without, to: "bare.jsonl")
    #expect(try checkpoint("--origin", "a", "--store", "bare.jsonl") == expected)
    let unnamed = try workspace.expect(.usage, "checkpoint", "--store", "bare.jsonl", "--json")
    #expect(unnamed.errors.contains(#""code":"missing-origin""#), "\(unnamed)")
    let lines = without.split(separator: "\n")
    try workspace.write(lines.dropFirst(2).map { $0 + "\n" }.joined(), to: "part.jsonl")
    let part = try workspace.expect(
      .badData, "checkpoint", "--store", "part.jsonl", "--origin", "a")
    #expect(part.errors.contains("entry 1 isn't there"), "\(part)")
  }

  @Test func `erasing changes nothing`() throws {
    let expected = try checkpoint()
    let line = try #require(workspace.lines().firstIndex { $0.contains(#""personal":{"#) })
    let block = try #require(
      try workspace.lines()[line].firstMatch(of: /"personal":(\{.*\}),"crc"/)?.1)
    try workspace.rewrite(line + 1, in: workspace.segments()[0]) {
      $0.replacing(block, with: "\"sha256:\(Digest(of: Array(block.utf8)).hex)\"")
    }
    #expect(try checkpoint() == expected)
    try workspace.expect(.done, "verify")
  }

  @Test(.needs(.python3)) func `the program in the format's page computes the same root`() throws {
    let page = try Files.text(Files.repository + "/Docs/LogFormat.md")
    let program = try #require(page.firstMatch(of: /```python\n((?s).*?)```/)?.1)
    #expect(program.split(separator: "\n").count <= 40)
    try workspace.write(String(program), to: "tree.py")
    let path = Files.repository + "/Fixtures/format-1"
    for store in [path, workspace.file("store")] {
      let segments = (try FileManager.default.contentsOfDirectory(atPath: store + "/log")).map {
        "\(store)/log/\($0)"
      }
      let finished = try RunningProcess(
        try #require(Files.program("python3")), ["tree.py"] + segments, in: workspace.path,
        environment: Tool.environment
      ).finish()
      let printed = try workspace.expect(.done, "checkpoint", "--json", "--store", store).output
      let document = try JSONValue(parsing: printed)
      let root = try #require(document["root"]?.string)
      #expect(finished.output == "\(document["size"]?.integer ?? 0) \(root)\n", "\(finished)")
    }
  }

  @Test(arguments: [
    (["checkpoint", "--at", "99"], ExitStatus.usage, "position-beyond-end"),
    (["checkpoint", "--origin", "a b"], .usage, "bad-origin"),
    (["checkpoint", "--origin", "a+b"], .usage, "bad-origin"),
    (["checkpoint", "--after", "nothing"], .notFound, "no-such-file"),
    (["checkpoint", "--after", "orders"], .badData, "bad-checkpoint"),
    (["checkpoint", "--after", "binary"], .badData, "bad-checkpoint"),
    (["checkpoint", "--after", "foreign"], .badData, "other-log"),
    (
      ["checkpoint", "--key", "key.pem", "--openssl", "nothing/here", "--first"], .usage,
      "no-program"
    ),
    (
      ["checkpoint", "--key", "k", "--openssl", "./libre", "--first"], .usage, "unsuitable-openssl"
    ),
    (["checkpoint", "--ssh-key", "k", "--first"], .usage, "missing-output"),
    (["key"], .usage, "missing-key"),
    (["prove", "@1"], .usage, "missing-checkpoint"),
    (["prove", "@1", "@2", "--checkpoint", "foreign"], .usage, "unexpected-operand"),
    (["prove", "@1", "--checkpoint", "foreign"], .usage, "unsigned-checkpoint"),
    (["prove", "--consistency", "foreign"], .usage, "missing-operand"),
    (["verify", "--checkpoint", "foreign"], .badData, "other-log"),
    (["verify", "--tiles", "."], .usage, "missing-checkpoint"),
    (["verify-proof", "orders"], .usage, "missing-public-key"),
    (["checkpoint", "--first"], .usage, "unused-flag"),
  ]) func `what can't be done is refused`(
    _ arguments: [String], _ status: ExitStatus, _ code: String
  ) throws {
    try workspace.write("{}\n", to: "orders")
    try workspace.write([0xFF, 0x0A], to: "binary")
    try workspace.write(
      "a\n1\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n", to: "foreign")
    try workspace.writeProgram("#!/bin/sh\necho LibreSSL 3.3.6\n", to: "libre")
    let finished = try workspace.run(arguments + ["--json"])
    #expect(finished.code == status.rawValue, "\(finished)")
    #expect(finished.errors.contains(#""code":"\#(code)""#), "\(finished)")
  }
}
