// Finds the personal data that is still there although its erasure is recorded, and the lines as they are without it.

/// An entry that still has the personal data that a later entry of its stream says was erased.
public struct PendingErasure: Hashable, Sendable {
  /// The entry's number.
  public let seq: Int
  /// Its stream.
  public let stream: String
  /// The entry that records the erasure.
  public let erasedBy: Int

  /// The entry's line as it is once its personal data is erased. A store puts it in the line's place.
  ///
  /// - Parameter line: The line that the store has, with its LF, as the result has one.
  /// - Throws: `corrupt` if it isn't this entry's, or has no personal data any more.
  public func erased(_ line: [UInt8]) throws(LogError) -> [UInt8] {
    let storage = ByteStorage.copy(of: line)
    guard let erased = storage.erasedLine(0..<storage.count, of: seq) else {
      throw .changed(seq, at: nil)
    }
    return erased
  }
}

/// The changes that finishing erasures has made to a log.
public struct ErasureReport: Hashable, Sendable {
  /// The number of entries whose personal data was replaced.
  public var entries = 0
  /// The number of segments that were rewritten for that.
  public var segments = 0

  /// A report; of nothing, unless numbers are given.
  public init(entries: Int = 0, segments: Int = 0) {
    (self.entries, self.segments) = (entries, segments)
  }
}

extension EntrySource {
  /// The entries whose personal data should be gone, in order. A store finishes erasures by replacing the line of each:
  /// see ``PendingErasure/erased(_:)``.
  ///
  /// - Complexity: O(n) in the length of the log, which is read twice.
  public func pendingErasures() throws(LogError) -> [PendingErasure] {
    try pendingErasures(of: try erasedStreams())
  }

  /// The streams whose erasure is recorded, by entries after one, up to another. Reads all entries after the first.
  package func erasedStreams(after seq: Int = 0, through last: Int = .max) throws(LogError)
    -> ErasedStreams
  {
    var streams = ErasedStreams()
    // Archived entries had nothing left to erase.
    let seq = max(seq, base?.header.through ?? 0)
    var reader = try EntryReader(self, from: seq > 0 ? try cursor(before: seq + 1) : .start)
    while let entry = try reader.next(), entry.seq <= last {
      if entry.seq > seq { streams.take(entry) }
    }
    return streams
  }

  /// The entries of these streams whose personal data should be gone, in order. Reads all entries, and no index:
  /// what an index misses would be taken for erased.
  package func pendingErasures(of streams: ErasedStreams) throws(LogError) -> [PendingErasure] {
    guard !streams.isEmpty else { return [] }
    var pending: [PendingErasure] = []
    var reader = try EntryReader(self)
    while let entry = try reader.next() {
      guard let erasedBy = streams.erasure(of: entry) else { continue }
      let stream = entry.storage.string(entry.stream)
      pending.append(PendingErasure(seq: entry.seq, stream: stream, erasedBy: erasedBy))
    }
    return pending
  }
}

extension LogChunk {
  /// The bytes of these lines of a store, without the personal data of some of them.
  ///
  /// - Parameters:
  ///   - seqs: The entries that lose it, in order; those of these lines are taken out.
  ///   - first: The number of the first of these lines' entries.
  /// - Throws: `corrupt` if one of them can't be read.
  package func erasing(_ seqs: inout ArraySlice<Int>, from first: Int) throws(LogError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(lines.count)
    var (copied, start, number) = (lines.lowerBound, lines.lowerBound, first)
    while let seq = seqs.first,
      let feed = storage.bytes[start..<lines.upperBound].firstIndex(of: 0x0A)
    {
      if number == seq {
        bytes += storage.bytes[copied..<start]
        guard let erased = storage.erasedLine(start..<feed + 1, of: seq) else {
          let place = Place(
            file: file, line: line + number - first, byte: byte + start - lines.lowerBound,
            column: 1)
          throw .changed(seq, at: place)
        }
        bytes += erased
        copied = feed + 1
        seqs.removeFirst()
      }
      (start, number) = (feed + 1, number + 1)
    }
    bytes += storage.bytes[copied..<lines.upperBound]
    return bytes
  }
}

extension ByteStorage {
  /// A line without the personal data of its entry; nil if that is another one, or has none.
  fileprivate func erasedLine(_ range: Range<Int>, of seq: Int) -> [UInt8]? {
    var decoder = EntryDecoder(form: .store)
    var json = JSONReader(self, in: range, profile: .canonical)
    guard let entry = try? decoder.decode(&json), entry.seq == seq, entry.hasPersonalData else {
      return nil
    }
    return entry.erasedLine
  }
}

extension LogError {
  fileprivate static func changed(_ seq: Int, at place: Place?) -> LogError {
    LogError(
      .corrupt, "Entry \(seq) isn't here as it was when it was looked for.", at: place, seq: seq,
      hint: "Another process may have written to the store. Run the command again.")
  }
}
