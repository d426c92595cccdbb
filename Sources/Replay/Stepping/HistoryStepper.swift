// Moves back and forth in a history. The state at an entry is the fold of its stream alone, read
// entry by entry through the index, so going back costs the same everywhere.

import EventSourcing
import JSONLines

/// A place in a history, or among the entries of one of its streams.
package struct HistoryStepper: Sendable {
  /// How much is read at once: some lines, because those of one stream are seldom adjacent.
  private static let pieceSize = 4096

  private let source: any EntrySource
  private let index: EntryIndex
  /// The entries that it goes over, counted from 0; nil if those are all.
  private let entries: [UInt32]?
  /// How many of the entries are before the place.
  package private(set) var position: Int

  /// Starts after the last entry. Reads the whole history once.
  /// - Parameter stream: The only stream whose entries it goes over.
  package init(_ source: any EntrySource, only stream: StreamName? = nil) throws(LogError) {
    self.source = source
    let found = try EntryIndex.make(of: source, wanted: stream)
    index = found.index
    entries = stream == nil ? nil : found.entries
    position = entries?.count ?? index.count
  }

  package var count: Int { entries?.count ?? index.count }
  package var tornTail: TornTail? { index.tornTail }

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
      let end = index.count == 0 ? 0 : try number(of: index.count - 1)
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
    if source.form == .store { return entry + 1 }
    var reader = try reader(at: entry)
    return try reader.next()?.seq ?? .max
  }

  private func reader(at entry: Int) throws(LogError) -> EntryReader {
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
    var last: Entry?
    for entry in index.chain(through: entry(position - 1)) {
      var reader = try reader(at: Int(entry))
      guard let next = try reader.next(into: &projection) else { continue }
      last = next
      do throws(JSONError) {
        try body(next, projection)
      } catch {
        throw reader.unreadable(error, seq: next.seq)
      }
    }
    return last
  }
}
