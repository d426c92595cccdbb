// The entries in which command ids were used. Keeps hashes, not texts: a hit is checked against the log.

/// The entries that had a command id, by hashes of the id and its stream.
///
/// Two ids may have the same hash, so a hit only says where to look first. An id whose hash isn't
/// here was never used.
struct CommandIDs: Sendable {
  private var inStream: [UInt64: Int] = [:]
  private var anywhere: [UInt64: Int] = [:]

  /// Records the id of an entry's command. The first entry with an id counts.
  mutating func insert(_ id: Text, stream: Text, seq: Int) {
    let hash = Self.hash(id)
    Self.insert(seq, at: hash, into: &anywhere)
    Self.insert(seq, at: Self.hash(hash, stream), into: &inStream)
  }

  /// The entry to look at first for this id.
  ///
  /// - Parameter stream: nil if the id may have been used on any stream.
  func find(_ id: Text, stream: Text?) -> Int? {
    let hash = Self.hash(id)
    return if let stream { inStream[Self.hash(hash, stream)] } else { anywhere[hash] }
  }

  /// Adds an id. Nearly every one is new, so it is looked up only once.
  private static func insert(_ seq: Int, at hash: UInt64, into entries: inout [UInt64: Int]) {
    guard let earlier = entries.updateValue(seq, forKey: hash) else { return }
    entries[hash] = min(earlier, seq)
  }

  private static func hash(_ text: Text) -> UInt64 {
    withExtendedLifetime(text) { StreamTable.longHash(text.bytes) }
  }

  private static func hash(_ id: UInt64, _ stream: Text) -> UInt64 {
    StreamTable.fold(id &+ hash(stream))
  }
}
