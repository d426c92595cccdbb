// What an accepted command leads to. Whether it is accepted was decided by the rules before.

extension OrderCommand {
  /// The events of this command on an order; none if it changes nothing.
  func events(on order: Order?) -> [OrderEvent] {
    switch self {
    case .create(let fields):
      let total = fields.values.total() ?? 0
      let created = OrderEvent.created(fields, total: total)
      return total == 0 ? [created, .paid] : [created]
    case .update(let fields): return order?.events(ofUpdate: fields.values) ?? []
    case .pay(let payment):
      let isPaid = order?.balance == payment.amount.value
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
  /// What a change of fields leads to.
  ///
  /// The event has only what changes, but for personal data, which command and event share: those
  /// are all in it, as asked. A new total of 0 leaves nothing to pay.
  fileprivate func events(ofUpdate changes: borrowing FieldValues) -> [OrderEvent] {
    let merged = changes.merged(onto: values)
    if merged == values { return [] }
    var event = changes.copied()
    event.drop(whatIsIn: values, after: merged)
    let namesMoney = event.namesMoney
    let fields = OrderFields(event)
    guard namesMoney, let newTotal = merged.total(), newTotal != total else {
      return [.updated(fields, total: nil)]
    }
    let updated = OrderEvent.updated(fields, total: newTotal)
    let isSettled = status == .placed && newTotal.minus(paid).plus(refunded) == 0
    return isSettled ? [updated, .paid] : [updated]
  }
}

extension FieldValues {
  /// Whether anything that the total is made of is among the fields.
  var namesMoney: Bool {
    items != nil || !shippingFee.isAbsent || !tax.isAbsent || !discount.isAbsent
  }

  /// Drops what isn't personal and is the same in an order before this change and after it.
  fileprivate mutating func drop(
    whatIsIn before: borrowing FieldValues, after: borrowing FieldValues
  ) {
    var kept = after.textsThatDiffer(from: before)
    // The kind stands for the whole payment: it removes a card also where the kind stays.
    if !kept.isDisjoint(with: .card) { kept.insert(.paymentKind) }
    kept.formUnion(.personal)
    texts.withMutableRanges { ranges in
      for text in OrderText.all where !kept.contains(text) { ranges[text] = .absent }
    }
    if after.hasSameItems(as: before) { items = nil }
    if after.shippingFee == before.shippingFee { shippingFee = .absent }
    if after.tax == before.tax { tax = .absent }
    if after.discount == before.discount { discount = .absent }
  }
}
