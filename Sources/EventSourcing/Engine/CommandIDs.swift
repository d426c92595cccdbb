// Which command ids were used where. Keeps hashes, not texts: a hit is checked against the log.

import JSONLines

/// The entries that had a command id, by hashes of the id and its stream.
///
/// Two ids may have one hash, so a hit only says where to look first; an id whose hash isn't here
/// was never used.
struct CommandIDs: Sendable {
  private var inStream: [Int: Int] = [:]
  private var anywhere: [Int: Int] = [:]

  /// Notes the id of an entry's command. The first entry with an id counts.
  mutating func insert(_ id: Text, stream: Text, seq: Int) {
    Self.insert(seq, at: Self.hash(id, stream), into: &inStream)
    Self.insert(seq, at: Self.hash(id, nil), into: &anywhere)
  }

  /// The entry to look at first for this id.
  ///
  /// - Parameter stream: nil if the id may have been used on any stream.
  func find(_ id: Text, stream: Text?) -> Int? {
    let hash = Self.hash(id, stream)
    return stream == nil ? anywhere[hash] : inStream[hash]
  }

  /// Nearly every id is new, so it is looked up only once.
  private static func insert(_ seq: Int, at hash: Int, into entries: inout [Int: Int]) {
    guard let earlier = entries.updateValue(seq, forKey: hash) else { return }
    entries[hash] = earlier
  }

  private static func hash(_ id: Text, _ stream: Text?) -> Int {
    var hasher = Hasher()
    hasher.combine(id)
    hasher.combine(stream)
    return hasher.finalize()
  }
}
