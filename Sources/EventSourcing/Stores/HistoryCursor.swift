// A place in a history that is recognized there: an entry by its number, and by the hash of its leaf, which another
// history would have another one of.

private import Integrity

/// The last entry of a history that was read, exported or processed.
///
/// Written as `7:0a1b…`, with the 64 hex digits of the hash; as `7` if any entry with the number will do.
public struct HistoryCursor: Hashable, Sendable, LosslessStringConvertible {
  /// The entry's number; 0 before the first entry.
  public let seq: Int
  /// The hash of its leaf in hex digits, or a pseudonym of that; nil if any entry with the number will do.
  public let leaf: String?

  /// The cursor before the first entry.
  public static let start = HistoryCursor(seq: 0)

  /// Any entry with this number.
  public init(seq: Int) { self.init(seq: seq, leaf: nil) }

  package init(seq: Int, leaf: String?) { (self.seq, self.leaf) = (seq, leaf) }

  /// Makes the cursor of this entry.
  ///
  /// - Complexity: O(n) in the length of its line, which is hashed.
  package init(_ entry: Entry) { self.init(seq: entry.seq, leaf: entry.leafHash.hex) }

  /// Reads a cursor as it is written. A pseudonym of a hash has other letters, but as many.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let seq = Int(parts[0]), seq >= 0, parts[0].first?.isNumber == true else { return nil }
    let leaf = parts.count > 1 ? parts[1] : nil
    if let leaf {
      let isHash = leaf.utf8.allSatisfy { $0 &- 0x30 < 10 || $0 &- 0x61 < 26 }
      guard isHash, leaf.utf8.count == 2 * Digest.size else { return nil }
    }
    self.init(seq: seq, leaf: leaf.map { String($0) })
  }

  /// The cursor as text: `12:…`, the number and the hash of the last entry's leaf.
  public var description: String { leaf.map { "\(seq):\($0)" } ?? "\(seq)" }
}

extension EntrySource {
  /// Throws unless a history is the one that a cursor is of, and has what follows it.
  ///
  /// - Throws: `otherHistory`; `beyondEnd` if there is no such entry, and any would do; `archived` if what follows it is.
  func require(_ cursor: HistoryCursor) throws(LogError) {
    guard cursor.seq > 0 else { return }
    if let base, cursor.seq <= base.header.through {
      guard cursor.seq == base.header.through else { throw base.archived(cursor.seq + 1) }
      // Only some bases have the hash of the last archived leaf.
      if let leaf = cursor.leaf, let last = base.header.tree.first?.last, last.hex != leaf {
        throw .otherHistory(cursor.seq, isThere: true)
      }
      return
    }
    var reader = try EntryReader(self, from: try self.cursor(before: cursor.seq))
    let found = try reader.find(cursor.seq)
    guard let leaf = cursor.leaf else {
      if reader.seq < cursor.seq { throw .noEntry(cursor.seq, end: reader.seq) }
      return
    }
    if found?.leafHash.hex != leaf { throw .otherHistory(cursor.seq, isThere: found != nil) }
  }
}

extension LogError {
  /// The error of a log that has another entry, or none, where one was read before.
  fileprivate static func otherHistory(_ seq: Int, isThere: Bool) -> LogError {
    LogError(
      .otherHistory,
      "The log isn't the one that was read before: entry \(seq) "
        + (isThere ? "has another hash." : "isn't in it."), seq: seq,
      hint: """
        If the store was restored from a backup, take back what was made of the entries that it lost, or make everything \
        again from the first entry on.
        """)
  }

  /// The error of a log that was cut or replaced while it was followed.
  static func notFollowed(after seq: Int) -> LogError {
    LogError(
      .otherHistory,
      "The log was cut or replaced while it was followed, after entry \(seq) was read.", seq: seq,
      hint:
        "Follow it again from the last entry that was processed: if it is still there, nothing is lost."
    )
  }
}
