// What an accepted command leads to. Whether it is accepted was decided by the rules before.

extension OrderCommand {
  /// The events of this command on an order; none if it changes nothing.
  func events(on order: Order?) -> [OrderEvent] {
    switch self {
    case .create(let fields):
      let total = fields.values(of: .plain).total() ?? 0
      let created = OrderEvent.created(fields, total: total)
      return total == 0 ? [created, .paid] : [created]
    case .update(let fields): return order?.events(ofUpdate: fields) ?? []
    case .pay(let payment):
      let isPaid = order.map { $0.settles(payment.amount) } ?? false
      return isPaid ? [.paymentReceived(payment), .paid] : [.paymentReceived(payment)]
    case .ship(let shipping): return [.shipped(shipping)]
    case .deliver: return [.delivered]
    case .cancel: return [.cancelled]
    case .return: return [.returned]
    case .refund(let amount): return [.refunded(amount: amount.value ?? 0)]
    case .delete: return [.deleted]
    }
  }
}

extension Order {
  /// Whether nothing is left to pay after a payment.
  fileprivate func settles(_ payment: Amount) -> Bool {
    var row = row
    row.paid = row.paid.plus(payment.value ?? 0)
    return payment.value != nil && row.isSettled
  }

  /// What a change of fields leads to.
  ///
  /// The event has only what changes, but for personal data, which command and event share: those
  /// are all in it, as requested. A new total of 0 leaves nothing to pay.
  fileprivate func events(ofUpdate changes: OrderFields) -> [OrderEvent] {
    let (before, changed) = (values, changes.values)
    let after = OrderFields(changed, onto: self.fields).values
    var kept = after.differences(to: before)
    if kept.isEmpty { return [] }
    // The kind stands for the whole payment: it removes a card also where the kind stays.
    if kept.intersects(.card) { kept.insert(FieldSet(.paymentKind)) }
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
  /// What the total is made of.
  private static let partsOfTotal = FieldSet(OrderField.amounts + [.items])

  /// Whether anything that the total is made of is among the fields.
  var namesAmounts: Bool { intersects(.partsOfTotal) }
}
