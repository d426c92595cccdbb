// Fields as plain Swift values, for callers that build orders and look at them one at a time.

import JSONLines

/// What is in an order's fields, decoded once.
package struct FieldContents {
  /// The texts that are there.
  package var texts: [OrderField: String] = [:]
  /// The amounts that are there, in minor units.
  package var amounts: [OrderField: Int64] = [:]
  /// The items; nil if the field is absent.
  package var items: [Item]?
  /// The fields that are to be removed.
  package var removed: Set<OrderField> = []

  /// No fields.
  package init() {}
}

extension OrderFields {
  /// What is in the fields. O(n) in the length of all.
  package var contents: FieldContents {
    var contents = FieldContents()
    let values = values
    for field in OrderField.shown {
      if OrderValues.isNull(values.slots[Int(field.rawValue)], of: field) {
        contents.removed.insert(field)
      } else if field.isAmount {
        contents.amounts[field] = values.amount(field).value
      } else if field.isText {
        contents.texts[field] = values.text(field).map { String($0) }
      }
    }
    contents.items = contents.removed.contains(.items) ? nil : items
    return contents
  }

  /// Fields with these contents.
  package init(_ contents: FieldContents) {
    self.init(nulls: true) { field in
      if contents.removed.contains(field) {
        return (
          field.isAmount ? Amount.null.bits : unsafeBitCast(TextRange.null, to: UInt64.self), .empty
        )
      }
      if let text = contents.texts[field].map({ Text($0) }) {
        return (unsafeBitCast(text.range, to: UInt64.self), text.storage)
      }
      if let amount = contents.amounts[field] { return (Amount(amount).bits, .empty) }
      return (OrderValues.absent(field), .empty)
    }
    if let items = contents.items { self.items = items }
  }
}
