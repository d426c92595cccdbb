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

extension EntrySource {
  /// The most streams that are looked up one by one rather than read with all others.
  private var streamsLookedUp: Int { 4_096 }

  /// The first entries of streams, refused ones included, in the order of their names. O(n) in the entries, or
  /// in those of the streams where they are few and the source knows which these are.
  package func firstEntries(of names: [String]) throws(LogError) -> [Int] {
    var table = StreamTable()
    var streams: [StreamName] = []
    for name in names {
      let text = Text(name)
      _ = table.insert(text.bytes)
      if let stream = StreamName(text) { streams.append(stream) }
    }
    var firsts: [Int?] = names.map { _ in nil }
    for (place, name) in names.enumerated() {
      if let stream = StreamName(Text(name)) { firsts[place] = try base?.first(of: stream) }
    }
    let part =
      names.count <= streamsLookedUp ? try part(of: streams.map { .stream($0) }) : nil
    var left = firsts.count { $0 == nil }
    var reader = try EntryReader(part ?? self)
    while left > 0, let entry = try reader.next() {
      guard let place = table.find(entry.storage.slice(entry.stream)), firsts[place] == nil else {
        continue
      }
      firsts[place] = entry.seq
      left -= 1
    }
    return firsts.map { $0 ?? .max }
  }
}
