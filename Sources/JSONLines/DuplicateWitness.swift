// Watching the keys of a value that is skipped: either all are remembered, or none.

/// Receives the containers and keys of a value in their order.
protocol KeyWitness: ~Copyable {
  mutating func open()
  mutating func close()
  /// Whether the innermost object didn't have the key yet.
  mutating func isNew(_ key: TextRange) -> Bool
}

/// Takes every key for a new one.
struct NoWitness: KeyWitness {
  @inline(__always) func open() {}
  @inline(__always) func close() {}
  @inline(__always) func isNew(_ key: TextRange) -> Bool { true }
}

/// Remembers the keys of all objects in a set, so that a line full of them takes linear time.
struct DuplicateWitness: KeyWitness, ~Copyable {
  private struct Key: Hashable {
    let container: Int
    let name: Text
  }

  private let storage: ByteStorage
  private var keys: Set<Key> = []
  private var openContainers: [Int] = []
  private var containers = 0

  init(_ storage: ByteStorage) { self.storage = storage }

  mutating func open() {
    containers &+= 1
    openContainers.append(containers)
  }

  mutating func close() { openContainers.removeLast() }

  mutating func isNew(_ key: TextRange) -> Bool {
    let name = Text(storage, key)
    return keys.insert(Key(container: openContainers.last ?? 0, name: name)).inserted
  }
}
