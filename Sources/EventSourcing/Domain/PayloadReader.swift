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
@frozen public struct PayloadReader: ~Copyable {
  /// The reader of values. After `nextKey` it stands before that key's value.
  public var json: JSONReader
  /// What is done with unknown keys, here and in nested objects.
  public let unknownKeys: UnknownKeys
  /// Whether a key of the envelope stands behind one of the domain's own.
  @inlinable public var hasLateHead: Bool { isHeadLate }
  @usableFromInline var keys = ObjectKeys()
  @usableFromInline var isInBody = false
  @usableFromInline var isHeadLate = false

  /// Enters the object that the reader stands before.
  @inlinable public init(_ json: JSONReader, unknownKeys: UnknownKeys = .ignored)
    throws(JSONError)
  {
    self.json = json
    self.unknownKeys = unknownKeys
    try self.json.beginObject()
  }

  /// The next of the domain's own keys as its index among the names, or nil at the object's end.
  @inlinable public mutating func nextKey(_ payload: PayloadKeys) throws(JSONError) -> Int? {
    while let rank = try json.nextKey(&keys, payload.table) {
      if rank >= payload.headCount {
        isInBody = true
        return rank &- payload.headCount
      }
      if rank != KeyTable.unknown {
        isHeadLate = isHeadLate || isInBody
      } else if unknownKeys == .refused {
        throw JSONError(.unknownKey, at: json.lastKey.offset)
      }
      _ = try json.skipValue()
    }
    return nil
  }

  /// The next known key in a nested object, or nil at its end.
  @inlinable public mutating func nextKey(_ nested: inout ObjectKeys, _ table: KeyTable)
    throws(JSONError) -> Int?
  {
    while let rank = try json.nextKey(&nested, table) {
      if rank != KeyTable.unknown { return rank }
      if unknownKeys == .refused { throw JSONError(.unknownKey, at: json.lastKey.offset) }
      _ = try json.skipValue()
    }
    return nil
  }
}
