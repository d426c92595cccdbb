// The types that the values of members have, and how each is kept in a slot.

/// A type of the values of members: `Int`, `Bool`, `String`, `Text`, a list of texts or of objects, or any of these as
/// an optional.
public protocol MemberValue: Sendable {
  /// The type without the optional.
  associatedtype Plain: PlainMemberValue
  /// Whether it may be absent.
  static var isOptional: Bool { get }
  /// The value of an absent member; nil if it may not be absent.
  static var none: Self? { get }
  /// The value as it is read.
  init(member: Plain)
  /// The value; nil if it is absent.
  var plain: Plain? { get }
}

/// A type of the values of members that isn't optional.
public protocol PlainMemberValue: MemberValue where Plain == Self {
  /// The kind of value.
  static var kind: MemberKind { get }
  /// The value in a slot.
  init(_ slot: MemberSlot)
  /// The way in which it is kept.
  var content: MemberContent { get }
}

extension PlainMemberValue {
  /// The member must have a value.
  public static var isOptional: Bool { false }
  /// There is no such value: a required member without one isn't decoded.
  public static var none: Self? { nil }
  /// The value.
  public init(member: Self) { self = member }
  /// Itself.
  public var plain: Self? { self }
}

extension Optional: MemberValue where Wrapped: PlainMemberValue {
  /// The member may lack a value.
  public static var isOptional: Bool { true }
  /// nil.
  public static var none: Wrapped?? { .some(nil) }
  /// The value.
  public init(member: Wrapped) { self = member }
  /// The value, if there is one.
  public var plain: Wrapped? { self }
}

/// The place of a member's value.
public struct MemberSlot {
  let bits: UInt64
  let storage: ByteStorage
  let elements: MemberList

  var range: TextRange { unsafeBitCast(bits, to: TextRange.self) }

  /// The elements of a list, which was checked when it was decoded.
  func list<Element>(
    _ read: (inout JSONReader) throws(JSONError) -> Element
  ) -> [Element] {
    var json = JSONReader(storage, in: range.bounds, profile: .anyOrder)
    var list: [Element] = []
    try? json.eachElement { (json, _) throws(JSONError) in list.append(try read(&json)) }
    return list
  }
}

extension JSONReader {
  /// Reads an array.
  mutating func eachElement(
    _ read: (inout JSONReader, Int) throws(JSONError) -> Void
  ) throws(JSONError) {
    var index = 0
    try beginArray()
    while try nextElement(&index) { try read(&self, index - 1) }
  }
}

extension Int: PlainMemberValue {
  /// A whole number.
  public static var kind: MemberKind { .integer }
  /// The number.
  public init(_ slot: MemberSlot) { self = Int(Int64(bitPattern: slot.bits)) }
  /// The number.
  public var content: MemberContent { .number(self) }
}

extension Bool: PlainMemberValue {
  /// The kind of members that are yes or no.
  public static var kind: MemberKind { .boolean }
  /// Reads yes or no.
  public init(_ slot: MemberSlot) { self = slot.bits == 1 }
  /// 0 or 1.
  public var content: MemberContent { .number(self ? 1 : 0) }
}

extension Text: PlainMemberValue {
  /// A text.
  public static var kind: MemberKind { .text }
  /// The text, which shares the line's bytes.
  public init(_ slot: MemberSlot) { self.init(slot.storage, slot.range) }
  /// The text.
  public var content: MemberContent { .text(String(self)) }
}

extension String: PlainMemberValue {
  /// A text.
  public static var kind: MemberKind { .text }
  /// A copy of the text.
  public init(_ slot: MemberSlot) { self = slot.storage.string(slot.range) }
  /// The text.
  public var content: MemberContent { .text(self) }
}

/// A type that lists can consist of.
public protocol MemberElement: JSONRepresentable, Sendable {
  /// The kind of a list of these.
  static var listKind: MemberKind { get }
  /// The list in a slot.
  static func list(in slot: MemberSlot) -> [Self]
}

extension String: MemberElement {
  /// The kind of lists of texts.
  public static var listKind: MemberKind { .texts }
  /// The texts.
  public static func list(in slot: MemberSlot) -> [String] {
    slot.list { (json) throws(JSONError) in slot.storage.string(try json.text()) }
  }
}

extension MemberValues: MemberElement {
  /// The kind of lists of objects.
  public static var listKind: MemberKind { .objects }
  /// The objects.
  public static func list(in slot: MemberSlot) -> [MemberValues] {
    slot.list { (json) throws(JSONError) in try slot.elements.readObject(&json, []) }
  }
}

extension Array: MemberValue where Element: MemberElement {}

extension Array: PlainMemberValue where Element: MemberElement {
  /// A list.
  public static var kind: MemberKind { Element.listKind }
  /// The list.
  public init(_ slot: MemberSlot) { self = Element.list(in: slot) }
  /// Its JSON.
  public var content: MemberContent {
    var writer = JSONWriter(capacity: 64)
    writeJSON(to: &writer)
    return .json(writer.withBytes { String(decoding: $0, as: UTF8.self) })
  }
}
