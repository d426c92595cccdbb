// Reads what is requested of a long log without the rest, where that can be found.

extension LogReading {
  /// This reading of a part of the history that has the selected entries and those needed to show them.
  func narrowed(to filter: HistoryFilter, limit: Int?) throws(LogError) -> LogReading {
    // A part is looked up as a whole, which costs more than the last entries of many.
    let survey =
      filter.streams.isEmpty
      ? try surveyEnd(filter, last: limit, within: 32 * blockSize) : nil
    var found = survey == nil ? reading(try history.narrowed(to: filter.terms)) : self
    found.known = survey
    guard filter.needsStates, filter.streams.isEmpty else { return found }
    // The changes are known from all entries of the same streams.
    guard !filter.selectsByState, try history.source.knownEnd() != nil,
      let streams = try found.streamsToShow(filter, limit)
    else { return self }
    return reading(try history.narrowed(to: streams.map { .stream($0) }))
  }

  private func reading(_ part: History) -> LogReading {
    var reading = self
    reading.part = part
    return reading
  }

  /// The streams of the entries to show; nil if these aren't few.
  private func streamsToShow(_ filter: HistoryFilter, _ limit: Int?) throws(LogError)
    -> Set<StreamName>?
  {
    guard limit ?? 0 <= blockSize else { return nil }
    var walk = try walk(through: filter, showing: limit, showsItems: false)
    var streams: Set<StreamName> = []
    var count = 0
    while try walk.advance() {
      count += 1
      guard count <= blockSize, let stream = walk.stream else { return nil }
      streams.insert(stream)
    }
    return streams
  }
}
