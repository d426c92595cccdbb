// Whether the end of the last segment is torn: what a crash may have left of the last write.

struct LockFile {
  /// Whether the last writer didn't close the store. No file is no evidence.
  var wasKilled: Bool
  /// The last entry when the store was opened or closed.
  var end: Int?

  init(_ bytes: [UInt8]?) {
    let node = try? Parser.parse(bytes ?? [], canonical: false)
    wasKilled = node?["closed"]?.flag == false
    end = node?["end"]?.integer
  }
}

struct Tail {
  /// The last segment.
  var bytes: [UInt8]
  var bad: Line
  /// The number that the bad line should have.
  var seq: Int
  /// The entries of the last batch before it.
  var batch: ClosedRange<Int>?
  var lock: LockFile

  var isTorn: Bool {
    guard bytes.last != 0x0A || lock.wasKilled else { return false }
    guard bytes.count - bad.start <= 2 << 20 else { return false }
    if let end = lock.end, seq <= end { return false }
    let lines = Line.lines(of: bytes).filter { $0.number >= bad.number }
    guard let first = lines.first, !isGood(first) else { return false }
    let good = lines.dropFirst().filter(isGood)
    guard let batch, batch.contains(seq) else { return good.isEmpty }
    let isInBatch =
      good.map(number).allSatisfy { seq < $0 && $0 <= batch.upperBound }
      && lines.count <= batch.upperBound - seq + 1
    // Without a last entry, the batch may have been cut short earlier.
    guard let end = lock.end else { return isInBatch && good.isEmpty }
    return batch.lowerBound > end ? isInBatch : good.isEmpty
  }

  private func isGood(_ line: Line) -> Bool { line.hasEnd && Checksum.matches(line.bytes) }

  /// The number of a line whose envelope can be read, else 0.
  private func number(of line: Line) -> Int {
    guard let node = try? Parser.parse(line.bytes, canonical: true),
      LineReader(inStore: true).hasEnvelope(node), node["format"]?.integer ?? 1 == 1
    else { return 0 }
    return node["seq"]?.integer ?? 0
  }
}
