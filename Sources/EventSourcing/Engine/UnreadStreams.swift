// The streams of a long log that an engine reads on first use, instead of all when it is opened.

@usableFromInline final class UnreadStreams {
  private let states: [AnyStreamStates]
  /// The log as it was when the engine was opened.
  private let outline: LogOutline
  /// The entry through which streams are read: the last one of the log, or of what others have appended since.
  private var seq: Int
  /// The streams that were read; the engine writes to no others.
  private var read: Set<Text> = []
  private var failure: LogError?

  init(_ states: [AnyStreamStates], _ outline: LogOutline) {
    (self.states, self.outline, seq) = (states, outline, outline.seq)
  }

  /// The ids in a category that are numbers, as ranges in order that don't overlap; nil if that takes
  /// reading all.
  func numbers(in category: String) -> [ClosedRange<Int>]? {
    guard let numbers = outline.numbers(category) else { return nil }
    return (numbers + (outline.whole.base?.domain(category)?.numbers ?? [])).merged()
  }

  /// Goes on to an entry that was folded, like those before it, into the states of the streams that were read.
  func advance(to seq: Int) { self.seq = seq }

  func hasRead(_ stream: Text) -> Bool { read.contains(stream) }

  /// Reads a stream into its domain's states, and records the ids of its commands.
  func read(_ stream: StreamName, _ ids: inout CommandIDs) throws(LogError) {
    guard !read.contains(stream.text) else { return }
    try fold(&ids, { (outline) throws(LogError) in try outline.part(.stream(stream), seq) }) {
      $0 == stream.text
    }
    read.insert(stream.text)
  }

  /// Records where a command id was used, on whatever stream.
  func read(_ id: String, _ ids: inout CommandIDs) throws(LogError) {
    try readArchived(id, &ids)
    var reader = try EntryReader(try outline.part(.commandID(id), seq))
    while let entry = try reader.next(), entry.seq <= seq {
      guard let head = try? entry.commandHead(), head.id.isPresent else { continue }
      ids.insert(
        Text(entry.storage, head.id), stream: Text(entry.storage, entry.stream), seq: entry.seq)
    }
  }

  /// Reads the archived commands with an id.
  func readArchived(_ id: String, _ ids: inout CommandIDs) throws(LogError) {
    try outline.whole.base?.uses(of: Text(id)) { ids.insert($0, stream: $1, seq: $2) }
  }

  /// Reads all streams that weren't read.
  func readAll(_ ids: inout CommandIDs) throws(LogError) {
    try fold(&ids, { $0.whole }) { [read] in !read.contains($0) }
  }

  private func fold(
    _ ids: inout CommandIDs, _ source: (LogOutline) throws(LogError) -> any EntrySource,
    where isWanted: @escaping (Text) -> Bool
  ) throws(LogError) {
    if let failure { throw failure }
    var projection = StreamStatesProjection(states, where: isWanted)
    swap(&ids, &projection.commandIDs)
    defer { swap(&ids, &projection.commandIDs) }
    var reader = try EntryReader(try source(outline))
    do throws(LogError) {
      while reader.seq < seq, try reader.advance(into: &projection, through: seq) {}
    } catch {
      // The states may have some of the entries now: then it can't be tried again.
      if reader.seq > 0 { failure = error }
      throw error
    }
  }
}

extension [ClosedRange<Int>] {
  /// The ranges in order, none of which touches another one. O(n log n).
  package func merged() -> [ClosedRange<Int>] {
    var merged: [ClosedRange<Int>] = []
    for range in sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, range.lowerBound <= last.upperBound + 1 {
        merged[merged.count - 1] = last.lowerBound...Swift.max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return merged
  }
}
