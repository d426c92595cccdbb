// The beginning and the end of an export: an entry by its number, and by the hash of its leaf, which differs in another
// history.

/// The place that an export continues from: a position, `7`, or an entry with the hash of its leaf, `7:0a1b…`.
struct ContinuedExport {
  let position: RequestedPosition
  let leaf: String?

  init(_ text: String?) throws(Failure) {
    let entry = text?.drop { $0 == "@" } ?? ""
    guard let colon = entry.firstIndex(of: ":"), entry[..<colon].contains(where: \.isNumber),
      entry[..<colon].allSatisfy({ $0.isNumber || "+-".contains($0) })
    else {
      (position, leaf) = (text.map { .typed($0) } ?? .entry(0), nil)
      return
    }
    let number = String(entry[..<colon])
    guard let seq = HistoryCursor(number)?.seq, seq > 0 else {
      throw Self.wrong("'\(number)' isn't the number of an entry; the first one is 1.")
    }
    guard let leaf = HistoryCursor(String(entry))?.leaf else {
      throw Self.wrong(
        "'\(entry[colon...].dropFirst())' isn't the hash of a leaf, which has 64 digits.")
    }
    (position, self.leaf) = (.entry(seq), leaf)
  }

  private static func wrong(_ message: String) -> Failure {
    Failure(
      .usage, code: "bad-cursor", message,
      hint: "Pass the number and the leaf of the last entry that was exported, as SEQ:HASH.")
  }
}

extension History {
  /// The last entry up to one with this number.
  ///
  /// - Throws: `other-history` unless it is the entry that an earlier export ended with.
  func exportCursor(through seq: Int, continuing export: ContinuedExport, _ personal: PersonalParts)
    throws(Failure) -> HistoryCursor
  {
    guard seq > 0 else { return .start }
    let found = try Failure.of { () throws(LogError) in try lastEntry(through: seq) }
    let leaf = found.map { personal.leaf(of: $0) }
    if let stated = export.leaf, found?.seq != seq || leaf != stated {
      throw .otherHistory(seq, isThere: found?.seq == seq)
    }
    return found.map { HistoryCursor(seq: $0.seq, leaf: leaf) } ?? .start
  }

  private func lastEntry(through seq: Int) throws(LogError) -> Entry? {
    let near = try source.cursor(before: min(seq, .max - 1))
    if let entry = try lastEntry(through: seq, from: near) { return entry }
    return near.seq > 0 ? try lastEntry(through: seq, from: .start) : nil
  }

  private func lastEntry(through seq: Int, from cursor: LogCursor) throws(LogError) -> Entry? {
    var reader = try EntryReader(source, from: cursor)
    var last: Entry?
    while reader.seq < seq, let entry = try reader.next(), entry.seq <= seq { last = entry }
    return last
  }
}

extension Failure {
  fileprivate static func otherHistory(_ seq: Int, isThere: Bool) -> Failure {
    Failure(
      .negative, code: "other-history",
      "The log doesn't continue what was exported: entry \(seq) "
        + (isThere ? "has another hash." : "isn't in it."),
      hint: "If the store was restored from a backup, export everything again, and replace what "
        + "was exported before.")
  }
}
