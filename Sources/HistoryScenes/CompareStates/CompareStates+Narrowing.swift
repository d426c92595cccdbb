// Two moments that are near one another are compared without reading the streams that didn't change between.

extension History {
  /// The maximum number of entries that are looked through for the streams that they are of.
  private static let entriesBetween = 65_536
  /// The maximum number of streams that are read one by one rather than with all others.
  private static let streamsBetween = 4_096

  /// This history with only the entries of the streams that changed between two entries, and of those that are
  /// named, if they are found without reading the others.
  func narrowed(toWhatChangedBetween one: Int, _ other: Int, _ ids: [String]) throws(Failure)
    -> History
  {
    try Failure.of { () throws(LogError) in
      // The end bounds the search: entries that are written meanwhile may be of other streams.
      guard let end = try source.knownEnd()?.seq else { return self }
      let (first, last) = (min(one, other, end), min(max(one, other), end))
      guard last - first <= Self.entriesBetween else { return self }
      var names = Set(ids.compactMap { StreamName(category: domains.main.category, id: $0) })
      var reader = try EntryReader(source, from: try source.cursor(before: first + 1))
      while reader.seq < last, let entry = try reader.next() {
        guard entry.seq > first else { continue }
        guard let name = StreamName(Text(entry.storage, entry.stream)) else { return self }
        names.insert(name)
        guard names.count <= Self.streamsBetween else { return self }
      }
      let part = try narrowed(to: names.map { .stream($0) })
      return try part.source.knownEnd()?.seq == end ? part : self
    }
  }
}
