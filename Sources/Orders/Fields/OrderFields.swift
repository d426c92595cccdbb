// What is filled in on an order, for people who build commands by hand and read orders.
// What is done with fields is done to their values: see FieldValues.

import JSONLines

/// The fields of an order, any subset of them: one form for commands, events and the order itself.
///
/// In a command or an event a field may be absent, or `null`, which removes it. In an order what was
/// removed is absent. Texts lie in one storage; a `String` is made when somebody asks for one:
///
///     var fields = OrderFields()
///     fields[\.contact.firstName] = "Amy"
///     fields.items = [Item(sku: "A-1", quantity: 2, unitPrice: 1250)]
///
/// Copying is O(1): the values are copied when they are changed while shared.
public struct OrderFields: Equatable, Sendable {
  private var box: Box

  /// No fields.
  public init() { box = Box(FieldValues()) }

  init(_ values: consuming FieldValues) { box = Box(values) }

  /// What is in the fields.
  var values: FieldValues {
    @inline(__always) _read { yield box.values }
    @inline(__always) _modify {
      if !isKnownUniquelyReferenced(&box) { box = Box(box.values.copied()) }
      yield &box.values
    }
  }

  /// A text by its place in an order: nil if it is absent or removed. Setting nil makes it absent.
  ///
  /// O(n) in the length of all texts to set, since they move to a new storage.
  public subscript(text: WritableKeyPath<OrderTexts, TextRange>) -> String? {
    get {
      let range = values.texts[keyPath: text]
      return range.isPresent ? values.storage.string(range) : nil
    }
    set { values.texts[keyPath: text] = newValue.map { values.append($0) } ?? .absent }
  }

  /// Says that a text is to be removed: JSON's `null`.
  public mutating func remove(_ text: WritableKeyPath<OrderTexts, TextRange>) {
    values.texts[keyPath: text] = .null
  }

  /// Whether a text is to be removed.
  public func removes(_ text: KeyPath<OrderTexts, TextRange>) -> Bool {
    values.texts[keyPath: text].isNull
  }

  /// A text as a value that shares the bytes, without a `String`; nil if it is absent or removed.
  public func text(_ text: KeyPath<OrderTexts, TextRange>) -> Text? {
    let range = values.texts[keyPath: text]
    return range.isPresent ? Text(values.storage, range) : nil
  }

  /// The items, replaced as a whole; nil if the field is absent. O(n).
  public var items: [Item]? {
    get {
      values.items?.map { item in
        Item(
          sku: values.storage.string(item.sku),
          name: item.name.isPresent ? values.storage.string(item.name) : nil,
          quantity: item.quantity, unitPrice: item.unitPrice)
      }
    }
    set {
      values.items = newValue?.map { item in
        RecordedItem(
          sku: values.append(item.sku), name: item.name.map { values.append($0) } ?? .absent,
          quantity: item.quantity, unitPrice: item.unitPrice)
      }
    }
  }

  /// What shipping costs, in minor units.
  public var shippingFee: Amount {
    get { values.shippingFee }
    set { values.shippingFee = newValue }
  }

  /// The tax, in minor units.
  public var tax: Amount {
    get { values.tax }
    set { values.tax = newValue }
  }

  /// What is taken off, in minor units.
  public var discount: Amount {
    get { values.discount }
    set { values.discount = newValue }
  }

  /// Whether the same fields are there with the same bytes, wherever those lie. O(n).
  public static func == (one: OrderFields, other: OrderFields) -> Bool {
    one.box === other.box || one.values == other.values
  }

  /// Whether the two are copies of one, neither changed since.
  func isIdentical(to other: OrderFields) -> Bool { box === other.box }

  /// Safe to send because only the sole holder changes it.
  private final class Box: @unchecked Sendable {
    // The accessors above are the only accesses, and they don't overlap.
    @exclusivity(unchecked) var values: FieldValues

    init(_ values: consuming FieldValues) { self.values = values }
  }
}

extension FieldValues {
  /// Adds a text to the storage.
  fileprivate mutating func append(_ string: String) -> TextRange {
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
