// Writes fields as members of a command, an event, the personal block or an order that is shown.

extension OrderField {
  /// The groups that a personal block has, with their fields.
  static let personalGroups: [(key: StaticString, fields: [OrderField])] =
    Group.allCases.map { group in (group.member, personal.filter { $0.group == group }) }

  /// The form of each field.
  fileprivate static let forms = allCases.map { field in
    Form(
      value: field.row.value, recorded: Member(field.row.recordedKey ?? field.row.key),
      shown: Member(field.row.key))
  }

  /// The form of a field: the type of its value, and the bytes before it in the log and where an order is shown.
  fileprivate struct Form: Sendable {
    let value: Value
    let recorded: Member
    let shown: Member
  }

  /// `,"customer":`, in memory that is never freed.
  struct Member: @unchecked Sendable {
    let bytes: UnsafeRawBufferPointer

    init(_ key: StaticString) {
      let text = #",""# + "\(key)" + #"":"#
      let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: text.utf8.count, alignment: 1)
      memory.copyBytes(from: text.utf8)
      bytes = UnsafeRawBufferPointer(memory)
    }
  }
}

extension OrderField.Group {
  fileprivate var member: StaticString {
    switch self {
    case .contact: #","contact":"#
    case .billing: #","billing":"#
    case .shipment: #","shipment":"#
    case .payment: #","payment":"#
    }
  }
}

extension JSONWriter {
  /// Writes one of these fields with its key; nothing if it is absent.
  ///
  /// - Returns: Its slot in what was written.
  @discardableResult
  mutating func field(
    _ field: OrderField, of values: borrowing OrderValues, nulls: Bool, isShown: Bool = false
  ) -> UInt64 {
    values.withStorage(of: field) {
      self.field(
        field, values.slots[Int(field.rawValue)], of: $0, nulls: nulls, isShown: isShown)
    }
  }

  /// Writes a field with its key; nothing if it is absent.
  ///
  /// - Returns: Its slot in what was written.
  mutating func field(
    _ field: OrderField, _ bits: UInt64, of storage: ByteStorage, nulls: Bool,
    isShown: Bool = false
  ) -> UInt64 {
    let range = unsafeBitCast(bits, to: TextRange.self)
    let form = OrderField.forms[Int(field.rawValue)]
    let member = isShown ? form.shown.bytes : form.recorded.bytes
    switch form.value {
    case .text, .zip, .expiry:
      guard range.isPresent || nulls && range.isNull else {
        return OrderValues.absent(isAmount: false)
      }
      raw(member)
      if range.isPresent { return unsafeBitCast(text(range, of: storage), to: UInt64.self) }
      raw("null")
      return bits
    case .amount:
      let amount = Amount(bits: bits)
      guard amount.value != nil || nulls && amount.isNull else {
        return OrderValues.absent(isAmount: true)
      }
      raw(member)
      if let value = amount.value { integer(value) } else { raw("null") }
      return bits
    case .secret: return OrderValues.absent(isAmount: false)
    case .items:
      guard !range.isAbsent else { return bits }
      raw(member)
      let start = count
      items(range, of: storage)
      return unsafeBitCast(TextRange(start..<count), to: UInt64.self)
    }
  }

  /// Writes a text.
  ///
  /// - Returns: Its range in what was written.
  private mutating func text(_ range: TextRange, of storage: ByteStorage) -> TextRange {
    let start = count + 1
    string(range, of: storage)
    let bounds = start..<count - 1
    // Escapes make a text longer; those that were there may have gone.
    let hasEscapes =
      range.hasEscapes
      ? withBytes { $0[bounds].contains(UInt8(ascii: "\\")) } : bounds.count != range.count
    return TextRange(offset: start, count: bounds.count, hasEscapes: hasEscapes)
  }

  private mutating func items(_ range: TextRange, of storage: ByteStorage) {
    raw("[")
    for (index, item) in ItemReader(range, in: storage).enumerated() {
      if index > 0 { raw(",") }
      self.item(item, of: storage)
    }
    raw("]")
  }

  /// Writes the groups that a personal block has, each field as the body does.
  mutating func personalGroups(_ write: (OrderField, inout JSONWriter) -> Void) {
    for group in OrderField.personalGroups {
      object(group.key) { (writer: inout JSONWriter) in
        for field in group.fields { write(field, &writer) }
      }
    }
  }

  /// Writes an item as an object; what is missing is left out.
  mutating func item(_ item: Item) {
    let hasMembers = braces { (writer: inout JSONWriter) in
      writer.member(#","sku":"#, Text(item.sku))
      writer.member(#","name":"#, item.name.map { Text($0) })
      writer.member(#","quantity":"#, item.quantity)
      writer.member(#","unitPrice":"#, item.unitPrice)
    }
    if !hasMembers { raw("{}") }
  }
}

extension OrderFields {
  /// Whether the bytes are those that would be written.
  private func canBeCopied(nulls: Bool) -> Bool {
    switch formOfBytes {
    case .written: true
    case .writtenWithNulls: nulls
    case .read, .kept, .decoded: false
    }
  }

  /// Writes all members that aren't personal.
  ///
  /// - Parameter nulls: Whether removed fields are written as `null`, or left out.
  func writeMembers(to writer: inout JSONWriter, nulls: Bool) {
    if canBeCopied(nulls: nulls) {
      return withExtendedLifetime(storage) { writer.raw(storage.slice(members)) }
    }
    let values = values
    for field in OrderField.plain { writer.field(field, of: values, nulls: nulls) }
  }

  /// Writes the members of the personal block.
  ///
  /// - Returns: Whether there were any.
  func writePersonal(to writer: inout JSONWriter, nulls: Bool) -> Bool {
    let start = writer.count
    if canBeCopied(nulls: nulls) {
      withExtendedLifetime(storage) { writer.raw(storage.slice(personal)) }
      return writer.count > start
    }
    let values = values
    writer.personalGroups { field, writer in
      writer.field(field, of: values, nulls: nulls)
    }
    return writer.count > start
  }
}

extension OrderValues {
  /// Writes all fields as an order shows them, each with a leading comma: up to one and from that one on.
  func writeShown(_ fields: some Sequence<OrderField>, to writer: inout JSONWriter) {
    var group: OrderField.Group?
    var start = 0
    for field in fields {
      if field.group != group {
        close(group, from: start, &writer)
        group = field.group
        start = writer.count
        if let group { writer.raw(group.member) }
        start = writer.count
      }
      writer.field(field, of: self, nulls: false, isShown: true)
    }
    close(group, from: start, &writer)
  }

  /// Puts braces around the members of a group, the first of which loses its comma; takes its key back if
  /// there are none.
  private func close(_ group: OrderField.Group?, from start: Int, _ writer: inout JSONWriter) {
    guard let group else { return }
    guard writer.count > start else {
      return writer.truncate(to: start - group.member.utf8CodeUnitCount)
    }
    writer.withMutableBytes { $0[start] = UInt8(ascii: "{") }
    writer.byte(UInt8(ascii: "}"))
  }
}
