// Moves back and forth in a history. The state at an entry is the fold of its stream alone, read
// entry by entry through the index, so going back costs the same everywhere.

/// A place in a history, or among the entries of one of its streams.
package struct HistoryStepper: Sendable {
  /// The number of bytes that are read at once: some lines, because those of one stream are seldom adjacent.
  private static let pieceSize = 4096

  private let source: any EntrySource
  private let finder: Finder
  /// The number of entries of the history.
  private let total: Int
  /// The torn tail that a crash left after the last of them.
  package let tornTail: TornTail?
  /// The entries that it goes over, counted from 0; nil if those are all.
  private let entries: [UInt32]?
  /// The number of entries before the place.
  package private(set) var position: Int

  /// The way in which entries are found.
  private enum Finder {
    /// One reading of the whole history.
    case reading(EntryIndex)
    /// The outline that a long store keeps.
    case outline(LogOutline)
  }

  /// Starts after the last entry. Reads the whole history once, unless it is a long store's.
  /// - Parameter stream: The only stream whose entries it goes over.
  package init(_ source: any EntrySource, only stream: StreamName? = nil) throws(LogError) {
    self.source = source
    try source.requireWhole()
    if let end = try source.knownEnd(), let outline = try source.outline(),
      outline.seq == end.seq, end.seq <= UInt32.max
    {
      (finder, total, tornTail) = (.outline(outline), end.seq, end.tornTail)
      entries = try stream.map { (stream) throws(LogError) in
        try outline.entries(of: stream)
      }
    } else {
      let found = try EntryIndex.make(of: source, wanted: stream)
      (finder, total, tornTail) = (.reading(found.index), found.index.count, found.index.tornTail)
      entries = stream == nil ? nil : found.entries
    }
    position = entries?.count ?? total
  }

  package var count: Int { entries?.count ?? total }

  /// Goes some entries ahead, or back if the distance is negative, as far as there are any. Returns
  /// whether it is somewhere else now.
  package mutating func move(by distance: Int) -> Bool {
    let (sum, overflow) = position.addingReportingOverflow(distance)
    let target = overflow ? (distance < 0 ? 0 : count) : min(max(0, sum), count)
    defer { position = target }
    return target != position
  }

  /// Moves to after the last of its entries that isn't after the one with this number. O(log n)
  /// reads.
  ///
  /// - Throws: `beyondEnd` if the history ends before (`.max` means its end).
  package mutating func move(to seq: Int) throws(LogError) {
    if seq != .max {
      let end = total == 0 ? 0 : try number(of: total - 1)
      guard seq <= end else { throw .noEntry(seq, end: end) }
    }
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if try number(of: self.entry(middle)) <= seq { low = middle + 1 } else { high = middle }
    }
    position = low
  }

  /// An entry of the history by its place among those that this goes over.
  private func entry(_ place: Int) -> Int { entries.map { Int($0[place]) } ?? place }

  private func number(of entry: Int) throws(LogError) -> Int {
    guard source.form != .store, case .reading(let index) = finder else { return entry + 1 }
    var reader = try reader(at: entry, index)
    return try reader.next()?.seq ?? .max
  }

  private func reader(at entry: Int, _ index: EntryIndex) throws(LogError) -> EntryReader {
    try EntryReader(source, from: index.cursor(of: entry), pieceSize: Self.pieceSize)
  }

  /// Folds the stream of the entry before the place, from its first entry to that one; returns the
  /// entry, nil at the start of the history.
  /// - Parameters:
  ///   - projection: Takes the entries in; has read nothing yet.
  ///   - body: Receives each entry, with what the projection knows after it.
  package func fold<P: Projection>(
    into projection: inout P, _ body: (Entry, P) throws(JSONError) -> Void = { _, _ in }
  ) throws(LogError) -> Entry? {
    guard position > 0 else { return nil }
    let end = entry(position - 1)
    switch finder {
    case .reading(let index): return try fold(index.chain(through: end), index, &projection, body)
    case .outline(let outline):
      return try outline.fold(source.stream(ofEntry: end + 1), through: end + 1, &projection, body)
    }
  }

  private func fold<P: Projection>(
    _ chain: [UInt32], _ index: EntryIndex, _ projection: inout P,
    _ body: (Entry, P) throws(JSONError) -> Void
  ) throws(LogError) -> Entry? {
    var last: Entry?
    for entry in chain {
      var reader = try reader(at: Int(entry), index)
      guard let next = try reader.next(into: &projection) else { continue }
      last = next
      try reader.tell(body, next, projection)
    }
    return last
  }
}

extension LogOutline {
  /// The entries of a stream, counted from 0.
  fileprivate func entries(of stream: StreamName) throws(LogError) -> [UInt32] {
    var reader = try EntryReader(try part(.stream(stream), seq))
    var entries: [UInt32] = []
    while let entry = try reader.next(), entry.seq <= seq {
      if stream.isStream(of: entry) { entries.append(UInt32(entry.seq - 1)) }
    }
    return entries
  }

  /// Folds the entries of a stream up to one; returns that.
  fileprivate func fold<P: Projection>(
    _ stream: StreamName, through last: Int, _ projection: inout P,
    _ body: (Entry, P) throws(JSONError) -> Void
  ) throws(LogError) -> Entry? {
    var reader = try EntryReader(try part(.stream(stream), last))
    var only = OnlyStream(projection: projection, stream: stream)
    defer { projection = only.projection }
    var found: Entry?
    while reader.seq < last, let next = try reader.next(into: &only, through: last) {
      guard stream.isStream(of: next) else { continue }
      found = next
      try reader.tell(body, next, only.projection)
    }
    return found
  }
}

/// Hands on the entries of one stream.
private struct OnlyStream<P: Projection>: Projection {
  var projection: P
  let stream: StreamName

  var vocabularies: [Vocabulary] { projection.vocabularies }

  mutating func read(_ entry: Entry) throws(EntryDefect) {
    if stream.isStream(of: entry) { try projection.read(entry) }
  }
}

extension EntryReader {
  fileprivate func tell<P>(
    _ body: (Entry, P) throws(JSONError) -> Void, _ entry: Entry, _ projection: P
  ) throws(LogError) {
    do throws(JSONError) {
      try body(entry, projection)
    } catch {
      throw unreadable(error, seq: entry.seq)
    }
  }
}
