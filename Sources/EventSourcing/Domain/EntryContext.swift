// The facts that the rules may use besides the command: the entry's stream, time, actor, command id and
// reason.

/// The circumstances of one entry. All of them are in the log, so a replay sees the same ones.
@frozen public struct EntryContext: Sendable {
  /// The bytes that the ranges below refer to.
  public let storage: ByteStorage
  @usableFromInline let streamRange: TextRange
  /// The actor's name.
  public let actorRange: TextRange
  /// The caller's id of the command, if it gave one.
  public let commandIDRange: TextRange
  /// The reason, if one was given.
  public let reasonRange: TextRange
  /// Set by the engine once it is known.
  @usableFromInline var revision: Int
  /// The time of the entry.
  public let at: Timestamp
  /// Whether the entry's personal data was erased, so that its events lack some of what they changed.
  public let isErased: Bool

  /// A context whose texts are in an existing storage.
  @inlinable public init(
    storage: ByteStorage, stream: TextRange, actor: TextRange, commandID: TextRange = .absent,
    reason: TextRange = .absent, rev: Int, at: Timestamp, isErased: Bool = false
  ) {
    self.storage = storage
    self.streamRange = stream
    self.actorRange = actor
    self.commandIDRange = commandID
    self.reasonRange = reason
    revision = rev
    self.at = at
    self.isErased = isErased
  }

  /// A context from plain values, for tests and tools.
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

  /// The stream's revision once the entry is accepted: 1 for its first.
  @inlinable public var rev: Int { revision }
  /// The stream's whole name: `order/1001`.
  @inlinable public var stream: Text { Text(storage, streamRange) }
  /// The person or program that requested the command.
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

// The engine's way to make one: all texts in one allocation.
extension EntryContext {
  /// The circumstances of a command before its revision is known.
  ///
  /// - Parameters:
  ///   - category: The part of the stream's name before the slash.
  ///   - id: The part after the slash; nil for a category that is a single stream.
  /// - Returns: nil if the id is malformed.
  @usableFromInline init?(
    category: String, id: String?, actor: String, commandID: String?, reason: String?,
    at: Timestamp
  ) {
    let count =
      category.utf8.count + 1 + (id?.utf8.count ?? 0) + actor.utf8.count
      + (commandID?.utf8.count ?? 0) + (reason?.utf8.count ?? 0)
    var (stream, ranges) = (
      TextRange.absent, (TextRange.absent, TextRange.absent, TextRange.absent)
    )
    storage = .filled(capacity: count) { buffer in
      var texts = TextCopier(into: buffer)
      stream = texts.name(category, id)
      ranges = (texts.copy(actor), texts.copy(commandID), texts.copy(reason))
      return texts.count
    }
    if id != nil {
      let name = storage.slice(stream)[(category.utf8.count + 1)...]
      guard StreamName.isValid(id: UnsafeRawBufferPointer(rebasing: name)) else { return nil }
    }
    streamRange = stream
    (actorRange, commandIDRange, reasonRange) = ranges
    revision = 0
    self.at = at
    isErased = false
  }
}

/// Copies texts one after another into a buffer that is large enough.
private struct TextCopier {
  private let buffer: UnsafeMutableRawBufferPointer
  private(set) var count = 0

  init(into buffer: UnsafeMutableRawBufferPointer) { self.buffer = buffer }

  /// A stream's name.
  mutating func name(_ category: String, _ id: String?) -> TextRange {
    let name = copy(category)
    guard id != nil else { return name }
    buffer[count] = 0x2F
    count += 1
    return TextRange(offset: name.offset, count: name.count + 1 + copy(id).count)
  }

  mutating func copy(_ text: String?) -> TextRange {
    guard var text else { return .absent }
    let offset = count
    count += text.withUTF8 { bytes in
      UnsafeMutableRawBufferPointer(rebasing: buffer[offset...]).copyBytes(from: bytes)
      return bytes.count
    }
    return TextRange(offset: offset, count: count - offset)
  }
}
