// Reads the object of one command, event or personal block: steps over what belongs to the envelope
// and hands a domain only its own keys.

import JSONLines

/// The keys of one kind of payload, in canonical order, behind those of its envelope.
public struct PayloadKeys: Sendable {
  @usableFromInline let table: KeyTable
  @usableFromInline let headCount: Int

  /// A payload without keys of its own.
  public static let none = PayloadKeys(table: KeyTable("type"), headCount: 1)

  init(table: KeyTable, headCount: Int) {
    self.table = table
    self.headCount = headCount
  }

  /// The keys of a command, which stand behind `type`, `id`, `expect` and `reason`.
  public static func command(_ names: StaticString...) -> PayloadKeys {
    PayloadKeys(table: KeyTable(["type", "id", "expect", "reason"] + names), headCount: 4)
  }

  /// The keys of an event, which stand behind `type`.
  public static func event(_ names: StaticString...) -> PayloadKeys {
    PayloadKeys(table: KeyTable(["type"] + names), headCount: 1)
  }

  /// The keys of the personal block, which stand behind `salt`.
  public static func personal(_ names: StaticString...) -> PayloadKeys {
    PayloadKeys(table: KeyTable(["salt"] + names), headCount: 1)
  }
}

/// What is done with keys that the reader doesn't know.
@frozen public enum UnknownKeys: Sendable {
  /// They are stepped over: a newer version may have added an optional field.
  case ignored
  /// They are errors: input from outside must not slip anything in.
  case refused
}

/// A reader inside the object of one command, event or personal block.
///
/// It moves the reader it was made from, and lives only while that one is lent to it.
@frozen public struct PayloadReader: ~Copyable {
  /// What is done with unknown keys, here and in nested objects.
  public let unknownKeys: UnknownKeys
  /// The payload's type, or the salt of a personal block, if that stands first as it should.
  @usableFromInline let first: TextRange
  // A pointer, because a copy would have to count references to the storage for each payload.
  // What it points to is changed through a local copy of it: the compiler (6.3) can't instrument
  // such an access through a noncopyable self for the thread sanitizer.
  @usableFromInline let reader: UnsafeMutablePointer<JSONReader>
  @usableFromInline var keys: ObjectKeys
  @usableFromInline var isInBody = false
  /// What is read of a command's head on the way; nil if nobody asked for it.
  @usableFromInline var head: CommandHead?
  /// Whether a key of the envelope stood behind one of the domain's own.
  public private(set) var hasLateHead = false

  @inlinable init(
    _ reader: UnsafeMutablePointer<JSONReader>, _ unknownKeys: UnknownKeys, first: TextRange
  ) {
    self.reader = reader
    self.unknownKeys = unknownKeys
    self.first = first
    keys = ObjectKeys(isBehindFirst: first.isPresent)
  }

  /// Lends the reader, which stands before an object, to a reader of payloads.
  ///
  /// - Parameters:
  ///   - json: The reader, which is behind the object afterwards.
  ///   - unknownKeys: What becomes of keys that no payload has.
  ///   - body: Reads the object to its end.
  @inlinable @inline(__always)
  public static func read<R>(
    _ json: inout JSONReader, unknownKeys: UnknownKeys = .ignored,
    _ body: (inout PayloadReader) throws(JSONError) -> R
  ) throws(JSONError) -> R {
    try json.beginObject()
    var first = TextRange.absent
    if json.expect(#""type":"#) || json.expect(#""salt":"#) { first = try json.text() }
    return try withUnsafeMutablePointer(to: &json) { (reader) throws(JSONError) in
      var payload = PayloadReader(reader, unknownKeys, first: first)
      return try body(&payload)
    }
  }

  /// The reader of values. After `nextKey` it stands before that key's value.
  @inlinable public var json: JSONReader {
    @inline(__always) _read { yield reader.pointee }
    @inline(__always) _modify {
      let reader = reader  // See `reader`.
      yield &reader.pointee
    }
  }

  /// The bytes that are read; cheaper than asking the reader for them.
  @inlinable public var storage: ByteStorage {
    @inline(__always) get { reader.pointee.storage }
  }

  /// The next of the domain's own keys as its index among the names, or nil at the object's end.
  @inlinable @inline(__always)
  public mutating func nextKey(_ payload: PayloadKeys) throws(JSONError) -> Int? {
    let reader = reader  // See `reader`.
    while let rank = try reader.pointee.nextKey(&keys, payload.table) {
      if rank >= payload.headCount {
        isInBody = true
        return rank &- payload.headCount
      }
      try skip(rank)
    }
    return nil
  }

  /// The next known key in a nested object, or nil at its end.
  @inlinable @inline(__always)
  public mutating func nextKey(_ nested: inout ObjectKeys, _ table: KeyTable) throws(JSONError)
    -> Int?
  {
    let reader = reader  // See `reader`.
    while let rank = try reader.pointee.nextKey(&nested, table) {
      if rank != KeyTable.unknown { return rank }
      try skip(rank)
    }
    return nil
  }

  /// Steps over a value that isn't the domain's.
  @usableFromInline @inline(never) mutating func skip(_ rank: Int) throws(JSONError) {
    let reader = reader  // See `reader`.
    if rank != KeyTable.unknown {
      hasLateHead = hasLateHead || isInBody
      if head != nil { return try readHead(rank) }
    } else if unknownKeys == .refused {
      throw JSONError(.unknownKey, at: reader.pointee.lastKey.offset)
    }
    _ = try reader.pointee.skipValue()
  }

  private mutating func readHead(_ rank: Int) throws(JSONError) {
    let reader = reader  // See `reader`.
    switch rank {
    case 0: head?.type = try reader.pointee.text()
    case 1: head?.id = try reader.pointee.text()
    case 2: head?.expect = Int(try reader.pointee.integer())
    default: head?.reason = try reader.pointee.text()
    }
  }
}
