// Puts changed fields onto those of an order, and moves texts into a storage of their own, so that
// an order doesn't keep a whole chunk of the log alive.

import JSONLines

extension FieldValues {
  /// The fields of an order that is created with these: nothing is removed or missing any more,
  /// fees that weren't given are 0, and the country of an address without one is `US`.
  func asNewOrder() -> FieldValues { merged(onto: FieldValues()) }

  /// The fields of an order after this change, in a compact storage.
  ///
  /// Contact and addresses are merged text by text; items and payment (its kind, and what is kept
  /// of the card) are replaced as a whole; `null` removes. O(n) in the length of all texts.
  func merged(onto order: FieldValues) -> FieldValues {
    var selection = TextSelection(of: self, else: order)
    selection.addCountries()
    var merged = FieldValues()
    merged.shippingFee = Self.merge(shippingFee, onto: order.shippingFee)
    merged.tax = Self.merge(tax, onto: order.tax)
    merged.discount = Self.merge(discount, onto: order.discount)
    let itemSource = items == nil ? order : self
    merged.items = itemSource.items
    var count = selection.count
    for item in itemSource.items ?? [] { count &+= item.sku.count &+ item.name.count }
    if selection.isWholly(of: storage, count: count) {
      merged.storage = storage
      merged.texts = selection.texts
    } else {
      merged.storage = .filled(capacity: count) { buffer in
        var copier = TextCopier(into: buffer)
        merged.texts = selection.copied(by: &copier)
        merged.items = itemSource.items?.map { copier.copy($0, from: itemSource.storage) }
        return copier.count
      }
    }
    return merged
  }

  private static func merge(_ amount: Amount, onto old: Amount) -> Amount {
    if let value = amount.value { return Amount(value) }
    return amount.isAbsent ? Amount(old.value ?? 0) : 0
  }

  /// Whether the way of payment is among the fields, so that all of it is replaced.
  var namesPayment: Bool {
    !texts.paymentKind.isAbsent || texts.payment.isNamed
  }

  /// Makes ranges with escapes into plain ones, in a storage of their own.
  mutating func unescape() {
    let hasEscapes =
      OrderText.all.contains { texts[$0].hasEscapes }
      || items?.contains { $0.sku.hasEscapes || $0.name.hasEscapes } ?? false
    if hasEscapes { take(.none, from: FieldValues()) }
  }

  /// Takes some texts from other fields. What then lies in two storages moves to a new one.
  mutating func take(_ chosen: TextSet, from other: FieldValues) {
    if storage === other.storage {
      for text in OrderText.all where chosen.contains(text) { texts[text] = other.texts[text] }
      return
    }
    var pool = TextPool()
    for text in OrderText.all {
      texts[text] =
        chosen.contains(text)
        ? pool.add(other.texts[text], of: other.storage) : pool.add(texts[text], of: storage)
    }
    if var moved = items {
      for index in moved.indices {
        moved[index].sku = pool.add(moved[index].sku, of: storage)
        moved[index].name = pool.add(moved[index].name, of: storage)
      }
      items = moved
    }
    storage = pool.finish()
  }
}

/// Which text of two sets of fields counts.
private struct TextSelection {
  var texts: OrderTexts
  private let first: ByteStorage
  private let second: ByteStorage
  private var fromSecond = TextSet.none
  /// Countries that weren't given.
  private var defaults = TextSet.none
  /// How many bytes the chosen texts have together.
  private(set) var count = 0

  private static let country: StaticString = "US"

  init(of fields: FieldValues, else others: FieldValues) {
    texts = fields.texts
    first = fields.storage
    second = others.storage
    let replaced: TextSet = fields.namesPayment ? .card : .none
    for text in OrderText.all {
      var range = texts[text]
      if range.isAbsent && !replaced.contains(text) {
        range = others.texts[text]
        fromSecond.insert(text)
      }
      texts[text] = range.isPresent ? range : .absent
      count &+= range.count
    }
  }

  /// An address without a country is in the US; one without any text (it was erased) is nowhere.
  mutating func addCountries() {
    if texts.billing.country.isAbsent && texts.billing.isThere {
      defaults.insert(.billingCountry)
    }
    if texts.shipment.country.isAbsent && texts.shipment.isThere {
      defaults.insert(.shipmentCountry)
    }
    if !defaults.isEmpty { count &+= Self.country.utf8CodeUnitCount }
  }

  /// Whether the texts lie in this storage and nothing else does, so that there is none to save.
  func isWholly(of storage: ByteStorage, count: Int) -> Bool {
    defaults.isEmpty && second === ByteStorage.empty && storage.count <= count
  }

  func copied(by copier: inout TextCopier) -> OrderTexts {
    var copies = texts
    for text in OrderText.all where texts[text].isPresent {
      copies[text] = copier.copy(texts[text], from: fromSecond.contains(text) ? second : first)
    }
    guard !defaults.isEmpty else { return copies }
    let country = copier.copy(Self.country)
    if defaults.contains(.billingCountry) { copies.billing.country = country }
    if defaults.contains(.shipmentCountry) { copies.shipment.country = country }
    return copies
  }
}

extension Address {
  /// Whether any text of it is there.
  var isThere: Bool {
    street1.isPresent || street2.isPresent || city.isPresent || state.isPresent || zip.isPresent
      || country.isPresent
  }
}

/// Copies texts one behind the other into a buffer that is large enough.
private struct TextCopier {
  private let buffer: UnsafeMutableRawBufferPointer
  private(set) var count = 0

  init(into buffer: UnsafeMutableRawBufferPointer) { self.buffer = buffer }

  mutating func copy(_ range: TextRange, from storage: ByteStorage) -> TextRange {
    guard range.isPresent else { return range }
    return copy(storage.slice(range))
  }

  mutating func copy(_ literal: StaticString) -> TextRange {
    copy(UnsafeRawBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
  }

  mutating func copy(_ item: RecordedItem, from storage: ByteStorage) -> RecordedItem {
    var copied = item
    copied.sku = copy(item.sku, from: storage)
    copied.name = copy(item.name, from: storage)
    return copied
  }

  private mutating func copy(_ bytes: UnsafeRawBufferPointer) -> TextRange {
    let offset = count
    UnsafeMutableRawBufferPointer(rebasing: buffer[offset...]).copyMemory(from: bytes)
    count += bytes.count
    return TextRange(offset: offset, count: bytes.count)
  }
}
