// Puts changed fields onto those of an order.

import JSONLines

extension OrderFields {
  /// `US`, for addresses without a country.
  private static let defaultCountry = Text("US")

  /// The fields of an order after a change.
  ///
  /// Contact and addresses are merged text by text; items and payment (its kind, and what is kept
  /// of the card) are replaced as a whole; `null` removes. O(n) in the length of all texts.
  ///
  /// - Parameters:
  ///   - changes: What changes.
  ///   - order: The order's fields; none if there is none.
  init(_ changes: OrderValues, onto order: OrderValues) {
    let replaced = changes.namesPayment ? FieldSet.card : []
    func merged(_ field: OrderField) -> (bits: UInt64, storage: ByteStorage) {
      let bits = changes.slots[Int(field.rawValue)]
      if field.isAmount {
        let amount = Amount(bits: bits)
        if amount.isNull { return (Amount(0).bits, changes.storage) }
        return amount.isAbsent
          ? (Amount(order.amount(field).value ?? 0).bits, order.storage) : (bits, changes.storage)
      }
      if !changes[field].isAbsent { return (bits, changes.storage) }
      if replaced.contains(field) { return (OrderValues.absent(field), order.storage) }
      return (order.slots[Int(field.rawValue)], order.storage)
    }
    func isThere(_ group: FieldSet) -> Bool {
      OrderField.personal.contains { field in
        guard group.contains(field) else { return false }
        return unsafeBitCast(merged(field).bits, to: TextRange.self).isPresent
      }
    }
    self.init(nulls: false) { field in
      let (bits, storage) = merged(field)
      guard let group = field.groupOfCountry, !unsafeBitCast(bits, to: TextRange.self).isPresent,
        isThere(group)
      else { return (bits, storage) }
      let country = Self.defaultCountry
      return (unsafeBitCast(country.range, to: UInt64.self), country.storage)
    }
  }

  /// The same without some fields.
  func without(_ removed: FieldSet) -> OrderFields {
    let values = values
    return OrderFields(nulls: true) { field in
      removed.contains(field)
        ? (OrderValues.absent(field), storage)
        : (values.slots[Int(field.rawValue)], storage)
    }
  }
}

extension OrderField {
  static let countries: [OrderField] = [.billingCountry, .shipmentCountry]

  /// The address that it is the country of.
  var groupOfCountry: FieldSet? {
    switch self {
    case .billingCountry: .billing
    case .shipmentCountry: .shipment
    default: nil
    }
  }
}

extension OrderValues {
  /// Whether the way of payment is among the fields, so that all of it is replaced.
  var namesPayment: Bool {
    !self[.paymentKind].isAbsent || FieldSet.card.intersects(named)
  }
}

extension FieldSet {
  func intersects(_ other: FieldSet) -> Bool { rawValue & other.rawValue != 0 }
}
