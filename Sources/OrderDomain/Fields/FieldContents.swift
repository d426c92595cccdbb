// Fields as plain Swift values, for callers that build orders and read them one at a time.

/// The contents of an order's fields, decoded once.
package struct FieldContents {
  /// The texts that are present.
  package var texts: [OrderField: String] = [:]
  /// The amounts that are present, in minor units.
  package var amounts: [OrderField: Int64] = [:]
  /// The items; nil if the field is absent.
  package var items: [Item]?
  package var removed: Set<OrderField> = []

  /// Makes empty contents.
  package init() {}
}

extension OrderFields {
  /// The contents of the fields. O(n) in the length of all.
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

  package init(_ contents: FieldContents) {
    self.init { field, writer in
      let text = contents.texts[field].map { Text($0) }
      let bits =
        if contents.removed.contains(field) {
          OrderValues.null(field)
        } else if let text {
          unsafeBitCast(text.range, to: UInt64.self)
        } else {
          contents.amounts[field].map { Amount($0).bits } ?? OrderValues.absent(field)
        }
      return writer.field(field, bits, of: text?.storage ?? .empty, nulls: true)
    }
    if let items = contents.items { self.items = items }
  }
}
