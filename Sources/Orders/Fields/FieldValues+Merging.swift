// Puts changed fields onto those of an order, and moves texts into a storage of their own, so that
// an order doesn't keep a whole chunk of the log alive.

import JSONLines

extension FieldValues {
  /// The fields of an order that is created with these: nothing is removed or missing any more,
  /// fees that weren't given are 0, and the country of an address without one is `US`.
  ///
  /// As merging onto nothing would, without looking for what nothing has: a third of the instructions.
  func asNewOrder() -> FieldValues {
    var order = FieldValues(in: storage)
    order.shippingFee = Self.merge(shippingFee, onto: .absent)
    order.tax = Self.merge(tax, onto: .absent)
    order.discount = Self.merge(discount, onto: .absent)
    order.items = items
    var choice = TextChoice()
    choice.count = texts.byteCount
    choice.addCountries(to: texts)
    order.texts = texts
    // Most texts lie among others that nobody wants to keep.
    let count = choice.count &+ countOfItemTexts
    if choice.isWhollyNew && storage.count <= count {
      order.texts.dropNulls()
      return order
    }
    let old = storage
    order.storage = .filled(capacity: count) { buffer in
      var copier = TextCopier(into: buffer)
      copier.copy(&order.texts, of: old)
      copier.addCountries(choice, to: &order.texts)
      copier.copy(&order.items, of: old)
      return copier.count
    }
    return order
  }

  /// The fields of an order after this change, in a compact storage.
  ///
  /// Contact and addresses are merged text by text; items and payment (its kind, and what is kept
  /// of the card) are replaced as a whole; `null` removes. O(n) in the length of all texts.
  func merged(onto order: borrowing FieldValues) -> FieldValues {
    var merged = FieldValues(in: storage)
    merged.texts = texts
    let choice = merged.texts.fillGaps(from: order.texts, but: namesPayment ? .card : .none)
    merged.shippingFee = Self.merge(shippingFee, onto: order.shippingFee)
    merged.tax = Self.merge(tax, onto: order.tax)
    merged.discount = Self.merge(discount, onto: order.discount)
    merged.items = items ?? order.items
    let count = choice.count &+ merged.countOfItemTexts
    let keepsItems = items == nil && order.items != nil
    if choice.isWhollyNew && !keepsItems && storage.count <= count { return merged }
    let (new, old) = (storage, order.storage)
    merged.storage = .filled(capacity: count) { buffer in
      var copier = TextCopier(into: buffer)
      copier.copy(&merged.texts, choice, of: new, else: old)
      copier.addCountries(choice, to: &merged.texts)
      copier.copy(&merged.items, of: keepsItems ? old : new)
      return copier.count
    }
    return merged
  }

  /// How many bytes the texts of the items have together.
  private var countOfItemTexts: Int {
    var count = 0
    for item in items ?? [] { count &+= item.sku.count &+ item.name.count }
    return count
  }

  private static func merge(_ amount: Amount, onto old: Amount) -> Amount {
    if let value = amount.value { return Amount(value) }
    return amount.isAbsent ? Amount(old.value ?? 0) : 0
  }

  /// Whether the way of payment is among the fields, so that all of it is replaced.
  var namesPayment: Bool { !texts.paymentKind.isAbsent || texts.payment.isNamed }

  /// Makes ranges with escapes into plain ones, in a storage of their own.
  mutating func unescape() {
    var hasEscapes = texts.withRanges { ranges in
      var found = false
      for text in OrderText.all { found = ranges[text].hasEscapes || found }
      return found
    }
    for item in items ?? [] {
      hasEscapes = item.sku.hasEscapes || item.name.hasEscapes || hasEscapes
    }
    if hasEscapes { move(takingPersonalFrom: OrderPersonal(storage: storage, texts: texts)) }
  }

  /// Takes the texts of a personal block that was read for itself.
  mutating func takePersonal(from block: OrderPersonal) {
    if storage === block.storage {
      texts.contact = block.texts.contact
      texts.billing = block.texts.billing
      texts.shipment = block.texts.shipment
      texts.payment = block.texts.payment
    } else {
      // One of the two was unescaped: their texts meet in a new storage.
      move(takingPersonalFrom: block)
    }
  }

  /// Moves all texts to a new storage, those that are personal out of a block.
  private mutating func move(takingPersonalFrom block: OrderPersonal) {
    var pool = TextPool()
    texts.withMutableRanges { ranges in
      block.texts.withRanges { personal in
        for text in OrderText.all {
          ranges[text] =
            TextSet.personal.contains(text)
            ? pool.add(personal[text], of: block.storage) : pool.add(ranges[text], of: storage)
        }
      }
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

/// Which text of two sets of fields counts, a new one or an old one.
private struct TextChoice {
  /// Those that are old.
  var old = TextSet.none
  /// Those that aren't there and get a country.
  var defaults = TextSet.none
  /// How many bytes they have together.
  var count = 0

  static let country: StaticString = "US"

  /// Whether all of them are new.
  var isWhollyNew: Bool { old.isEmpty && defaults.isEmpty }

  /// An address without a country is in the US; one without any text (it was erased) is nowhere.
  mutating func addCountries(to texts: OrderTexts) {
    if !texts.billing.country.isPresent && texts.billing.isThere {
      defaults.insert(.billingCountry)
    }
    if !texts.shipment.country.isPresent && texts.shipment.isThere {
      defaults.insert(.shipmentCountry)
    }
    if !defaults.isEmpty { count &+= Self.country.utf8CodeUnitCount }
  }
}

extension OrderTexts {
  /// Takes the texts that aren't there from an order, but for some; what is to be removed is absent
  /// then.
  fileprivate mutating func fillGaps(from order: OrderTexts, but replaced: TextSet) -> TextChoice {
    var choice = TextChoice()
    withMutableRanges { ranges in
      order.withRanges { old in
        for text in OrderText.all {
          var range = ranges[text]
          if range.isAbsent && !replaced.contains(text) {
            range = old[text]
            if range.isPresent { choice.old.insert(text) }
          }
          ranges[text] = range.isPresent ? range : .absent
          choice.count &+= range.count
        }
      }
    }
    choice.addCountries(to: self)
    return choice
  }
}

extension Address {
  /// Whether any text of it is there.
  fileprivate var isThere: Bool {
    street1.isPresent || street2.isPresent || city.isPresent || state.isPresent || zip.isPresent
      || country.isPresent
  }
}

extension TextCopier {
  /// Copies all texts, each out of the one storage or the other.
  fileprivate mutating func copy(
    _ texts: inout OrderTexts, _ choice: TextChoice, of storage: ByteStorage,
    else oldStorage: ByteStorage
  ) {
    texts.withMutableRanges { ranges in
      for text in OrderText.all {
        let source = choice.old.contains(text) ? oldStorage : storage
        ranges[text] = copy(ranges[text], of: source)
      }
    }
  }

  fileprivate mutating func addCountries(_ choice: TextChoice, to texts: inout OrderTexts) {
    guard !choice.defaults.isEmpty else { return }
    let country = copy(TextChoice.country)
    if choice.defaults.contains(.billingCountry) { texts.billing.country = country }
    if choice.defaults.contains(.shipmentCountry) { texts.shipment.country = country }
  }
}
