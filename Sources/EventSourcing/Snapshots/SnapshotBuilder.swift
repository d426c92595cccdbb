// Writes the bytes of a snapshot, stream by stream.

extension Text {
  /// The hash of a key in snapshots; never 0.
  var keyHash: UInt64 {
    withExtendedLifetime(self) { StreamTable.longHash(bytes, seed: 1) } | 1
  }
}

struct SnapshotBuilder {
  private var header = Snapshot.Header()
  private var hashes: [UInt8] = []
  private var origins: [UInt8] = []
  private var keys: [UInt8] = []
  private var extents: [UInt8] = []
  private var rows: [UInt8] = []
  private var names: [UInt8] = []
  private var heap: [UInt8] = []

  /// - Parameter count: The number of streams that will follow.
  init(seed: UInt64, rowSize: Int, count: Int) {
    (header.seed, header.rowSize) = (seed, rowSize)
    rows.reserveCapacity(rowSize * count)
  }

  /// Adds a stream that has no row yet.
  mutating func add<D: SnapshotDecider>(
    _ name: UnsafeRawBufferPointer, _ state: D.State, of domain: D.Type, rev: Int,
    _ erasures: [Erasure], from origin: SnapshotPlace
  ) {
    let start = heap.count
    let row = D.row(of: state, addingTo: &heap)
    let count = heap.count - start
    if !erasures.isEmpty {
      let list = JSONValue.array(erasures.map(\.json))
      var writer = JSONWriter()
      list.writeJSON(to: &writer)
      writer.withBytes { heap.append(contentsOf: $0) }
    }
    withUnsafeBytes(of: row) { rows.append(contentsOf: $0) }
    names.append(contentsOf: name)
    hashes.append(word: StreamTable.longHash(name, seed: header.seed))
    origins.append(word: origin.bits)
    keys.append(word: D.key(of: state).map { $0.keyHash } ?? 0)
    for number in [names.count, heap.count, count, rev] {
      extents.append(word: UInt32(truncatingIfNeeded: number))
    }
    header.rows += 1
  }

  /// - Returns: nil if there is more than a snapshot can have.
  consuming func finish(_ summary: SnapshotSummary) -> [UInt8]? {
    guard heap.count < 1 << 32, names.count < 1 << 32 else { return nil }
    var writer = JSONWriter()
    summary.json.writeJSON(to: &writer)
    (header.names, header.heap, header.summary) = (names.count, heap.count, writer.count)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(header.size)
    for word in header.words { bytes.append(word: word) }
    for column in [hashes, origins, keys, extents, rows, names, heap] { bytes += column }
    writer.withBytes { bytes.append(contentsOf: $0) }
    return bytes
  }
}
