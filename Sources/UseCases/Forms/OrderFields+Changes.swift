// What has to be asked for to make an order with some fields into one with others.

import JSONLines
import Orders

extension OrderFields {
  /// The changes that lead from other fields to these, and the names of the fields that differ.
  ///
  /// What is there no more is removed. Items and payment are replaced as a whole.
  func changes(from old: OrderFields) -> (changes: OrderFields, names: [String]) {
    var changes = OrderFields()
    var names: [String] = []
    var replacesPayment = false
    for field in OrderField.allCases {
      if let path = field.textPath, text(path) != old.text(path) {
        // An address without a country is in the US.
        if field.isCountry && text(path) == nil && old.text(path) == "US" { continue }
        names.append(field.rawValue)
        replacesPayment = replacesPayment || field.isOfPayment
        set(path, in: &changes)
      } else if let path = field.amountPath, self[keyPath: path] != old[keyPath: path] {
        // A fee that was never given is 0.
        guard self[keyPath: path].value ?? 0 != old[keyPath: path].value ?? 0 else { continue }
        names.append(field.rawValue)
        changes[keyPath: path] = self[keyPath: path].isAbsent ? .null : self[keyPath: path]
      }
    }
    if replacesPayment {
      for field in OrderField.allCases where field.isOfPayment {
        if let path = field.textPath, text(path) != nil || old.text(path) != nil {
          set(path, in: &changes)
        }
      }
    }
    if hasOtherItems(than: old) {
      names.append("items")
      changes.items = items ?? []
    }
    return (changes, names)
  }

  private func set(
    _ path: WritableKeyPath<OrderTexts, TextRange>, in changes: inout OrderFields
  ) {
    if let text = self[path] { changes[path] = text } else { changes.remove(path) }
  }

  private func hasOtherItems(than old: OrderFields) -> Bool {
    // Fields compare byte by byte; the items' own strings would not.
    var (one, other) = (OrderFields(), OrderFields())
    one.items = items
    other.items = old.items
    return one != other
  }
}

extension OrderField {
  /// Whether it is replaced together with the way of payment.
  fileprivate var isOfPayment: Bool { self == .paymentKind || Self.card.contains(self) }

  fileprivate var isCountry: Bool { self == .billingCountry || self == .shipmentCountry }
}
