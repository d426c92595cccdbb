// The fields of an order, decoded: a slot each, with ranges for texts. They exist only while fields
// are read one by one; an order keeps their bytes.

/// The fields that there are, and their contents.
struct OrderValues: ~Copyable, Sendable {
  /// The bytes that texts are in, still with their escapes, but for those that a change has brought.
  private let bytes: ByteStorage
  private var changedBytes: ByteStorage
  let slots: FieldSlots
  /// The fields whose texts a change has brought.
  private var changed: FieldSet = []
  /// The countries that are `US` without any bytes that say so.
  private var inUnitedStates: FieldSet = []
  /// Whether a country that is missing was erased with the creation.
  var mayLackCountries = false
  /// The fields that may not be what they are here, because an erased entry may have changed them.
  var lost: FieldSet = []

  /// Makes values of no fields.
  init(in storage: ByteStorage = .empty) { self.init(FieldSlots.none.copied(), in: storage) }

  /// Fields that were decoded before, which must not be changed.
  init(_ slots: FieldSlots, in storage: ByteStorage) {
    (bytes, changedBytes) = (storage, storage)
    self.slots = slots
  }

  private static let unitedStates = Text("US")

  /// The bytes that a field's text is in.
  func storage(of field: OrderField) -> ByteStorage { withStorage(of: field) { $0 } }

  /// Lends the bytes that a field's text is in: getting them counts references.
  @inline(__always)
  func withStorage<R>(of field: OrderField, _ body: (ByteStorage) -> R) -> R {
    if inUnitedStates.contains(field) { return body(Self.unitedStates.storage) }
    return changed.contains(field) ? body(changedBytes) : body(bytes)
  }

  /// Adds the members of an object or a run of members. What can't be read is absent.
  mutating func take(_ range: TextRange, _ shape: ObjectShape) {
    guard range.count > 0 else { return }
    var json = JSONReader(bytes, in: range.bounds, profile: .anyOrder)
    slots.withMemory { slots in
      if bytes.bytes[range.offset] == UInt8(ascii: "{") {
        try? json.read(shape, into: slots, .trustsBytes)
      } else {
        try? json.readMembers(shape, into: slots)
      }
    }
  }

  /// A text.
  subscript(field: OrderField) -> TextRange {
    @inline(__always) get { unsafeBitCast(slots[Int(field.rawValue)], to: TextRange.self) }
    set { slots[Int(field.rawValue)] = unsafeBitCast(newValue, to: UInt64.self) }
  }

  /// An amount.
  func amount(_ field: OrderField) -> Amount { Amount(bits: slots[Int(field.rawValue)]) }

  /// The fields that are named, including those that are removed.
  var named: FieldSet {
    var named: UInt64 = 0
    slots.withMemory { slots in
      FieldSlots.none.withMemory { none in
        for index in 0..<OrderField.totalSlot where slots[index] != none[index] {
          named |= 1 &<< UInt64(index)
        }
      }
    }
    return FieldSet(rawValue: named)
  }

  /// Calls a closure with the bytes of a text, unescaped; with none if there is no text.
  @inline(__always)
  func withText<R>(_ field: OrderField, _ body: (UnsafeRawBufferPointer) -> R) -> R {
    withStorage(of: field) { $0.withText(self[field], body) }
  }

  /// A text as a value that shares the bytes; nil if it is absent or removed.
  func text(_ field: OrderField) -> Text? {
    self[field].isPresent ? Text(storage(of: field), self[field]) : nil
  }

  /// Whether the items are named; null means none.
  var hasItems: Bool { !self[.items].isAbsent }

  /// The items, as far as they can be read.
  var items: ItemReader { ItemReader(self[.items], in: storage(of: .items)) }

  /// Items, shipping fee and tax less the discount; nil if that is more than 64 bits hold. What is
  /// missing counts as 0.
  ///
  /// - Parameter sum: The sum of the items, if that is known.
  func total(_ sum: CheckedSum? = nil) -> Int64? {
    var sum = sum ?? items.reduce(into: CheckedSum()) { $0.add($1) }
    sum.add(amount(.shippingFee).value ?? 0)
    sum.add(amount(.tax).value ?? 0)
    sum.subtract(amount(.discount).value ?? 0)
    return sum.value
  }
}

extension OrderValues {
  /// The fields of an order after a change. Countries are there only if they are given.
  ///
  /// Contact and addresses are merged text by text; items and payment (its kind, and what is kept
  /// of the card) are replaced as a whole; `null` removes.
  init(_ changes: borrowing OrderValues, onto order: borrowing OrderValues) {
    self.init(order.slots.copied(), in: order.bytes)
    changed = changes.named.replaced
    changedBytes = changes.bytes
    mayLackCountries = order.mayLackCountries
    lost = order.lost.subtracting(changed)
    for (country, _) in OrderField.addresses where order.inUnitedStates.contains(country) {
      self[country] = .absent
    }
    slots.withMemory { slots in
      changes.slots.withMemory { changes in
        for index in 0..<OrderField.totalSlot where changed.rawValue & 1 &<< UInt64(index) != 0 {
          slots[index] = changes[index]
        }
      }
    }
    inUnitedStates = changes.inUnitedStates
    for (country, address) in OrderField.addresses where mayLackCountries {
      // It is known from now on that the country is missing, unless the whole address is.
      let fields = OrderField.personal.filter(address.contains)
      if changes[country].isNull, !fields.allSatisfy({ changes[$0].isNull }) {
        setUnitedStates(country)
      }
    }
    removeNulls()
  }

  /// Takes out what is removed; fees that aren't given are 0.
  mutating func removeNulls() {
    let (amounts, texts) = (FieldSet.amounts.rawValue, FieldSet.texts.rawValue)
    slots.withMemory { slots in
      for index in 0..<OrderField.totalSlot {
        let bit: UInt64 = 1 &<< UInt64(index)
        if amounts & bit != 0, Amount(bits: slots[index]).value == nil {
          slots[index] = Amount(0).bits
        } else if texts & bit != 0, unsafeBitCast(slots[index], to: TextRange.self).isNull {
          slots[index] = unsafeBitCast(TextRange.absent, to: UInt64.self)
        }
      }
    }
  }

  /// Gives each address without a country the one that it then has.
  mutating func addCountries() {
    if mayLackCountries { return }
    for (country, address) in OrderField.addresses
    where !self[country].isPresent && named.intersects(address) {
      setUnitedStates(country)
    }
  }

  private mutating func setUnitedStates(_ country: OrderField) {
    self[country] = Self.unitedStates.range
    inUnitedStates.insert(FieldSet(country))
  }
}

extension OrderValues {
  /// The fields that are in only one of the two or differ.
  func differences(to other: borrowing OrderValues) -> FieldSet {
    var found = FieldSet()
    for field in OrderField.shown where !hasSame(field, as: other) {
      found.insert(FieldSet(field))
    }
    return found
  }

  private func hasSame(_ field: OrderField, as other: borrowing OrderValues) -> Bool {
    switch field.row.value {
    case .amount: slots[Int(field.rawValue)] == other.slots[Int(field.rawValue)]
    case .items: hasSameItems(as: other)
    case .secret: true
    case .text, .zip, .expiry:
      storage(of: field).hasSameText(self[field], as: other[field], of: other.storage(of: field))
    }
  }

  private func hasSameItems(as other: borrowing OrderValues) -> Bool {
    guard hasItems && other.hasItems else { return hasItems == other.hasItems }
    let (storage, otherStorage) = (storage(of: .items), other.storage(of: .items))
    if storage.slice(self[.items]).hasSameBytes(as: otherStorage.slice(other[.items])) {
      return true
    }
    var (items, others) = (items, other.items)
    while let item = items.next() {
      guard let another = others.next(), item.quantity.value == another.quantity.value,
        item.unitPrice.value == another.unitPrice.value,
        storage.hasSameText(item.sku.orAbsent, as: another.sku.orAbsent, of: otherStorage),
        storage.hasSameText(item.name.orAbsent, as: another.name.orAbsent, of: otherStorage)
      else { return false }
    }
    return others.next() == nil
  }
}
