// The place of every entry of a history, so that any of them can be read without those before it.
// Kept small, because it is all that grows with a history that is stepped through.

/// The places of a history's entries, and for each the previous entry of the same stream: twelve
/// bytes per entry.
struct EntryIndex: Sendable {
  private var bytes: [UInt64] = []
  /// The previous entry of the same stream, counted from 1; 0 if there is none.
  private var previous: [UInt32] = []
  /// The segments, each with the entry that it begins with, counted from 0.
  private var segments: [(number: Int, first: Int)] = []
  private let form: LineForm
  /// The torn tail that a crash left after the last entry.
  private(set) var tornTail: TornTail?

  /// The index of a history, and the entries of one stream in it, counted from 0. O(n).
  static func make(of source: any EntrySource, wanted: StreamName? = nil) throws(LogError)
    -> (index: EntryIndex, entries: [UInt32])
  {
    var index = EntryIndex(form: source.form)
    var streams = StreamTable()
    var last: [UInt32] = []
    try source.requireWhole()
    var reader = try EntryReader(source)
    while let entry = try reader.next() {
      let stream = streams.insert(entry.storage.slice(entry.stream))
      if stream == last.count { last.append(0) }
      try index.append(reader.entryCursor, previous: last[stream])
      last[stream] = UInt32(index.count)
    }
    index.tornTail = reader.tornTail
    let found = wanted.flatMap { streams.find($0.text.bytes) }
    return (index, found.map { index.chain(through: Int(last[$0]) - 1) } ?? [])
  }

  private init(form: LineForm) { self.form = form }

  var count: Int { bytes.count }

  private mutating func append(_ cursor: LogCursor, previous: UInt32) throws(LogError) {
    guard count < UInt32.max else {
      throw LogError(
        .malformed, "A history of more than \(UInt32.max) entries can't be stepped through.",
        hint: "Extract a part of it first.")
    }
    if segments.last?.number != cursor.segment { segments.append((cursor.segment, count)) }
    bytes.append(UInt64(cursor.byte))
    self.previous.append(previous)
  }

  /// The place to read an entry from, counted from 0. O(log n) in the number of segments.
  func cursor(of entry: Int) -> LogCursor {
    var (low, high) = (0, segments.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if segments[middle].first <= entry { low = middle } else { high = middle }
    }
    let segment = segments[low]
    // A store's readers know the number before an entry's own, and check it.
    return LogCursor(
      seq: form == .store ? entry : 0, segment: segment.number, byte: Int(bytes[entry]),
      line: entry - segment.first + 1)
  }

  /// The entries of an entry's stream up to that one, the oldest first. O(n) in their number.
  func chain(through entry: Int) -> [UInt32] {
    var chain: [UInt32] = []
    var next = UInt32(entry + 1)
    while next > 0 {
      chain.append(next - 1)
      next = previous[Int(next) - 1]
    }
    return chain.reversed()
  }
}
