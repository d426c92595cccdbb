// An order as the base of an archived log has it: JSON that doesn't depend on how orders are kept in memory.

extension Orders {
  /// An object: what is known of the order, its members as the log has them; without members if there is no order.
  public static func writeArchived(_ state: Order?, to writer: inout JSONWriter) -> Bool {
    writer.object { object in
      guard let state else { return }
      for member in OrderRow.archived { object.member(member.shape.key, member.value(state.row)) }
      for (key, part) in zip(ArchivedMember.parts, state.parts) {
        object.member(key) { $0.members(part, of: state.bytes) }
      }
    }
    return true
  }

  /// The order that was written.
  public static func readArchived(_ json: inout JSONReader) throws(JSONError) -> Order?? {
    let start = json.position
    if json.expect("{}") { return .some(nil) }
    var slots = ArchivedMember.blank
    try slots.withUnsafeMutableBufferPointer { (slots) throws(JSONError) in
      try json.read(ArchivedMember.shape, into: slots, [])
    }
    guard let order = Order(archived: slots, in: json.storage) else {
      throw JSONError(.invalidValue, at: start)
    }
    return .some(order)
  }
}

/// A member of an order's row as archives have it.
struct ArchivedMember: Sendable {
  let shape: ObjectShape.Member
  /// The value to write; nil if it is left out.
  let value: @Sendable (OrderRow) -> JSONValue?
  /// Takes what was read; false if it can't be the member's value.
  let take: @Sendable (inout OrderRow, ArchivedValue) -> Bool

  /// The parts of an order's bytes, which follow the row.
  static let parts: [StaticString] = ["fields", "personal", "shipping"]

  static let shape = ObjectShape(OrderRow.archived.map(\.shape) + parts.map { .any($0) })
  static let blank = shape.blank

  init(
    _ shape: ObjectShape.Member, value: @escaping @Sendable (OrderRow) -> JSONValue?,
    take: @escaping @Sendable (inout OrderRow, ArchivedValue) -> Bool
  ) {
    (self.shape, self.value, self.take) = (shape, value, take)
  }

  static let status = ArchivedMember(.text("status", nullable: false)) {
    $0.status.map { .string($0.rawValue) }
  } take: { row, value in
    row.status = Order.Status(rawValue: value.text)
    return row.status != nil
  }

  static let lost = ArchivedMember(.any("lost")) { row in
    row.lost.isEmpty ? nil : .array(row.lost.archivedNames.map { .string($0) })
  } take: { row, value in
    guard value.range.isPresent else { return true }
    guard let lost = FieldSet(archived: value.texts) else { return false }
    row.lost = lost
    return true
  }

  static func integer<Value: FixedWidthInteger & SendableMetatype>(
    _ key: StaticString, _ place: any WritableKeyPath<OrderRow, Value> & Sendable
  ) -> ArchivedMember {
    ArchivedMember(.integer(key, nullable: false)) {
      .integer(Int64($0[keyPath: place]))
    } take: { row, value in
      guard let number = Amount(bits: value.bits).value.flatMap({ Value(exactly: $0) }) else {
        return false
      }
      row[keyPath: place] = number
      return true
    }
  }

  /// It is there if it is true.
  static func flag(_ flag: OrderFlag) -> ArchivedMember {
    ArchivedMember(.any(flag.row.key)) {
      $0[flag] ? .boolean(true) : nil
    } take: { row, value in
      row[flag] = value.range.isPresent
      return true
    }
  }

  static func time(
    _ key: StaticString, _ place: any WritableKeyPath<OrderRow, Timestamp> & Sendable
  ) -> ArchivedMember {
    ArchivedMember(.text(key, nullable: false)) {
      .string($0[keyPath: place].description)
    } take: { row, value in
      guard let time = Timestamp(value.text) else { return false }
      row[keyPath: place] = time
      return true
    }
  }
}

/// A member's value, as it was read.
struct ArchivedValue {
  let bits: UInt64
  let storage: ByteStorage

  var range: TextRange { unsafeBitCast(bits, to: TextRange.self) }
  var text: String { storage.string(range) }
  /// nil if it is no list of texts.
  var texts: [String]? {
    (try? JSONValue(storage, in: range.bounds, profile: .canonical).array)?.compactMap(\.string)
  }
}

extension FieldSet {
  private static let creationName = "creation"

  /// The fields by their paths, and a word for the creation.
  fileprivate var archivedNames: [String] {
    let fields = OrderField.allCases.filter { $0.isPersonal && contains($0) }.map(\.path)
    return fields + (intersects(.creation) ? [Self.creationName] : [])
  }

  /// nil without names, or if one is unknown.
  fileprivate init?(archived names: [String]?) {
    guard let names else { return nil }
    self = []
    for name in names {
      if name == Self.creationName {
        formUnion(.creation)
      } else if let field = OrderField.personal.first(where: { $0.path == name }) {
        formUnion(FieldSet(field))
      } else {
        return nil
      }
    }
  }
}

extension Order {
  /// Its members that aren't personal, those that are, and what is known of its shipping, each with leading commas.
  fileprivate var parts: [Range<Int>] {
    let ends = [0, Int(row.membersEnd), Int(row.personalEnd), bytes.count - 2]
    return zip(ends, ends.dropFirst()).map { $0..<$1 }
  }

  /// nil if what was read isn't an order.
  fileprivate init?(archived slots: [UInt64], in storage: ByteStorage) {
    var (row, bytes, ends) = (OrderRow(), [UInt8](), [UInt32]())
    let values = slots.map { ArchivedValue(bits: $0, storage: storage) }
    for (member, value) in zip(OrderRow.archived, values) {
      guard member.take(&row, value) else { return nil }
    }
    for value in values.dropFirst(OrderRow.archived.count) {
      let object = storage.slice(value.range)
      guard object.first == UInt8(ascii: "{") else { return nil }
      let members = object.dropFirst().dropLast()
      if !members.isEmpty { bytes.append(UInt8(ascii: ",")) }
      bytes += members
      ends.append(UInt32(bytes.count))
    }
    (row.membersEnd, row.personalEnd) = (ends[0], ends[1])
    let country = row.lost.intersects(.creation) ? OrderFields.noCountry : OrderFields.country
    bytes += Array("\(country)".utf8)
    self.init(row: row, bytes: .copy(of: bytes))
  }
}

extension JSONWriter {
  /// Writes an object of members that each have a leading comma.
  fileprivate mutating func members(_ part: Range<Int>, of storage: ByteStorage) {
    raw("{")
    withExtendedLifetime(storage) {
      raw(UnsafeRawBufferPointer(rebasing: storage.bytes[part].dropFirst()))
    }
    raw("}")
  }
}
