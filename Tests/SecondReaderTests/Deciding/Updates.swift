// What an update leads to, also where personal data was erased.

extension Decider {
  private static let open: [Text] = ["customer", "shippingMethod", "paymentKind"]

  func update(_ order: Order) -> Outcome {
    let changed = take(order)
    let flaws =
      circumstances()
      + judged(
        OrderValidity(
          order: changed, month: month, named: judgedFields(of: changed, before: order),
          rules: rules
        )
        .flaws)
    if let invalid = invalid(flaws) { return invalid }
    let fields = fields().filter { !isSame($0.0, order, changed) }
    let blocks = Order.personalKeys.map(\.0).filter { order.personal[$0] != changed.personal[$0] }
    if fields.isEmpty && blocks.isEmpty && !mayChangeErased(order) { return .unchanged }
    let isOnlyContact =
      mayChangeErasedRest ? !isRecordedAsShipped : blocks.allSatisfy { $0 == "contact" }
    if order.isShipped && (!fields.isEmpty || !isOnlyContact) {
      return .rejected("order-already-shipped")
    }
    if isBarredByPayments(fields.map(\.0), of: order) { return .rejected("order-has-payments") }
    return .events(updated(order, to: changed, named: fields, blocks))
  }

  private func isBarredByPayments(_ fields: [Text], of order: Order) -> Bool {
    if rules >= .second { return fields.contains("currency") && order.paid != 0 }
    let isPaid = order.status != "placed" || order.paid != 0
    return isPaid && fields.contains { !Decider.open.contains($0) }
  }

  private func updated(
    _ order: Order, to changed: Order, named fields: [(Text, Node)], _ blocks: [Text]
  ) -> [Node] {
    var names = Set(fields.map(\.0))
    // The kind and the rest of the payment belong together.
    if keepsKind(blocks, of: order) { names.insert("paymentKind") }
    let fields = self.fields().filter { names.contains($0.0) }
    let sum = changed.sum ?? 0
    guard !names.isDisjoint(with: ["items"] + Order.amounts), sum != order.total else {
      return [Node(type: "order-updated", fields)]
    }
    let event = Node(type: "order-updated", fields + [("total", Node(sum))])
    let isPaid = order.status == "placed" && sum - order.paid + order.refunded == 0
    return isPaid ? [event, Node(type: "order-paid")] : [event]
  }

  private func isSame(_ key: Text, _ one: Order, _ other: Order) -> Bool {
    if Order.amounts.contains(key) {
      return (one.fields[key]?.integer ?? 0) == (other.fields[key]?.integer ?? 0)
    }
    return one.fields[key] == other.fields[key]
  }

  private var named: Set<String> { Order.named(by: command, block) }

  /// What is named, and what depends on it.
  private func judgedFields(of changed: Order, before order: Order) -> Set<String> {
    var judged = named
    if judged.contains("paymentKind") || block?["payment"] != nil {
      judged.formUnion(["payment.brand", "payment.last4", "payment.expires"])
    }
    for key in ["billing", "shipment"] as [Text] where judged.contains("\(key).country") {
      // What is missing may have been erased.
      let address = changed.personal[key]
      let (zip, state) = ("\(key).zip", "\(key).state")
      if address?["zip"] != nil && !order.lost.contains(zip) { judged.insert(zip) }
      if rules >= .second && address?["city"] != nil && !order.lost.contains(state) {
        judged.insert(state)
      }
    }
    return judged
  }

  // MARK: Where personal data was erased

  private var isRecordedAsShipped: Bool {
    entry.rejected?["code"]?.text == "order-already-shipped"
  }

  /// Whether the command may change what was erased of the order before, besides the contact.
  private var mayChangeErasedRest: Bool {
    let rest = named.contains {
      $0 == "paymentKind" || $0.contains(".") && !$0.hasPrefix("contact.")
    }
    return entry.isErased || isPastErased && rest
  }

  /// Whether a change must be taken from the record, where none is seen.
  private func mayChangeErased(_ order: Order) -> Bool {
    if entry.isErased { return true }
    guard isPastErased else { return false }
    if recordedChange == nil && !unknown(in: order).isEmpty { return true }
    let isAccepted =
      recordedChange != nil
      && named.contains { $0 == "paymentKind" || $0.contains(".") }
    return isAccepted || order.isShipped && mayChangeErasedRest && isRecordedAsShipped
  }

  private func keepsKind(_ blocks: [Text], of order: Order) -> Bool {
    guard entry.isErased || isPastErased && recordedChange != nil else {
      return blocks.contains("payment") || unknown(in: order).contains { $0.hasPrefix("payment.") }
    }
    return recordedChange?["paymentKind"] != nil
  }

  private var recordedChange: Node? { entry.events?.first { $0["type"]?.text == "order-updated" } }

  /// The personal fields that the command replaces, and of which nobody knows whether that changes them.
  private func unknown(in order: Order) -> Set<String> {
    Order.replaced(by: command, block).intersection(order.lost)
  }

  /// What was wrong with personal fields is taken from the record, where it can't be judged.
  func judged(_ flaws: [Invalid]) -> [Invalid] {
    guard entry.isErased || isPastErased else { return flaws }
    let named = self.named
    func isRecorded(_ field: String) -> Bool {
      Order.personalKeys.contains { key, leaves in
        if entry.isErased { return leaves.contains { field == "\(key).\($0)" } }
        let isDependent =
          field == "\(key).zip" || rules >= .second && field == "\(key).state"
        return isDependent && named.contains(field) != named.contains("\(key).country")
      }
    }
    let recorded = (entry.rejected?["fields"]?.list ?? []).map {
      Invalid(field: "\($0["field"]?.text ?? "")", code: $0["code"]?.text ?? "")
    }
    let own = flaws.filter { !isRecorded($0.field) }
    let all = own + recorded.filter { isRecorded($0.field) }
    return all.enumerated().sorted { (place(of: $0.1), $0.0) < (place(of: $1.1), $1.0) }.map(\.1)
  }

  /// Before all personal fields, among them, or after.
  private func place(of flaw: Invalid) -> Int {
    if flaw.field == "total" { return .max }
    let fields = Order.personalKeys.flatMap { key, leaves in leaves.map { "\(key).\($0)" } }
    guard let index = fields.firstIndex(of: flaw.field) else { return -1 }
    // An erased block's are in the order of the record.
    return entry.isErased ? 0 : index
  }
}
