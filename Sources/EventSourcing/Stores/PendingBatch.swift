// Entries that wait to be written together. Every store finishes lines here, so that all stores
// write the same bytes.

private import Integrity

/// The lines of the next write, in one buffer.
package struct PendingBatch: ~Copyable {
  /// Room in front of the first line for the members that are known only when it is written.
  private static let headroom = 512
  private static let trailerCount = 18

  /// The number of entries.
  public private(set) var count = 0
  /// The last entry.
  public private(set) var end = LogEnd()
  /// The first entry's number.
  public private(set) var firstSeq = 0
  /// Whether one of the entries records an erasure (``ErasureRecord``).
  public private(set) var recordsErasure = false
  private var buffer = JSONWriter(capacity: 1 << 16)
  private var firstHeadEnd = 0
  private var firstRulesVersionEnd = 0
  private var firstLineEnd = 0
  private var firstRulesVersion = ""

  /// An empty batch.
  public init() { removeAll() }

  /// The number of bytes to write, except for what is added to the first line.
  public var byteCount: Int { buffer.count - Self.headroom }

  /// Whether there is nothing to write.
  public var isEmpty: Bool { count == 0 }

  /// Whether it is time to write it: so its size never exceeds ``fullSize`` by more than one line.
  package var isFull: Bool { count >= EntryLine.maximumBatch || byteCount >= Self.fullSize }

  /// The number of bytes of a full batch.
  package static let fullSize = 1 << 20

  /// Forgets everything.
  public mutating func removeAll() {
    count = 0
    recordsErasure = false
    buffer.removeAll()
    buffer.fill(Self.headroom)
  }

  /// Adds an entry.
  ///
  /// - Throws: `entryTooLarge`; nothing is added then.
  public mutating func append(_ line: borrowing EntryLine) throws(LogError) {
    // The first line of a batch gets some more.
    let limit = maximumLineLength - Self.headroom
    guard line.count <= limit else {
      throw LogError(
        .entryTooLarge,
        "A new entry can have at most \(limit) bytes; this one would have \(line.count).",
        hint: "Split the command: fewer items, or shorter texts.")
    }
    let start = buffer.count
    line.writer.withBytes { buffer.raw($0) }
    if count == 0 {
      firstSeq = line.seq
      firstHeadEnd = start + line.headEnd
      firstRulesVersionEnd = start + line.engineEnd
      firstLineEnd = buffer.count
      firstRulesVersion = line.rulesVersion
      buffer.fill(Self.trailerCount + 1)
    } else {
      writeTrailer(from: start)
    }
    count += 1
    if line.recordsErasure { recordsErasure = true }
    end = LogEnd(seq: line.seq, at: line.at, rulesVersion: line.rulesVersion)
  }

  /// Finishes the lines and passes their bytes, LFs included.
  ///
  /// - Parameters:
  ///   - storeID: The store's id if the first line opens a segment, else nil.
  ///   - body: Receives the bytes, which are valid only during the call.
  public mutating func withFinishedBytes<R, E: Error>(
    openingSegmentOf storeID: String?, _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    try body(finish(openingSegmentOf: storeID))
  }

  /// Finishes the lines.
  ///
  /// - Parameter storeID: The store's id if the first line opens a segment, else nil.
  /// - Returns: Their bytes, LFs included, in the batch's memory: valid until the batch changes or ends.
  package mutating func finish(openingSegmentOf storeID: String?) -> UnsafeRawBufferPointer {
    guard count > 0 else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    let start = finishFirstLine(openingSegmentOf: storeID)
    return UnsafeRawBufferPointer(rebasing: buffer.bytes[start...])
  }

  /// Inserts the late members into the first line by moving what precedes them into the headroom.
  private mutating func finishFirstLine(openingSegmentOf storeID: String?) -> Int {
    var before = ""
    if let storeID {
      before = #","format":1,"store":"\#(storeID)""#
      if firstRulesVersionEnd == firstHeadEnd {
        before += #","engine":"\#(firstRulesVersion)""#
      }
    }
    let after = count > 1 ? #","batch":\#(count)"# : ""
    let start = Self.headroom - before.utf8.count - after.utf8.count
    let (headEnd, engineEnd, lineEnd) = (firstHeadEnd, firstRulesVersionEnd, firstLineEnd)
    buffer.withMutableBytes { bytes in
      var target = start
      func move(_ source: Range<Int>) {
        bytes[target..<target + source.count].copyBytes(
          from: UnsafeRawBufferPointer(rebasing: bytes[source]))
        target += source.count
      }
      func write(_ text: String) {
        for byte in text.utf8 {
          bytes[target] = byte
          target += 1
        }
      }
      move(Self.headroom..<headEnd)
      write(before)
      move(headEnd..<engineEnd)
      write(after)
      Self.writeTrailer(into: bytes, covering: start..<lineEnd)
    }
    return start
  }

  private mutating func writeTrailer(from start: Int) {
    let end = buffer.count
    buffer.fill(Self.trailerCount + 1)
    buffer.withMutableBytes { Self.writeTrailer(into: $0, covering: start..<end) }
  }

  private static func writeTrailer(
    into bytes: UnsafeMutableRawBufferPointer, covering line: Range<Int>
  ) {
    let crc = CRC32C.checksum(of: UnsafeRawBufferPointer(rebasing: bytes[line]))
    let trailer: StaticString = #","crc":"00000000"}"#
    let place = bytes.baseAddress.map { $0 + line.upperBound }
    place?.copyMemory(from: trailer.utf8Start, byteCount: trailerCount)
    HexDigits.write(crc, into: bytes, at: line.upperBound + 8)
    bytes[line.upperBound + trailerCount] = 0x0A
  }
}
