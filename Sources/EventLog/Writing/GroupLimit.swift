// How much is written and synced together at most.

import EventSourcing
import JSONLines

/// A group is written when it has this much, so that it never has more than one line beyond it.
enum GroupLimit {
  static let entries = 4096
  static let bytes = 1 << 20

  static func isReached(by batch: borrowing PendingBatch) -> Bool {
    batch.count >= entries || batch.byteCount >= bytes
  }
}
