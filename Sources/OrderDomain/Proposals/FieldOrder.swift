// The order in which wrong fields are named, wherever they were found: that of the keys.

enum FieldOrder {
  static let names =
    [
      "order", "actor", "id", "reason", "amount", "method", "reference", "carrier", "tracking",
      "code", "name",
    ] + (OrderField.recorded + OrderField.secrets).map(\.name) + ["total"]

  /// Both lists as one, each field once: where both blame it, the first list is right.
  static func merge(_ first: [InvalidField], _ second: [InvalidField]) -> [InvalidField] {
    var blamed = Set(first.map(\.field))
    // A total is the sum of the others: it is to blame only if all of them could be read.
    if first.contains(where: { isPartOfTotal($0.field) }) { blamed.insert("total") }
    let all = first + second.filter { !blamed.contains($0.field) }
    let places = all.enumerated().map { (place: place(of: $1.field), index: $0, field: $1) }
    return places.sorted { ($0.place, $0.index) < ($1.place, $1.index) }.map(\.field)
  }

  private static func isPartOfTotal(_ field: String) -> Bool {
    OrderField(named: field)?.isAmount == true || field.hasPrefix("items")
  }

  /// A field's place: its index among the names, for items then the item's number, and the index
  /// among the item's own fields.
  private static func place(of field: String) -> Int {
    let parts = field.split(separator: "[", maxSplits: 1)
    let base = parts.first.map(String.init) ?? field
    let rank = names.firstIndex(of: base) ?? names.count
    guard parts.count > 1 else { return rank << 32 }
    let item = Int(parts[1].prefix { $0 != "]" }) ?? 0
    let inner = namesInItem.firstIndex { field.hasSuffix("]." + $0) } ?? -1
    return rank << 32 + (item + 1) << 8 + inner + 1
  }

  private static let namesInItem = ["sku", "name", "quantity", "unitPrice"]
}
