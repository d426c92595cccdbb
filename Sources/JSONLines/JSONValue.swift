// JSON as a tree, for the few places that don't know what to expect. Slow and simple: no code that
// handles many entries uses it.

/// A JSON value within the log's profile: no fractions, keys in the order they came in. Strings and keys are compared
/// by their bytes.
public enum JSONValue: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case boolean(Bool)
  /// An integer within ±(2^53 − 1).
  case integer(Int64)
  /// A string.
  case string(String)
  indirect case array([JSONValue])
  /// An object, as its members in order.
  indirect case object([Member])

  /// A key and its value.
  public struct Member: Hashable, Sendable {
    /// The key.
    public var key: String
    /// The value of the member.
    public var value: JSONValue

    /// A member of an object.
    public init(_ key: String, _ value: JSONValue) {
      self.key = key
      self.value = value
    }

    /// Whether key and value are the same. O(n).
    public static func == (one: Member, other: Member) -> Bool {
      one.key.hasSameBytes(as: other.key) && one.value == other.value
    }

    /// Hashes key and value. O(n).
    public func hash(into hasher: inout Hasher) {
      hasher.combine(ExactString(key))
      hasher.combine(value)
    }
  }

  /// The deepest nesting that is read.
  static let maximumDepth = 128

  /// Reads one value that fills the range.
  ///
  /// - Throws: `JSONError`; `tooDeep` beyond 128 levels.
  public init(_ storage: ByteStorage, in range: Range<Int>, profile: JSONProfile)
    throws(JSONError)
  {
    var reader = JSONReader(storage, in: range, profile: profile)
    self = try Self.read(&reader, depth: 0)
    try reader.endOfDocument()
  }

  /// Reads one value that fills the string, any key order.
  public init(parsing text: String) throws(JSONError) {
    let storage = ByteStorage.copy(of: text)
    try self.init(storage, in: 0..<storage.count, profile: .anyOrder)
  }

  private static func read(_ reader: inout JSONReader, depth: Int) throws(JSONError) -> JSONValue {
    guard depth < maximumDepth else { throw JSONError(.tooDeep, at: reader.position) }
    switch try reader.peek() {
    case 0x7B: return try readObject(&reader, depth: depth)
    case 0x5B:
      var elements: [JSONValue] = []
      var index = 0
      try reader.beginArray()
      while try reader.nextElement(&index) {
        elements.append(try read(&reader, depth: depth + 1))
      }
      return .array(elements)
    case 0x22: return .string(reader.storage.string(try reader.text()))
    case 0x74, 0x66: return .boolean(try reader.boolean())
    case 0x6E:
      guard try reader.takeNull() else { throw JSONError(.unexpectedByte, at: reader.position) }
      return .null
    default: return .integer(try reader.integer())
    }
  }

  private static let noKeys = KeyTable([])

  private static func readObject(_ reader: inout JSONReader, depth: Int) throws(JSONError)
    -> JSONValue
  {
    var members: [Member] = []
    var keys = ObjectKeys()
    try reader.beginObject()
    while try reader.nextKey(&keys, noKeys) != nil {
      let key = reader.storage.string(reader.lastKey)
      members.append(Member(key, try read(&reader, depth: depth + 1)))
    }
    return .object(members)
  }

  /// The string, if it is one.
  public var string: String? {
    if case .string(let value) = self { value } else { nil }
  }
  /// The integer, if it is one.
  public var integer: Int64? {
    if case .integer(let value) = self { value } else { nil }
  }
  /// The elements, if it is an array.
  public var array: [JSONValue]? {
    if case .array(let value) = self { value } else { nil }
  }
  /// The members, if it is an object.
  public var members: [Member]? {
    if case .object(let value) = self { value } else { nil }
  }

  /// The value of a key; setting nil removes it, a new key goes to the end. Does nothing to values
  /// that aren't objects.
  public subscript(key: String) -> JSONValue? {
    get { members?.first { $0.key.hasSameBytes(as: key) }?.value }
    set {
      guard case .object(var members) = self else { return }
      let index = members.firstIndex { $0.key.hasSameBytes(as: key) }
      switch (index, newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append(Member(key, value))
      case (nil, nil): break
      }
      self = .object(members)
    }
  }
}

extension JSONValue {
  /// Whether both are written the same. O(n).
  public static func == (one: JSONValue, other: JSONValue) -> Bool {
    switch (one, other) {
    case (.null, .null): true
    case (.boolean(let one), .boolean(let other)): one == other
    case (.integer(let one), .integer(let other)): one == other
    case (.string(let one), .string(let other)): one.hasSameBytes(as: other)
    case (.array(let one), .array(let other)): one == other
    case (.object(let one), .object(let other)): one == other
    default: false
    }
  }

  /// Hashes what is compared. O(n).
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .boolean(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(value)
    case .string(let value): hasher.combine(ExactString(value))
    case .array(let elements): hasher.combine(elements)
    case .object(let members): hasher.combine(members)
    }
  }
}

extension JSONWriter {
  /// Writes a tree.
  public mutating func value(_ value: JSONValue) {
    switch value {
    case .null: raw("null")
    case .boolean(let value): raw(value ? "true" : "false")
    case .integer(let value): integer(value)
    case .string(let value): string(value)
    case .array(let elements):
      raw("[")
      for (index, element) in elements.enumerated() {
        if index > 0 { raw(",") }
        self.value(element)
      }
      raw("]")
    case .object(let members):
      raw("{")
      for (index, member) in members.enumerated() {
        if index > 0 { raw(",") }
        string(member.key)
        raw(":")
        self.value(member.value)
      }
      raw("}")
    }
  }
}

extension JSONValue {
  /// The value that the closure writes, as a tree. It must write exactly one; else the result is an empty object.
  package static func written(_ write: (inout JSONWriter) -> Void) -> JSONValue {
    var writer = JSONWriter()
    write(&writer)
    let storage = writer.storage()
    return (try? JSONValue(storage, in: 0..<storage.count, profile: .anyOrder)) ?? .object([])
  }
}
