// One line of an order: as a value for building orders, and as ranges for the log.

/// A quantity of one article at one price.
public struct Item: Hashable, Sendable {
  /// The article's code.
  public var sku: String
  /// Its name; optional.
  public var name: String?
  /// The number of pieces.
  public var quantity: Amount
  /// The price of one, in minor units.
  public var unitPrice: Amount

  /// A quantity of one article.
  public init(sku: String, name: String? = nil, quantity: Amount, unitPrice: Amount) {
    self.sku = sku
    self.name = name
    self.quantity = quantity
    self.unitPrice = unitPrice
  }

  /// Whether both are written the same. O(n).
  public static func == (one: Item, other: Item) -> Bool { one.parts == other.parts }

  /// Hashes what is compared. O(n).
  public func hash(into hasher: inout Hasher) { hasher.combine(parts) }

  private var parts: Parts {
    Parts(
      sku: ExactString(sku), name: name.map { ExactString($0) }, quantity: quantity,
      unitPrice: unitPrice)
  }

  private struct Parts: Hashable {
    let sku: ExactString
    let name: ExactString?
    let quantity: Amount
    let unitPrice: Amount
  }
}

/// An item whose texts are ranges of its order's bytes.
struct ItemValues: BitwiseCopyable {
  var sku = TextRange.absent
  var name = TextRange.absent
  var quantity = Amount.absent
  var unitPrice = Amount.absent

  static let shape = ObjectShape(
    .text("sku"), .text("name"), .integer("quantity"), .integer("unitPrice"))
}

/// Goes through the items of an order's bytes, as far as they can be read.
struct ItemReader: Sequence, IteratorProtocol {
  private var json: JSONReader
  private var index = 0
  private var isDone = false

  init(_ range: TextRange, in storage: ByteStorage) {
    json = JSONReader(storage, in: range.bounds, profile: .anyOrder)
    isDone = range.count == 0 || (try? json.beginArray()) == nil
  }

  mutating func next() -> ItemValues? {
    guard !isDone else { return nil }
    var item = ItemValues()
    do throws(JSONError) {
      if try json.nextElement(&index) {
        try json.read(ItemValues.shape, into: &item, .trustsBytes)
        return item
      }
    } catch {}
    isDone = true
    return nil
  }
}

extension JSONWriter {
  /// Writes an item as an object; absent and null values are left out.
  mutating func item(_ item: ItemValues, of storage: ByteStorage) {
    let hasMembers = braces { (writer: inout JSONWriter) in
      writer.member(#","sku":"#, item.sku, of: storage)
      writer.member(#","name":"#, item.name, of: storage)
      writer.member(#","quantity":"#, item.quantity)
      writer.member(#","unitPrice":"#, item.unitPrice)
    }
    if !hasMembers { raw("{}") }
  }
}
