// The fields of an order, decoded: a slot each, with ranges for texts. They exist only while fields
// are read one by one; an order keeps their bytes.

import JSONLines

/// Which fields there are and what is in them.
struct OrderValues: ~Copyable, Sendable {
  /// The bytes that all texts are in, still with their escapes.
  let storage: ByteStorage
  let slots: FieldSlots
  /// Whether a country that is missing was erased with the creation.
  var mayLackCountries = false
  /// The fields that may not be what they are here, because an erased entry may have changed them.
  var lost: FieldSet = []

  /// No fields.
  init(in storage: ByteStorage = .empty) { self.init(FieldSlots.none.copied(), in: storage) }

  /// Fields that were decoded before, which must not be changed.
  init(_ slots: FieldSlots, in storage: ByteStorage) {
    self.storage = storage
    self.slots = slots
  }

  /// Adds the members of an object or a run of members. What can't be read is absent.
  mutating func take(_ range: TextRange, _ shape: ObjectShape) {
    guard range.count > 0 else { return }
    var json = JSONReader(storage, in: range.bounds, profile: .anyOrder)
    slots.withMemory { slots in
      if storage.bytes[range.offset] == UInt8(ascii: "{") {
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
      for index in 0..<OrderField.totalSlot where slots[index] != FieldSlots.none[index] {
        named |= 1 &<< UInt64(index)
      }
    }
    return FieldSet(rawValue: named)
  }

  /// Calls a closure with the bytes of a text, unescaped; with none if there is no text.
  @inline(__always)
  func withText<R>(_ range: TextRange, _ body: (UnsafeRawBufferPointer) -> R) -> R {
    guard range.hasEscapes else {
      return withExtendedLifetime(storage) { body(storage.slice(range)) }
    }
    let text = Text(storage, range)
    return withExtendedLifetime(text) { body(text.bytes) }
  }

  /// A text as a value that shares the bytes; nil if it is absent or removed.
  func text(_ field: OrderField) -> Text? {
    self[field].isPresent ? Text(storage, self[field]) : nil
  }

  /// Whether the items are named; null means none.
  var hasItems: Bool { !self[.items].isAbsent }

  /// The items, as far as they can be read.
  var items: ItemReader { ItemReader(self[.items], in: storage) }

  /// Items, shipping fee and tax less the discount; nil if that is more than 64 bits hold. What is
  /// missing counts as 0.
  func total() -> Int64? {
    var sum = CheckedSum()
    for item in items {
      sum.add(item.unitPrice.value ?? 0, times: item.quantity.value ?? 0)
    }
    sum.add(amount(.shippingFee).value ?? 0)
    sum.add(amount(.tax).value ?? 0)
    sum.subtract(amount(.discount).value ?? 0)
    return sum.value
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
    case .text, .zip, .expiry: storage.hasSameText(self[field], as: other[field], of: other.storage)
    }
  }

  private func hasSameItems(as other: borrowing OrderValues) -> Bool {
    guard hasItems && other.hasItems else { return hasItems == other.hasItems }
    if storage.slice(self[.items]).hasSameBytes(as: other.storage.slice(other[.items])) {
      return true
    }
    var (items, others) = (items, other.items)
    while let item = items.next() {
      guard let another = others.next(), item.quantity == another.quantity,
        item.unitPrice == another.unitPrice,
        storage.hasSameText(item.sku, as: another.sku, of: other.storage),
        storage.hasSameText(item.name, as: another.name, of: other.storage)
      else { return false }
    }
    return others.next() == nil
  }
}
