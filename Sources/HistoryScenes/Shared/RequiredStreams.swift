// Finds out which of the requested streams there are, before anything of them is shown.

import EventSourcing
import JSONLines

extension History {
  /// Throws unless each of these streams of the main domain has an entry up to one with this number.
  /// Looks once at the beginnings of all entries. O(n)
  /// - Parameter position: Where that is, as it was typed; nil for the end.
  func require(_ ids: [String], through last: Int, _ position: String?) throws(Failure) {
    guard !ids.isEmpty else { return }
    let names = try domains.streams(ids).map(\.text)
    let (firsts, end) = try Failure.of { () throws(LogError) in
      try firstEntries(of: names, through: last)
    }
    for (id, first) in zip(ids, firsts) where first ?? .max > last || first == nil {
      throw domains.noSuchStream(id, at: position, first: first, through: end)
    }
  }

  /// - Returns: And the last entry that was read.
  private func firstEntries(of names: [Text], through last: Int) throws(LogError) -> (
    firsts: [Int?], end: Int
  ) {
    var firsts: [Int?] = names.map { _ in nil }
    var end = source.base?.header.through ?? 0
    for (place, name) in names.enumerated() {
      if let stream = StreamName(name) { firsts[place] = try source.base?.first(of: stream) }
    }
    var reader = try EnvelopeReader(source)
    while firsts.contains(nil), let entry = try reader.next() {
      let name = reader.name(of: entry)
      end = entry.seq
      for place in names.indices
      where firsts[place] == nil && names[place].bytes.elementsEqual(name) {
        firsts[place] = entry.seq
      }
    }
    if firsts.contains(nil) {
      // A line that can't be read ends the beginnings, too; it is the one to report.
      var reader = try EntryReader(source)
      while try reader.next() != nil {}
      try reader.require(reached: last)
    }
    return (firsts, end)
  }
}
