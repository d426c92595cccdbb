// The fields of an order, decoded: a slot each, with ranges for texts. They exist only while fields
// are read one by one; an order keeps their bytes.

import JSONLines

/// Which fields there are and what is in them.
struct OrderValues: ~Copyable, @unchecked Sendable {
  /// The bytes that all texts are in, still with their escapes.
  let storage: ByteStorage
  /// A slot for each field, and one for the total. In memory of its own: what is in a structure would be
  /// copied to look at one of them.
  let slots: UnsafeMutableBufferPointer<UInt64>

  /// The slots of no fields.
  private static let emptySlots = OrderField.allCases.map { absent($0) } + [Amount.absent.bits]

  /// No fields.
  init(in storage: ByteStorage = .empty) {
    self.storage = storage
    slots = .allocate(capacity: OrderField.totalSlot + 1)
    _ = slots.initialize(from: Self.emptySlots)
  }

  deinit { slots.deallocate() }

  /// Adds the members of an object or a run of members. What can't be read is absent.
  mutating func take(_ range: TextRange, _ shape: ObjectShape) {
    guard range.count > 0 else { return }
    var json = JSONReader(storage, in: range.bounds, profile: .anyOrder)
    if storage.bytes[range.offset] == UInt8(ascii: "{") {
      try? json.read(shape, into: slots, .trustsBytes)
    } else {
      try? json.readMembers(shape, into: slots)
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
    let empty = Self.emptySlots
    var named: UInt64 = 0
    for index in 0..<OrderField.totalSlot where slots[index] != empty[index] {
      named |= 1 &<< UInt64(index)
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

  /// Goes through the items as far as they can be read.
  func forEachItem(_ body: (ItemValues) -> Void) {
    guard self[.items].count > 0 else { return }
    var json = JSONReader(storage, in: self[.items].bounds, profile: .anyOrder)
    var index = 0
    guard (try? json.beginArray()) != nil else { return }
    while (try? json.nextElement(&index)) == true {
      var item = ItemValues()
      guard (try? json.read(ItemValues.shape, into: &item, .trustsBytes)) != nil else {
        return
      }
      body(item)
    }
  }

  /// How many items there are. O(n).
  var itemCount: Int {
    var count = 0
    forEachItem { _ in count += 1 }
    return count
  }

  /// Items, shipping fee and tax less the discount; nil if that is more than 64 bits hold. What is
  /// missing counts as 0.
  func total() -> Int64? {
    var sum: Int64 = 0
    var overflows = false
    func add(_ value: (partialValue: Int64, overflow: Bool)) {
      sum = value.partialValue
      overflows = overflows || value.overflow
    }
    forEachItem { item in
      let price = (item.quantity.value ?? 0)
        .multipliedReportingOverflow(by: item.unitPrice.value ?? 0)
      overflows = overflows || price.overflow
      add(sum.addingReportingOverflow(price.partialValue))
    }
    add(sum.addingReportingOverflow(amount(.shippingFee).value ?? 0))
    add(sum.addingReportingOverflow(amount(.tax).value ?? 0))
    add(sum.subtractingReportingOverflow(amount(.discount).value ?? 0))
    return overflows ? nil : sum
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
    var others: [ItemValues] = []
    other.forEachItem { others.append($0) }
    var count = 0
    var areSame = true
    forEachItem { item in
      defer { count += 1 }
      guard areSame, count < others.count else {
        areSame = false
        return
      }
      let another = others[count]
      areSame =
        item.quantity == another.quantity && item.unitPrice == another.unitPrice
        && storage.hasSameText(item.sku, as: another.sku, of: other.storage)
        && storage.hasSameText(item.name, as: another.name, of: other.storage)
    }
    return areSame && count == others.count
  }
}
