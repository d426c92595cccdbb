// What the rules may know of an entry besides the command: which stream, when, who, on whose words.

import JSONLines

/// The circumstances of one entry. All of them stand in the log, so a replay sees the same ones.
@frozen public struct EntryContext: Sendable {
  /// The bytes that the ranges below lie in.
  public let storage: ByteStorage
  @usableFromInline let streamRange: TextRange
  @usableFromInline let actorRange: TextRange
  @usableFromInline let commandIDRange: TextRange
  @usableFromInline let reasonRange: TextRange
  /// The stream's revision once the entry is accepted: 1 for its first.
  public let rev: Int
  /// When the entry was made.
  public let at: Timestamp

  /// A context whose texts lie in a storage that exists already.
  @inlinable public init(
    storage: ByteStorage, stream: TextRange, actor: TextRange, commandID: TextRange = .absent,
    reason: TextRange = .absent, rev: Int, at: Timestamp
  ) {
    self.storage = storage
    self.streamRange = stream
    self.actorRange = actor
    self.commandIDRange = commandID
    self.reasonRange = reason
    self.rev = rev
    self.at = at
  }

  /// A context made of plain values, for tests and tools.
  public init(
    stream: String, rev: Int = 1, at: Timestamp, actor: String = "tester",
    commandID: String? = nil, reason: String? = nil
  ) {
    var pool = TextPool()
    let streamRange = pool.add(stream)
    let actorRange = pool.add(actor)
    let idRange = commandID.map { pool.add($0) } ?? .absent
    let reasonRange = reason.map { pool.add($0) } ?? .absent
    self.init(
      storage: pool.finish(), stream: streamRange, actor: actorRange, commandID: idRange,
      reason: reasonRange, rev: rev, at: at)
  }

  /// The stream's whole name: `order/1001`.
  @inlinable public var stream: Text { Text(storage, streamRange) }
  /// Who asked.
  @inlinable public var actor: Text { Text(storage, actorRange) }
  /// The caller's id of the command, if it gave one.
  @inlinable public var commandID: Text? {
    commandIDRange.isPresent ? Text(storage, commandIDRange) : nil
  }
  /// The reason that was given, if any.
  @inlinable public var reason: Text? {
    reasonRange.isPresent ? Text(storage, reasonRange) : nil
  }
}
