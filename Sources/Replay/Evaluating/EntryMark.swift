// The entry that a statement is about. Keeps none of the log's bytes.

public import EventSourcing

/// An entry's number, time, stream and revision.
public struct EntryMark: Hashable, Sendable {
  /// The entry's number.
  public let seq: Int
  /// When it was made.
  public let at: Timestamp
  /// The stream's name: `order/1001`.
  public let stream: String
  /// The stream's revision after it.
  public let rev: Int

  /// The mark of an entry.
  public init(_ entry: Entry) {
    seq = entry.seq
    at = entry.at
    stream = entry.storage.string(entry.stream)
    rev = entry.rev
  }
}
