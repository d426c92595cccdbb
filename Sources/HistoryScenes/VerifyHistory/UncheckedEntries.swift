// Parts of a single file that nothing vouches for: lines without checksums, and entries that the numbers skip.

/// The entries of which nothing tells whether they are as they were written, or where they are.
package struct UncheckedEntries: Sendable {
  /// The entries whose lines don't end with a checksum.
  package private(set) var unchecked = EntryNumbers()
  /// The entries that aren't there although later ones are.
  package private(set) var missing = EntryNumbers()
  /// The entry that was read last, and whether its line has no checksum.
  private var last = (seq: 0, isUnchecked: false)
  /// The last one that was good; nil if bad lines were after it, which may be the entries that aren't there.
  private var end: Int? = 0

  mutating func restore(from base: ArchivedPrefix) { end = base.header.through }

  mutating func noteDamage() { end = nil }

  /// Before an entry is read: one of an older version is read again in another form, which has no checksum.
  mutating func look(at entry: Entry) {
    if entry.seq != last.seq { last = (entry.seq, entry.crc == nil) }
  }

  /// After it was read, and is good.
  mutating func take(_ entry: Entry) {
    if last.isUnchecked { unchecked.append(entry.seq...entry.seq) }
    if let end, entry.seq > end + 1 { missing.append(end + 1...entry.seq - 1) }
    end = entry.seq
  }

  var sentences: [String] {
    let (lines, they) =
      unchecked.count == 1 ? ("1 line has", "it is") : ("\(unchecked.count) lines have", "they are")
    let entries = missing.count == 1 ? "1 entry isn't" : "\(missing.count) entries aren't"
    return
      (unchecked.count == 0
      ? [] : ["\(lines) no checksum, so nothing tells whether \(they) damaged: \(unchecked.named)"])
      + (missing.count == 0
        ? [] : ["\(entries) here, although later ones are: \(missing.named)"])
  }

  /// Members of a document for programs.
  func writeMembers(to object: inout JSONWriter) {
    object.member("unchecked", unchecked.count == 0 ? nil : unchecked)
    object.member("missing", missing.count == 0 ? nil : missing)
  }
}
