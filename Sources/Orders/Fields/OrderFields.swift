// What is filled in on an order: one form for commands, events and the order itself.
// How fields are merged, checked, read and written stands in files of their own.

import JSONLines

/// The fields of an order, any subset of them.
///
/// In a command or an event a field may be absent, or `null`, which removes it. In an order what was
/// removed is absent. Texts lie in one storage; a `String` is made when somebody asks for one:
///
///     var fields = OrderFields()
///     fields[\.contact.firstName] = "Amy"
///     fields.items = [Item(sku: "A-1", quantity: 2, unitPrice: 1250)]
public struct OrderFields: Sendable {
  /// The bytes that all texts lie in, without escapes.
  var storage: ByteStorage
  var texts = OrderTexts()
  var recordedItems: [RecordedItem]?
  /// What shipping costs, in minor units.
  public var shippingFee = Amount.absent
  /// The tax, in minor units.
  public var tax = Amount.absent
  /// What is taken off, in minor units.
  public var discount = Amount.absent

  /// No fields.
  public init() { storage = .empty }

  init(in storage: ByteStorage) { self.storage = storage }

  /// A text by its place in an order: nil if it is absent or removed. Setting nil makes it absent.
  ///
  /// O(n) in the length of all texts to set, since they move to a new storage.
  public subscript(text: WritableKeyPath<OrderTexts, TextRange>) -> String? {
    get {
      let range = texts[keyPath: text]
      return range.isPresent ? storage.string(range) : nil
    }
    set { texts[keyPath: text] = newValue.map { append($0) } ?? .absent }
  }

  /// Says that a text is to be removed: JSON's `null`.
  public mutating func remove(_ text: WritableKeyPath<OrderTexts, TextRange>) {
    texts[keyPath: text] = .null
  }

  /// Whether a text is to be removed.
  public func removes(_ text: KeyPath<OrderTexts, TextRange>) -> Bool {
    texts[keyPath: text].isNull
  }

  /// A text as a value that shares the bytes, without a `String`; nil if it is absent or removed.
  public func text(_ text: KeyPath<OrderTexts, TextRange>) -> Text? {
    let range = texts[keyPath: text]
    return range.isPresent ? Text(storage, range) : nil
  }

  /// The items, replaced as a whole; nil if the field is absent. O(n).
  public var items: [Item]? {
    get {
      recordedItems?.map { item in
        Item(
          sku: storage.string(item.sku),
          name: item.name.isPresent ? storage.string(item.name) : nil,
          quantity: item.quantity, unitPrice: item.unitPrice)
      }
    }
    set {
      recordedItems = newValue?.map { item in
        RecordedItem(
          sku: append(item.sku), name: item.name.map { append($0) } ?? .absent,
          quantity: item.quantity, unitPrice: item.unitPrice)
      }
    }
  }

  private mutating func append(_ string: String) -> TextRange {
    let old = storage
    var string = string
    storage = string.withUTF8 { added in
      ByteStorage.filled(capacity: old.count + added.count) { buffer in
        buffer.copyBytes(from: old.bytes)
        UnsafeMutableRawBufferPointer(rebasing: buffer[old.count...]).copyBytes(from: added)
        return old.count + added.count
      }
    }
    return TextRange(offset: old.count, count: storage.count - old.count)
  }
}

extension OrderFields: Equatable {
  /// Whether the same fields are there with the same bytes, wherever those lie. O(n).
  public static func == (one: OrderFields, other: OrderFields) -> Bool {
    one.shippingFee == other.shippingFee && one.tax == other.tax
      && one.discount == other.discount && one.textsThatDiffer(from: other).isEmpty
      && one.hasSameItems(as: other)
  }

  /// The texts that are in only one of the two or have other bytes.
  func textsThatDiffer(from other: OrderFields) -> TextSet {
    var found = TextSet.none
    for text in OrderText.all
    where !Self.areEqual(texts[text], storage, other.texts[text], other.storage) {
      found.insert(text)
    }
    return found
  }

  func hasSameItems(as other: OrderFields) -> Bool {
    guard let items = recordedItems, let others = other.recordedItems else {
      return recordedItems == nil && other.recordedItems == nil
    }
    return items.elementsEqual(others) { item, another in
      item.quantity == another.quantity && item.unitPrice == another.unitPrice
        && Self.areEqual(item.sku, storage, another.sku, other.storage)
        && Self.areEqual(item.name, storage, another.name, other.storage)
    }
  }

  private static func areEqual(
    _ range: TextRange, _ storage: ByteStorage, _ other: TextRange, _ otherStorage: ByteStorage
  ) -> Bool {
    guard range.isPresent && other.isPresent else {
      return range.isAbsent == other.isAbsent && range.isNull == other.isNull
    }
    return range.count == other.count
      && storage.slice(range).elementsEqual(otherStorage.slice(other))
  }
}
