// Edits of an order of which personal data was erased: what is left of it may be older than it seems, so nothing
// of that is recorded again as if it were known.

extension EditOrder.Request {
  /// The named fields of which the order can't tell whether they change.
  func unknownFields(of order: Order) -> [OrderField] {
    isWhole ? [] : OrderField.ofForm.filter { order.mayHaveLost($0) && form.names($0) }
  }

  /// The part of an order that stays where the form says nothing. The payment is replaced as a whole, so none stays of
  /// a card that isn't known.
  func basis(of order: Order) -> OrderForm {
    var basis = OrderForm(order)
    guard order.mayHaveLost(.paymentKind), form.namesPayment else { return basis }
    for field in OrderField.card { basis[field] = nil }
    return basis
  }

  /// Stops an edit that would copy what may be older.
  func requireKnown(_ order: Order) throws(Failure) {
    if form.shipsToBillingAddress == true, !form.lacking(OrderField.billing, of: order).isEmpty {
      throw .erasedSource(
        change.id, hint: "Give the shipping address itself, or the billing address, too.")
    }
    guard order.mayHaveLost(.paymentKind) else { return }
    if isWhole ? form.keepsPart(ofCard: OrderForm(order)) : form.lacksPartOfCard {
      throw .erasedSource(
        change.id,
        hint: "Give the whole card, with --card-last4, --card-expires and --card-brand, or another "
          + "kind of payment, with --payment-kind.")
    }
  }

  /// Takes from the first command with the same id what can't be made again as it was: whether a field that
  /// is lost now changed, and what was copied from one.
  func complete(_ fields: inout OrderFields, with first: OrderFields, on order: Order) {
    for field in OrderField.ofForm where order.mayHaveLost(field) {
      let isInFirst = first[field] != nil || first.removes(field)
      if form.copies(field) || form.names(field) && !isInFirst { fields.take(field, from: first) }
    }
  }
}

extension OrderForm {
  /// Whether it says what becomes of a field.
  fileprivate func names(_ field: OrderField) -> Bool {
    if shipsToBillingAddress == true && field.group == .shipment { return true }
    return self[field] != nil || (OrderField.card.contains(field) && self[.cardNumber] != nil)
  }

  /// Whether what becomes of a field follows from another one that it doesn't say anything of.
  fileprivate func copies(_ field: OrderField) -> Bool {
    if OrderField.card.contains(field) { return namesPayment && !names(field) }
    let pair = zip(OrderField.billing, OrderField.shipment).first { $0.1 == field }
    return shipsToBillingAddress == true && pair.map { self[$0.0] == nil } ?? false
  }

  fileprivate var namesPayment: Bool { OrderField.ofPayment.contains { self[$0] != nil } }

  /// Whether it names the payment without what is needed of a card.
  fileprivate var lacksPartOfCard: Bool {
    guard namesPayment, [nil, .text("card")].contains(self[.paymentKind]) else { return false }
    return self[.cardExpires] == nil || self[.cardLast4] == nil && self[.cardNumber] == nil
  }

  /// Whether it changes a part of the payment, and leaves a part of the card as it is in another form.
  fileprivate func keepsPart(ofCard other: OrderForm) -> Bool {
    func isOther(_ field: OrderField) -> Bool { text(field) != other.text(field) }
    guard OrderField.ofPayment.contains(where: isOther) else { return false }
    return OrderField.card.contains { field in
      let isNew = isOther(field) || self[.cardNumber] != nil && field != .cardExpires
      return other.text(field) != nil && !isNew
    }
  }
}
