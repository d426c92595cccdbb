// The request that turns an order with some fields into one with others.

extension OrderFields {
  /// The changes that lead from other fields to these, and the names of the fields that differ. What
  /// is absent now is removed; items and payment are replaced as a whole.
  ///
  /// - Parameter unknown: The fields that count as different, whatever the other fields say of them.
  func changes(from old: OrderFields, besides unknown: [OrderField] = []) -> (
    changes: OrderFields, names: [String]
  ) {
    var changes = OrderFields()
    var names: [String] = []
    var replacesPayment = false
    for field in OrderField.ofForm {
      if field.isText, text(field) != old.text(field) || unknown.contains(field) {
        // An address without a country is in the US, or its country was erased.
        if field.isCountry, text(field) == nil, old[field] ?? "US" == "US" { continue }
        names.append(field.name)
        replacesPayment = replacesPayment || field.isOfPayment
        set(field, in: &changes)
      } else if field.isAmount, amount(field) != old.amount(field) {
        // A fee that was never given is 0.
        guard amount(field).value ?? 0 != old.amount(field).value ?? 0 else { continue }
        names.append(field.name)
        changes.set(field, to: amount(field).isAbsent ? .null : amount(field))
      }
    }
    if replacesPayment {
      for field in OrderField.ofForm where field.isOfPayment {
        if field.isText, text(field) != nil || old.text(field) != nil {
          set(field, in: &changes)
        }
      }
    }
    if hasOtherItems(than: old) {
      names.append("items")
      changes.items = items ?? []
    }
    return (changes, names)
  }

  private func set(_ field: OrderField, in changes: inout OrderFields) {
    if let text = self[field] { changes[field] = text } else { changes.remove(field) }
  }

  private func hasOtherItems(than old: OrderFields) -> Bool {
    // Fields compare byte by byte; the items' own strings would not.
    var (one, other) = (OrderFields(), OrderFields())
    one.items = items
    other.items = old.items
    return one != other
  }
}

extension OrderFields {
  /// Takes what other fields say of a field, even if that is nothing.
  mutating func take(_ field: OrderField, from other: OrderFields) {
    if other.removes(field) { remove(field) } else { self[field] = other[field] }
  }
}

extension OrderField {
  fileprivate var isOfPayment: Bool { self == .paymentKind || Self.card.contains(self) }

  fileprivate var isCountry: Bool { self == .billingCountry || self == .shipmentCountry }
}
