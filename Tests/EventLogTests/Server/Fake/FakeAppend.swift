// An append as a server understands it, in either dialect.

import Testing

@testable import EventLog

/// The contents of a statement that appends.
struct FakeAppend {
  let after: Int
  let fence: Int
  let token: [UInt8]?
  let lines: [[UInt8]]
  let blocks: [[UInt8]?]
  let crcs: [[UInt8]?]
  /// The entry by which the log is recognised, and its mark.
  let seen: Int
  let mark: [UInt8]?

  init(_ statement: FakeStatement) {
    guard statement.text.hasPrefix("WITH") else {
      (after, fence, token) = (statement.integer(0), statement.integer(1), statement.values[2])
      lines = statement.texts(3).map { $0 ?? [] }
      (blocks, crcs) = (statement.texts(4), statement.texts(5))
      (seen, mark) = (statement.integer(7), statement.values[8])
      return
    }
    after = statement.place(#/AND seq = \$([0-9]+)/#).map(statement.integer) ?? -1
    fence = statement.place(#/AND fence = \$([0-9]+)/#).map(statement.integer) ?? -1
    seen = statement.place(#/e\.seq = \$([0-9]+)/#).map(statement.integer) ?? 0
    mark = statement.place(#/e\.line = \$([0-9]+)/#).flatMap { statement.values[$0] }
    let entries = statement.rows(of: "entry")
    let personal = statement.rows(of: "personal")
    lines = entries.map { $0["line"] ?? [] }
    token = entries.first?["token"].map { Self.bytes(hex: $0) }
    let bySeq = Dictionary(personal.map { ($0["seq"], $0) }) { $1 }
    blocks = entries.map { bySeq[$0["seq"]]?["block"] }
    crcs = entries.map { bySeq[$0["seq"]]?["crc"] }
  }

  private static func bytes(hex digits: [UInt8]) -> [UInt8] {
    stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
    }
  }
}

extension FakeStatement {
  /// The place of a parameter in the statement, by what is before it.
  fileprivate func place(_ pattern: Regex<(Substring, Substring)>) -> Int? {
    text.firstMatch(of: pattern).flatMap { Int($0.1) }.map { $0 - 1 }
  }

  /// The rows that are inserted into a table, by their columns.
  fileprivate func rows(of table: String) -> [[String: [UInt8]]] {
    let insert =
      #/INSERT INTO cleanstore\.(\w+) \(([a-z, ]+)\)\s+SELECT [^$]+unnest\(([$0-9, ]+)\)/#
    guard let match = text.matches(of: insert).first(where: { $0.1 == table }) else { return [] }
    let columns = match.2.split(separator: ", ").map { String($0) }
    let arrays = match.3.split(separator: ", ").compactMap { Int($0.dropFirst()) }
      .map { texts($0 - 1) }
    return (arrays.first ?? []).indices.map { row in
      Dictionary(uniqueKeysWithValues: zip(columns, arrays.map { $0[row] })).compactMapValues { $0 }
    }
  }
}

extension FakeServer {
  /// The slips of a protocol that isn't this one.
  enum Slip: Sendable {
    /// Appends that are late are stored, too.
    case noFence
    /// A transaction has the lock until its next statement only.
    case earlyRelease
    /// Entries get the next free number, wherever their writer has seen the log end.
    case sequence
  }
}
