// The ids of commands that a replay has met: the engine executes an id only once.

/// The ids of commands that a history has had so far, each on its stream.
///
/// Keeps 128 bits of each instead of its text: that two have the same isn't to be expected in any history.
@usableFromInline struct UsedIDs: Sendable {
  private struct Key: Hashable {
    let one: UInt64
    let other: UInt64

    func hash(into hasher: inout Hasher) { hasher.combine(other) }
  }

  private var keys: Set<Key> = []

  @usableFromInline init() {}

  /// Returns whether the id is new.
  @usableFromInline mutating func insert(_ id: TextRange, _ entry: Entry, _ stream: Int) -> Bool {
    insert(Text(entry.storage, id), stream)
  }

  mutating func insert(_ text: Text, _ stream: Int) -> Bool {
    withExtendedLifetime(text) {
      let seed = StreamTable.fold(UInt64(truncatingIfNeeded: stream))
      let key = Key(
        one: StreamTable.longHash(text.bytes), other: StreamTable.longHash(text.bytes, seed: seed))
      return keys.insert(key).inserted
    }
  }
}
