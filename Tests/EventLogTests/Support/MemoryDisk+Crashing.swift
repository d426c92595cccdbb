// The contents of a disk after a crash, and after a loss of power.

import TestKit

extension MemoryDisk.State {
  mutating func makeDurable(_ change: MemoryDisk.NameChange) {
    if let added = change.added {
      // A file that got another name since is known by it.
      let file = names[added] ?? change.removed.flatMap { durableNames[$0] } ?? renamed(from: added)
      durableNames[added] = file
    }
    if let removed = change.removed { durableNames[removed] = nil }
  }

  private func renamed(from path: String) -> MemoryFile? {
    changes.first { $0.removed == path }.flatMap(\.added).flatMap { names[$0] }
  }
}

extension MemoryDisk {
  /// The process ends; the machine runs on.
  func crash() {
    state.withLock { state in
      for (number, file) in state.open where file.lockedBy == number { file.lockedBy = nil }
      state.open = [:]
      state.fault = nil
      state.isDead = false
    }
  }

  /// The machine stops. Of what wasn't synced, chance decides what is left.
  ///
  /// - Parameter changes: A bit for each change of names, which is 1 if it lasts; nil leaves that to chance, too.
  func losePower(_ random: inout Seeded, keeping changes: Int? = nil) {
    crash()
    state.withLock { state in
      for (number, change) in state.changes.enumerated()
      where changes.map({ $0 >> number & 1 == 1 }) ?? random.coin() {
        state.makeDurable(change)
      }
      state.changes = []
      // Sorted, because chance must take the same way each time.
      state.names = state.durableNames.filter { path, _ in
        path == "/" || state.durableNames[Self.parent(path)] != nil
      }
      for (_, file) in state.names.sorted(by: { $0.key < $1.key }) { file.losePower(&random) }
      state.durableNames = state.names
    }
  }
}
