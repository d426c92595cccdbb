// What the indexes of a long store tell an engine that reads streams when they are first asked for.

import EventSourcing

extension StoreReader {
  /// What its indexes say; nil if the store is small.
  public func outline() throws(LogError) -> LogOutline? {
    guard let index = StoreIndex(of: self), index.end > 0,
      // The last write is in here, whole.
      let place = index.place(ofEntry: max(1, index.end - EntryLine.maximumBatch)),
      try SegmentFile(place.segment, in: directory).hasEntry(at: place)
    else { return nil }
    var engine: String?
    if place.seq > place.segment {
      guard let named = try self.engine(before: place.seq, in: index) else { return nil }
      engine = named
    }
    return LogOutline(seq: index.end, cursor: place.cursor, engine: engine) {
      (category) throws(LogError) in self.numbers(in: category)
    }
  }

  /// The ids in a category that are numbers; nil if its indexes can't tell.
  private func numbers(in category: String) -> [ClosedRange<Int>]? {
    var ignored: Set<Int> = []
    while let index = StoreIndex(of: self, ignoring: ignored) {
      let (numbers, wrong) = index.numbers(in: category)
      guard let wrong else { return numbers }
      guard ignored.insert(wrong).inserted else { return nil }
    }
    return nil
  }

  /// The version of the rules at the entry before one; nil if that can't be told.
  private func engine(before seq: Int, in index: StoreIndex) throws(LogError) -> String? {
    guard let place = index.placeNamingRules(notAfter: seq - 1),
      try SegmentFile(place.segment, in: directory).hasEntry(at: place)
    else { return nil }
    var reader = try EntryReader(self, from: place.cursor, pieceSize: place.bytes.count)
    guard let entry = try reader.next() else { return nil }
    return entry.engine.isPresent ? reader.engine : nil
  }
}
