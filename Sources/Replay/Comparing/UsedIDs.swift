// Which ids of commands a replay has met: the engine executes an id only once.

import EventSourcing
import JSONLines

/// The ids of commands that a history has had so far, each on its stream.
///
/// Keeps 128 bits of each instead of its text: that two have the same isn't to be expected in any history.
@usableFromInline struct UsedIDs: Sendable {
  private struct Key: Hashable {
    let one: Int
    let other: Int
  }

  private var keys: Set<Key> = []

  @usableFromInline init() {}

  /// Returns whether the id is new.
  @usableFromInline mutating func insert(_ id: TextRange, _ entry: Entry, _ stream: Int) -> Bool {
    let id = Text(entry.storage, id)
    let key = Key(one: Self.hash(id, stream, 0), other: Self.hash(id, stream, 1))
    return keys.insert(key).inserted
  }

  private static func hash(_ id: Text, _ stream: Int, _ salt: Int) -> Int {
    var hasher = Hasher()
    hasher.combine(salt)
    hasher.combine(stream)
    hasher.combine(id)
    return hasher.finalize()
  }
}
