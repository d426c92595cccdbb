// Finds out which of the requested streams there are, before anything of them is shown.

extension History {
  /// Throws unless each of these streams of the main domain has an entry up to one with this number.
  ///
  /// - Parameter position: The place; nil for the end.
  func require(_ ids: [String], through last: Int, _ position: RequestedPosition?) throws(Failure) {
    guard !ids.isEmpty else { return }
    let names = try domains.streams(ids).map(\.text)
    let firsts = try Failure.of(source.firstEntries(of: names))
    guard let place = firsts.firstIndex(where: { $0 ?? .max > last || $0 == nil }) else { return }
    let end = try Failure.of { () throws(LogError) in
      // A line that can't be read ends the beginnings, too; it is the one to report.
      var reader = try EntryReader(source)
      while firsts[place] == nil, try reader.next() != nil {}
      if firsts[place] == nil { try reader.require(reached: last) }
      return reader.seq
    }
    throw domains.noSuchStream(ids[place], at: position, first: firsts[place], through: end)
  }
}

extension EntrySource {
  /// The maximum number of streams that are looked up one by one rather than read with all others.
  private var streamsLookedUp: Int { 4_096 }

  /// The first entries of streams, refused ones included, in the order of their names; nil where there is none before a
  /// line that doesn't begin as it should. O(n) in the entries, or in those of the streams where they are few and the
  /// source knows which these are.
  package func firstEntries(of names: [Text]) throws(LogError) -> [Int?] {
    var table = StreamTable()
    var firsts: [Int?] = []
    var streams: [StreamName] = []
    for name in names where table.insert(name.bytes) == firsts.count {
      firsts.append(nil)
      guard let stream = StreamName(name) else { continue }
      streams.append(stream)
      firsts[firsts.count - 1] = try base?.first(of: stream)
    }
    let part =
      streams.count <= streamsLookedUp ? try part(of: streams.map { .stream($0) }) : nil
    var left = firsts.count { $0 == nil }
    var reader = try EnvelopeReader(part ?? self)
    while left > 0, let entry = try reader.next() {
      guard let place = table.find(reader.name(of: entry)), firsts[place] == nil else { continue }
      firsts[place] = entry.seq
      left -= 1
    }
    return names.map { name in table.find(name.bytes).flatMap { firsts[$0] } }
  }
}
