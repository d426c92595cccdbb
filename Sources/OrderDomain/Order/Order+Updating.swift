// What a change of fields or a payment leads to, beyond the event that says so.

extension Order {
  /// Whether nothing is left to pay after a payment.
  func settles(_ payment: Amount) -> Bool {
    var row = row
    row.paid = row.paid.plus(payment.value ?? 0)
    return payment.value != nil && row.isSettled
  }

  /// Whether nothing is left to pay or to refund after a refund.
  func settles(refunding amount: Amount) -> Bool {
    var row = row
    row.refunded = row.refunded.plus(amount.value ?? 0)
    return row.isSettled
  }

  /// The fields that a change changes, given all values after it: those that differ, and those named
  /// that an erased entry may have changed.
  func differences(
    after changes: borrowing OrderValues, to after: borrowing OrderValues
  ) -> FieldSet {
    after.differences(to: values).union(changes.replaced.intersection(row.lost))
  }

  /// What a change of fields leads to.
  ///
  /// The event has only what changes, except for personal data, which command and event share: all
  /// of it is in the event, as requested. With a new total of 0, nothing is left to pay.
  ///
  /// - Parameters:
  ///   - doubtful: The fields of which nobody knows whether they change, because personal data was erased.
  ///   - recorded: The change that was recorded: it alone can tell.
  func events(
    ofUpdate changes: OrderFields, doubting doubtful: FieldSet = [], recorded: OrderFields? = nil
  ) -> [OrderEvent] {
    let changed = changes.values
    let after = OrderFields(changed, onto: self.fields).values
    var kept = differences(after: changed, to: after)
    if let recorded, doubtful.intersects(.card) {
      // If nothing else changes, the card does, and the kind belongs to it.
      let isAllOfIt = kept.union(doubtful).isSubset(of: .card)
      let named = isAllOfIt ? changed.named : recorded.values.named
      kept.formUnion(named.intersection(FieldSet(.paymentKind)))
      kept.formUnion(.personal)
    } else if kept.intersects(.card) {
      // The kind is that of the whole payment: it removes a card even where the kind stays the same.
      kept.insert(FieldSet(.paymentKind))
    }
    if kept.isEmpty { return [] }
    kept.formUnion(.personal)
    let fields =
      changed.named.isSubset(of: kept) ? changes : changes.without(.all.subtracting(kept))
    guard changed.named.intersection(kept).namesAmounts, let newTotal = after.total(),
      newTotal != total
    else { return [.updated(fields, total: nil)] }
    let updated = OrderEvent.updated(fields, total: newTotal)
    var row = row
    row.total = newTotal
    return status == .placed && row.isSettled ? [updated, .paid] : [updated]
  }
}

extension FieldSet {
  /// What the total is computed from.
  private static let partsOfTotal = FieldSet(OrderField.amounts + [.items])

  /// Whether anything that the total is computed from is among the fields.
  var namesAmounts: Bool { intersects(.partsOfTotal) }
}
