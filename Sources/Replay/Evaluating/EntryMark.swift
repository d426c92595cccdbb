// The entry that a statement is about. Keeps none of the log's bytes.

import EventSourcing

/// An entry's number, time, stream and revision.
package struct EntryMark: Hashable, Sendable {
  /// The entry's number.
  package let seq: Int
  /// When it was made.
  package let at: Timestamp
  /// The stream's name: `order/1001`.
  package let stream: String
  /// The stream's revision after it.
  package let rev: Int

  /// The mark of an entry.
  package init(_ entry: Entry) {
    seq = entry.seq
    at = entry.at
    stream = entry.storage.string(entry.stream)
    rev = entry.rev
  }
}
