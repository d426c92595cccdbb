// The fields of an order as the rules and the log see them: ranges and numbers.
// How they are merged, checked, read and written stands in files of their own.

import JSONLines

/// Which fields there are and what is in them.
///
/// Not copied unless somebody says so: it is large, and holds two references.
struct FieldValues: ~Copyable, Sendable {
  // None has a value from the start, not even the items by a question mark, so that a field that is
  // added can't be forgotten in a copy.
  /// The bytes that all texts lie in, without escapes.
  var storage: ByteStorage
  var texts: OrderTexts
  var items: Optional<[RecordedItem]>
  var shippingFee: Amount
  var tax: Amount
  var discount: Amount

  /// No fields; texts that are added lie in this storage.
  init(in storage: ByteStorage = .empty) {
    self.storage = storage
    texts = OrderTexts()
    items = nil
    (shippingFee, tax, discount) = (.absent, .absent, .absent)
  }

  private init(sharing other: borrowing FieldValues) {
    storage = other.storage
    texts = other.texts
    items = other.items
    shippingFee = other.shippingFee
    tax = other.tax
    discount = other.discount
  }

  /// The same, sharing the bytes.
  func copied() -> FieldValues { FieldValues(sharing: self) }
}

extension FieldValues {
  /// Whether the same fields are there with the same bytes, wherever those lie. O(n).
  static func == (one: borrowing FieldValues, other: borrowing FieldValues) -> Bool {
    one.shippingFee == other.shippingFee && one.tax == other.tax
      && one.discount == other.discount && one.textsThatDiffer(from: other).isEmpty
      && one.hasSameItems(as: other)
  }

  /// The texts that are in only one of the two or have other bytes.
  func textsThatDiffer(from other: borrowing FieldValues) -> TextSet {
    texts.withRanges { ranges in
      other.texts.withRanges { others in
        var found = TextSet.none
        for text in OrderText.all
        where !storage.hasSameText(ranges[text], as: others[text], of: other.storage) {
          found.insert(text)
        }
        return found
      }
    }
  }

  func hasSameItems(as other: borrowing FieldValues) -> Bool {
    guard let items, let others = other.items else {
      return items == nil && other.items == nil
    }
    return items.elementsEqual(others) { item, another in
      item.quantity == another.quantity && item.unitPrice == another.unitPrice
        && storage.hasSameText(item.sku, as: another.sku, of: other.storage)
        && storage.hasSameText(item.name, as: another.name, of: other.storage)
    }
  }
}
