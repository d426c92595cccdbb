// The entry that a statement is about. Keeps none of the log's bytes.

import EventSourcing

package struct EntryMark: Hashable, Sendable {
  package let seq: Int
  package let at: Timestamp
  /// The stream's name: `order/1001`.
  package let stream: String
  package let rev: Int

  package init(_ entry: Entry) {
    seq = entry.seq
    at = entry.at
    stream = entry.storage.string(entry.stream)
    rev = entry.rev
  }
}
