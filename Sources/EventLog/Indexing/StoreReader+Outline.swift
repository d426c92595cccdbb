// The outline of a long store that its indexes give to an engine that reads streams on first use.

extension StoreReader {
  /// The outline that its indexes give; nil if the store is small.
  package func outline() throws(LogError) -> LogOutline? {
    try answer { (index) throws(LogError) in try outline(of: index) }
  }

  private func outline(of index: StoreIndex) throws(LogError) -> (LogOutline?, wrong: Int?) {
    // The last write is after it, whole.
    let first = max(directory.start.seq + 1, index.end - longestWrite)
    guard index.end >= first else { return (nil, nil) }
    guard let place = index.place(ofEntry: first), try hasEntry(at: place) else {
      return (nil, index.segment(ofEntry: first))
    }
    var rulesVersion: String?
    if place.seq > place.segment {
      rulesVersion = try self.rulesVersion(before: place.seq, in: index)
      if rulesVersion == nil { return (nil, place.segment) }
    }
    let outline = LogOutline(
      seq: index.end, cursor: place.cursor, rulesVersion: rulesVersion, whole: self,
      part: { (term, _) throws(LogError) in
        let (part, wrong) = try self.part(of: [term], in: index)
        if wrong == nil { return part ?? self }
        return try self.part(of: [term]) ?? self
      },
      numbers: { category in
        let (numbers, wrong) = index.numbers(in: category)
        if wrong == nil { return numbers }
        return try? self.answer { $0.numbers(in: category) }
      })
    return (outline, nil)
  }

  /// The version of the rules at the entry before one; nil if that can't be told.
  private func rulesVersion(before seq: Int, in index: StoreIndex) throws(LogError) -> String? {
    guard let place = index.placeNamingEngine(notAfter: seq - 1), try hasEntry(at: place) else {
      return nil
    }
    var reader = try EntryReader(self, from: place.cursor, pieceSize: place.bytes.count)
    guard let entry = try reader.next() else { return nil }
    return entry.rulesVersion.isPresent ? reader.rulesVersion : nil
  }

  /// Whether an entry is where it should be.
  func hasEntry(at place: EntryPlace) throws(LogError) -> Bool {
    try directory.openSegment(place.segment, for: .reading).hasEntry(at: place)
  }

  /// An answer from its indexes; those that turn out to be wrong are built again. nil if there are none.
  ///
  /// - Parameter ask: Returns the segment whose index is wrong instead, if one is.
  func answer<Answer>(
    _ ask: (StoreIndex) throws(LogError) -> (Answer?, wrong: Int?)
  ) throws(LogError) -> Answer? {
    var ignored: Set<Int> = []
    while let index = StoreIndex(of: self, ignoring: ignored) {
      let (answer, wrong) = try ask(index)
      guard let wrong else { return answer }
      guard ignored.insert(wrong).inserted else { return nil }
    }
    return nil
  }
}
