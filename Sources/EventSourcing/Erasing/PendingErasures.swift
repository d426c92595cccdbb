// Finds the personal data that is still there although its erasure is recorded, and the lines as they are without it.

import JSONLines

/// An entry that still has the personal data that a later entry of its stream says was erased.
public struct PendingErasure: Hashable, Sendable {
  /// The entry's number.
  public let seq: Int
  /// Its stream.
  public let stream: String
  /// The entry that records the erasure.
  public let erasedBy: Int
}

/// What finishing erasures has done to a log.
public struct ErasureReport: Hashable, Sendable {
  /// How many entries had personal data that was replaced.
  public var entries = 0
  /// How many segments were rewritten for that.
  public var segments = 0

  /// Nothing.
  public init() {}
}

extension EntrySource {
  /// The streams whose erasure is recorded, by entries after one, up to another. Reads all entries after the first.
  package func erasedStreams(after seq: Int = 0, through last: Int = .max) throws(LogError)
    -> ErasedStreams
  {
    var streams = ErasedStreams()
    // What is archived had nothing left to erase.
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
        bytes += try erasedLine(start..<feed + 1, seq, line: line + number - first)
        copied = feed + 1
        seqs.removeFirst()
      }
      (start, number) = (feed + 1, number + 1)
    }
    bytes += storage.bytes[copied..<lines.upperBound]
    return bytes
  }

  private func erasedLine(_ range: Range<Int>, _ seq: Int, line: Int) throws(LogError) -> [UInt8] {
    var decoder = EntryDecoder(form: .store)
    var json = JSONReader(storage, in: range, profile: .canonical)
    guard let entry = try? decoder.decode(&json), entry.seq == seq, entry.hasPersonalData else {
      throw LogError(
        .corrupt, "Entry \(seq) isn't here as it was when it was looked for.",
        at: Place(
          file: file, line: line, byte: byte + range.lowerBound - lines.lowerBound, column: 1),
        seq: seq, hint: "Another process may have written to the store. Run the command again.")
    }
    return entry.erasedLine
  }
}
