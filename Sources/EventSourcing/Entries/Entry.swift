// One line of the log, read as far as it is the same for every domain.

import JSONLines

/// One command and what came of it: the envelope of a log line, with its parts as ranges.
///
/// Copying an entry copies no bytes; it keeps the storage that holds its line alive.
@frozen public struct Entry: Sendable {
  /// The bytes that all ranges lie in.
  public var storage: ByteStorage
  /// The entry's number: the first is 1.
  public var seq = 0
  /// When it was made.
  public var at = Timestamp(microseconds: 0)
  /// The stream's name: `order/1001`.
  public var stream = TextRange.absent
  /// How many entries of the stream were accepted, this one included.
  public var rev = 0
  /// Who asked.
  public var actor = TextRange.absent
  /// The store's id; only where a segment begins.
  public var store = TextRange.absent
  /// The version of the rules; where a segment begins and where it changes.
  public var engine = TextRange.absent
  /// How many entries were written and synced together, on the first of them; else 1.
  public var batch = 1
  /// The name of the import it came from.
  public var source = TextRange.absent
  /// Its line number there.
  public var sourceLine = 0
  /// The line's checksum, if it has one.
  public var crc: UInt32?
  // Eight bytes each, because entries are copied a lot: parts as ranges, no format as 0.
  @usableFromInline var formatOrZero = 0
  @usableFromInline var lineRange = TextRange.empty
  @usableFromInline var metaRange = TextRange.empty
  @usableFromInline var commandRange = TextRange.empty
  @usableFromInline var eventsRange = TextRange.empty
  @usableFromInline var rejectedRange = TextRange.empty
  @usableFromInline var personalRange = TextRange.empty

  @inlinable init(in storage: ByteStorage) { self.storage = storage }

  /// Makes it the entry of another line, of which nothing is known yet.
  @inlinable @inline(__always) mutating func reset(in storage: ByteStorage) {
    // Most lines lie in the storage of the one before: then no references are counted.
    if self.storage !== storage { self.storage = storage }
    (seq, rev, sourceLine, batch, formatOrZero) = (0, 0, 0, 1, 0)
    at = Timestamp(microseconds: 0)
    (stream, actor, store, engine, source) = (.absent, .absent, .absent, .absent, .absent)
    (lineRange, metaRange, commandRange) = (.empty, .empty, .empty)
    (eventsRange, rejectedRange, personalRange) = (.empty, .empty, .empty)
    crc = nil
  }

  /// The format's version; only where a segment begins.
  @inlinable public var format: Int? {
    get { formatOrZero == 0 ? nil : formatOrZero }
    set { formatOrZero = newValue ?? 0 }
  }
  /// The line without its LF.
  @inlinable public var line: Range<Int> {
    get { lineRange.bounds }
    set { lineRange = TextRange(newValue) }
  }
  /// The caller's map of strings, as JSON; empty if there is none.
  @inlinable public var meta: Range<Int> {
    get { metaRange.bounds }
    set { metaRange = TextRange(newValue) }
  }
  /// The command, a JSON object.
  @inlinable public var command: Range<Int> {
    get { commandRange.bounds }
    set { commandRange = TextRange(newValue) }
  }
  /// The events, a JSON array; empty if the command was refused.
  @inlinable public var events: Range<Int> {
    get { eventsRange.bounds }
    set { eventsRange = TextRange(newValue) }
  }
  /// The refusal, a JSON object; empty if the command was accepted.
  @inlinable public var rejected: Range<Int> {
    get { rejectedRange.bounds }
    set { rejectedRange = TextRange(newValue) }
  }
  /// The personal block, a JSON object, or a string where it was erased; empty if there is none.
  @inlinable public var personal: Range<Int> {
    get { personalRange.bounds }
    set { personalRange = TextRange(newValue) }
  }

  /// Whether the command was accepted.
  @inlinable public var isAccepted: Bool { rejectedRange.count == 0 }

  /// Whether the personal block was erased and only its hash is left.
  @inlinable public var isErased: Bool {
    !personal.isEmpty && storage.bytes[personal.lowerBound] == 0x22
  }

  /// The bytes of the line without its LF.
  @inlinable public var bytes: UnsafeRawBufferPointer { self[line] }

  /// The bytes of one of the entry's parts.
  @inlinable public subscript(part: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: storage.bytes[part])
  }

  /// The circumstances that the rules may know of.
  @inlinable public func context(_ head: CommandHead) -> EntryContext {
    EntryContext(
      storage: storage, stream: stream, actor: actor, commandID: head.id, reason: head.reason,
      rev: rev, at: at)
  }

  /// Whether the entry's stream is of this category.
  @inlinable public func isIn(category: UnsafeRawBufferPointer) -> Bool {
    StreamName.belongs(storage.slice(stream), to: category)
  }
}

/// The head of a command, as the places of a shape.
private struct HeadPlaces: BitwiseCopyable {
  var type = TextRange.absent
  var id = TextRange.absent
  /// Shapes have only naturals, so this stands for none.
  var expect: Int64 = -1
  var reason = TextRange.absent
}

/// The part of a command that belongs to the envelope.
@frozen public struct CommandHead: Sendable {
  /// The command's type: `pay-order`.
  public var type = TextRange.absent
  /// The caller's id of it.
  public var id = TextRange.absent
  /// The revision that the caller had seen.
  public var expect: Int?
  /// Why it was asked.
  public var reason = TextRange.absent

  @usableFromInline init() {}
}

extension Entry {
  static let headKeys = KeyTable(["type", "id", "expect", "reason"])

  /// Reads the part of the command that belongs to the envelope.
  ///
  /// - Throws: `JSONError` if one of its values is of the wrong kind, or `type` is missing.
  public func commandHead(profile: JSONProfile = .anyOrder) throws(JSONError) -> CommandHead {
    var reader = JSONReader(storage, in: command, profile: profile)
    return try Self.head(&reader)
  }

  /// Reads the head of the command that the reader stands before; the reader may move anywhere.
  static func head(_ reader: inout JSONReader) throws(JSONError) -> CommandHead {
    let start = reader.position
    if let head = try usualHead(&reader) {
      reader.position = start
      return head
    }
    return try anyHead(&reader)
  }

  private static let usualHead = MemberShape(
    .text(#"{"type":"#, at: 0), .optionalText(#","id":"#, at: 1),
    .optionalInteger(#","expect":"#, at: 2), .optionalText(#","reason":"#, at: 3))

  /// Reads the head of a command in a canonical line, where it comes first, in this order; the reader
  /// then stands behind it.
  ///
  /// - Returns: nil if it isn't usual; the reader hasn't moved then.
  @usableFromInline static func usualHead(_ reader: inout JSONReader) throws(JSONError)
    -> CommandHead?
  {
    var places = HeadPlaces()
    guard reader.profile == .canonical, try reader.read(usualHead, into: &places) else {
      return nil
    }
    var head = CommandHead()
    head.type = places.type
    head.id = places.id
    head.expect = places.expect < 0 ? nil : Int(places.expect)
    head.reason = places.reason
    return head
  }

  @usableFromInline static func anyHead(_ reader: inout JSONReader) throws(JSONError)
    -> CommandHead
  {
    let start = reader.position
    var head = CommandHead()
    var keys = ObjectKeys(watchingUnknownKeys: false)
    try reader.beginObject()
    while let rank = try reader.nextKey(&keys, headKeys) {
      switch rank {
      case 0: head.type = try reader.text()
      case 1: head.id = try reader.text()
      case 2: head.expect = Int(try reader.integer())
      case 3: head.reason = try reader.text()
      default: _ = try reader.skipValue(checkingDuplicates: false)
      }
    }
    guard head.type.isPresent else { throw JSONError(.missingKey, at: start) }
    return head
  }
}
