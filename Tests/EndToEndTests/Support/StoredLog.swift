// A store's log as a test looks at it: lines, entries, what must be the same in two of them.

import Foundation
import Integrity
import JSONLines
import Testing

extension Workspace {
  /// The names of a store's segments, from the first to the last.
  func segments(of store: String = "store") -> [String] {
    names(in: store + "/log").map { "\(store)/log/\($0)" }
  }

  /// All bytes of a store's log.
  func log(of store: String = "store") throws -> String {
    try segments(of: store).map { try text($0) }.joined()
  }

  func lines(of store: String = "store") throws -> [String] {
    try log(of: store).split(separator: "\n").map(String.init)
  }

  func entries(of store: String = "store") throws -> [JSONValue] {
    try lines(of: store).map { try JSONValue(parsing: $0) }
  }

  /// Changes a line of a store's only segment, and gives it the checksum that it needs then.
  func rewrite(_ line: Int, in segment: String, _ change: (String) -> String) throws {
    var lines = try text(segment).split(separator: "\n").map(String.init)
    let body = change(lines[line - 1]).split(separator: #","crc":"#)[0]
    let checksum = Array(body.utf8).withUnsafeBytes { CRC32C.checksum(of: $0) }
    lines[line - 1] = body + #","crc":"\#(String(format: "%08x", checksum))"}"#
    try write(lines.map { $0 + "\n" }.joined(), to: segment)
  }

  /// The demo's store and an order 1003, whose first name was changed in entry 9; that was erased.
  static func withErasedEdit() throws -> Workspace {
    let workspace = try Workspace()
    try workspace.expect(.done, "demo", "store")
    _ = try workspace.run(["create", "--actor", "amy"] + Forms.flags)
    _ = try workspace.run(["edit", "1003", "--first-name", "Ann"])
    try workspace.erase(9)
    return workspace
  }

  /// Erases the personal data of an entry in a store's only segment.
  func erase(_ entry: Int, of store: String = "store", hash: String = "0a") throws {
    let hash = "sha256:" + String(repeating: hash, count: 32)
    try rewrite(entry, in: segments(of: store)[0]) {
      $0.replacing(/"personal":.*(?=,"crc":)/, with: #""personal":"\#(hash)""#)
    }
  }

  /// Waits until a process has recorded something, or has ended.
  func waitForEntries(by process: RunningProcess) {
    while ((try? log().isEmpty) ?? true) && !process.hasEnded { usleep(1000) }
  }

  /// The entries without what may differ between two runs: how they were grouped, where
  /// segments begin, the salts, and the checksums over all that.
  func comparable(_ store: String) throws -> [JSONValue] {
    try entries(of: store).map { entry in
      var entry = entry
      for key in ["format", "store", "engine", "batch", "crc"] { entry[key] = nil }
      if var personal = entry["personal"] {
        personal["salt"] = nil
        entry["personal"] = personal
      }
      return entry
    }
  }

  /// Fails at the first entry that differs.
  func expectSameEntries(
    _ store: String, as other: String, _ comment: Comment,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let actual = try comparable(store)
    let expected = try comparable(other)
    #expect(actual.count == expected.count, comment, sourceLocation: sourceLocation)
    for (index, pair) in zip(actual, expected).enumerated() where pair.0 != pair.1 {
      Issue.record(
        "\(comment): entry \(index + 1) differs\n- \(pair.1)\n+ \(pair.0)",
        sourceLocation: sourceLocation)
      return
    }
  }
}

extension Finished {
  /// The one JSON object that standard error must be.
  func errorObject(sourceLocation: SourceLocation = #_sourceLocation) throws -> JSONValue {
    let lines = errors.split(separator: "\n")
    #expect(lines.count == 1, "\(errors)", sourceLocation: sourceLocation)
    return try JSONValue(parsing: String(try #require(lines.first)))
  }

  /// Standard output as one JSON document.
  func document() throws -> JSONValue {
    try JSONValue(parsing: output.trimmingCharacters(in: .newlines))
  }

  /// Standard output as one JSON document a line.
  func documents() throws -> [JSONValue] {
    try output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
  }
}
