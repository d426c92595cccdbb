// The fields of an order as the log has them: members of JSON, copied whole and decoded only when a
// field is read.

/// The fields of an order, any subset of them: one form for commands, events and the order itself.
///
/// In a command or an event a field may be absent, or `null`, which removes it. In an order what was
/// removed is absent.
///
///     var fields = OrderFields()
///     fields[.firstName] = "Amy"
///     fields.items = [Item(sku: "A-1", quantity: 2, unitPrice: 1250)]
///
/// Copying is O(1). Reading or setting a field is O(n) in the length of all.
public struct OrderFields: Sendable {
  let storage: ByteStorage
  /// The members that aren't personal, each with a leading comma; or an object that has them among others.
  let members: TextRange
  /// The personal members.
  let personal: TextRange
  let form: Form

  /// The form of the bytes.
  enum Form {
    /// They are of a line, which may have other members, too.
    case read
    /// They are those that ``JSONWriter`` writes, and have no member that isn't a field.
    case written
    /// So they are, and some of them are `null`.
    case writtenWithNulls
    /// They are those of an order that ends with `US`: addresses without a country have that one,
    /// and missing fees are 0.
    case kept
    /// The values are at hand; what else is known of the bytes is with them.
    case decoded(FieldSlots)
  }

  /// Fields in some bytes.
  init(in storage: ByteStorage, members: TextRange, personal: TextRange, _ form: Form = .read) {
    self.storage = storage
    self.members = members
    self.personal = personal
    self.form = form
  }

  /// Makes empty fields.
  public init() {
    self.init(in: .empty, members: .absent, personal: .absent, .written)
  }

  /// No fields: there is no order.
  static let noOrder = OrderFields(
    in: .copy(of: "\(country)"), members: .empty, personal: .empty, .kept)

  /// The end of the bytes of an order's fields: the country of addresses without one; or a note that they
  /// have none, because it may have been erased.
  static let country: StaticString = "US"
  static let noCountry: StaticString = "??"

  /// These fields without some of them.
  func without(_ removed: FieldSet) -> OrderFields {
    let values = values
    return OrderFields { field, writer in
      removed.contains(field)
        ? OrderValues.absent(field) : writer.field(field, of: values, nulls: true)
    }
  }

  /// Fields of which each is written out.
  ///
  /// - Parameter write: Writes a field, and returns its slot in what was written.
  init(writing write: (OrderField, inout JSONWriter) -> UInt64) {
    var writer = JSONWriter(capacity: 1024)
    let slots = FieldSlots.none.copied()
    var hasNulls = false
    func take(_ field: OrderField, _ writer: inout JSONWriter) {
      let bits = write(field, &writer)
      slots[Int(field.rawValue)] = bits
      hasNulls = hasNulls || OrderValues.isNull(bits, of: field)
    }
    for field in OrderField.plain { take(field, &writer) }
    let end = writer.count
    writer.personalGroups(take)
    self.init(
      in: writer.storage(), members: TextRange(0..<end), personal: TextRange(end..<writer.count),
      .decoded(slots.of(hasNulls ? .writtenWithNulls : .written)))
  }

  /// Fields with these values.
  ///
  /// - Parameter nulls: Whether those that are to be removed are named, or left out.
  init(_ values: borrowing OrderValues, nulls: Bool) {
    self.init { field, writer in
      writer.field(field, of: values, nulls: nulls)
    }
  }

  /// The fields, decoded.
  var values: OrderValues { values(of: .all) }

  /// The form of the bytes, whether or not the values are at hand.
  var formOfBytes: Form { if case .decoded(let slots) = form { slots.form } else { form } }

  /// The fields, decoded where some of these are.
  func values(of fields: FieldSet) -> OrderValues {
    if case .decoded(let slots) = form {
      var values = OrderValues(slots, in: storage)
      values.mayLackCountries = mayLackCountries
      return values
    }
    var values = OrderValues(in: storage)
    values.mayLackCountries = mayLackCountries
    if !fields.isSubset(of: .personal) { values.take(members, OrderField.plainShape) }
    if fields.intersects(.personal) { values.take(personal, OrderField.personalShape) }
    if case .kept = form {
      values.removeNulls()
      values.addCountries()
    }
    return values
  }

  /// Whether a country that is missing was erased with the creation; otherwise it is `US`.
  var mayLackCountries: Bool {
    guard case .kept = formOfBytes else { return false }
    return storage.bytes[storage.count - 1] == UInt8(ascii: "?")
  }

  /// A text: nil if it is absent or removed. Setting nil makes it absent.
  public subscript(field: OrderField) -> String? {
    get {
      let values = values(of: FieldSet(field))
      return field.isText ? values.text(field).map { String($0) } : nil
    }
    set {
      guard let newValue else { return set(field, OrderValues.absent(field), in: storage) }
      let text = Text(newValue)
      // Escapes are made when it is written.
      set(field, unsafeBitCast(text.range, to: UInt64.self), in: text.storage)
    }
  }

  /// Says that a field is to be removed: JSON's `null`.
  public mutating func remove(_ field: OrderField) {
    set(field, OrderValues.null(field), in: storage)
  }

  /// Whether a field is to be removed.
  public func removes(_ field: OrderField) -> Bool {
    OrderValues.isNull(values.slots[Int(field.rawValue)], of: field)
  }

  /// Sets an amount, in minor units.
  public mutating func set(_ field: OrderField, to amount: Amount) {
    set(field, amount.bits, in: storage)
  }

  /// The items, replaced as a whole; nil if the field is absent.
  public var items: [Item]? {
    get {
      let values = values(of: FieldSet(.items))
      guard values.hasItems else { return nil }
      return values.items.map { item in
        Item(
          sku: storage.string(item.sku),
          name: item.name.isPresent ? storage.string(item.name) : nil,
          quantity: item.quantity, unitPrice: item.unitPrice)
      }
    }
    set {
      guard let newValue else { return set(.items, OrderValues.absent(.items), in: storage) }
      var writer = JSONWriter()
      writer.raw("[")
      for (index, item) in newValue.enumerated() {
        if index > 0 { writer.raw(",") }
        writer.item(item)
      }
      writer.raw("]")
      let written = writer.storage()
      let range = TextRange(0..<written.count)
      set(.items, unsafeBitCast(range, to: UInt64.self), in: written)
    }
  }

  private mutating func set(_ field: OrderField, _ bits: UInt64, in storage: ByteStorage) {
    let values = values
    self = OrderFields { other, writer in
      let isSet = other == field
      return isSet
        ? writer.field(other, bits, of: storage, nulls: true)
        : writer.field(other, of: values, nulls: true)
    }
  }
}

extension OrderFields: Equatable {
  /// Whether both have the same fields with the same values, wherever they are stored. O(n).
  public static func == (one: OrderFields, other: OrderFields) -> Bool {
    one.isSame(as: other, nulls: true)
  }

  /// Whether the fields are equal, and whether `null` differs from an absent field.
  func isSame(as other: OrderFields, nulls: Bool) -> Bool {
    if hasSameBytes(as: other) || values.differences(to: other.values).isEmpty { return true }
    guard !nulls else { return false }
    return OrderFields(values, nulls: false) == OrderFields(other.values, nulls: false)
  }

  private func hasSameBytes(as other: OrderFields) -> Bool {
    guard members.count == other.members.count, personal.count == other.personal.count else {
      return false
    }
    if storage === other.storage && personal == other.personal {
      return members == other.members
        || storage.slice(members).hasSameManyBytes(as: storage.slice(other.members))
    }
    return storage.slice(members).hasSameManyBytes(as: other.storage.slice(other.members))
      && storage.slice(personal).hasSameManyBytes(as: other.storage.slice(other.personal))
  }
}

extension OrderValues {
  /// Whether a slot says that its field is removed.
  static func isNull(_ bits: UInt64, of field: OrderField) -> Bool {
    field.isAmount ? Amount(bits: bits).isNull : unsafeBitCast(bits, to: TextRange.self).isNull
  }

  /// The slot of a field that is to be removed.
  static func null(_ field: OrderField) -> UInt64 {
    field.isAmount ? Amount.null.bits : unsafeBitCast(TextRange.null, to: UInt64.self)
  }

  /// The slot of an absent field.
  static func absent(_ field: OrderField) -> UInt64 { absent(isAmount: field.isAmount) }

  @inline(__always) static func absent(isAmount: Bool) -> UInt64 {
    isAmount ? Amount.absent.bits : unsafeBitCast(TextRange.absent, to: UInt64.self)
  }
}
