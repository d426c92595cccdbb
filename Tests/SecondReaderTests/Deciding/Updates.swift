// What an update leads to, also where personal data was erased.

extension Decider {
  private static let open: [Text] = ["customer", "shippingMethod", "paymentKind"]

  func update(_ order: Order) -> Outcome {
    let changed = take(order)
    let flaws =
      circumstances()
      + judged(
        OrderValidity(
          order: changed, month: month, named: judgedFields(of: changed),
          rules: rules
        )
        .flaws)
    if let invalid = invalid(flaws) { return invalid }
    let fields = fields().filter { !isSame($0.0, order, changed) }
    let doubtful = self.doubtful
    let blocks = Order.personalKeys.map(\.0).filter {
      order.personal($0, without: doubtful) != changed.personal($0, without: doubtful)
    }
    if fields.isEmpty && blocks.isEmpty && doubtful.isEmpty { return .unchanged }
    let isOnlyContact = blocks.allSatisfy { $0 == "contact" } && !mayChangeMore(doubtful)
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
    if keepsKind(blocks) { names.insert("paymentKind") }
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
  private func judgedFields(of changed: Order) -> Set<String> {
    var judged = named
    if judged.contains("paymentKind") || block?["payment"] != nil {
      judged.formUnion(["payment.brand", "payment.last4", "payment.expires"])
    }
    for key in ["billing", "shipment"] as [Text] where judged.contains("\(key).country") {
      let address = changed.personal[key]
      let lost = lost.subtracting(named)
      if address?["zip"] != nil && !lost.contains("\(key).zip") { judged.insert("\(key).zip") }
      let hasCity = address?["city"] != nil || lost.contains("\(key).city")
      if rules >= .second && hasCity && !lost.contains("\(key).state") {
        judged.insert("\(key).state")
      }
    }
    return judged
  }

  // MARK: Where personal data was erased

  /// What the command may change, and nobody knows whether it does.
  private var doubtful: Set<String> {
    if entry.isErased { return Order.allPersonal }
    return Order.replaced(by: command, block).intersection(lost)
  }

  /// Whether more than the contact changes, by the record, of what can't be judged.
  private func mayChangeMore(_ doubtful: Set<String>) -> Bool {
    if doubtful.allSatisfy({ $0.hasPrefix("contact.") }) { return false }
    if entry.rejected?["code"]?.text == "order-already-shipped" { return true }
    let isOther = named.allSatisfy { $0.contains(".") && !$0.hasPrefix("contact.") }
    return recordedChange != nil && isOther && !named.isEmpty
  }

  private var recordedChange: Node? { entry.events?.first { $0["type"]?.text == "order-updated" } }

  private func keepsKind(_ blocks: [Text]) -> Bool {
    let isDoubtful = doubtful.contains { $0.hasPrefix("payment.") }
    if isDoubtful, let recordedChange { return recordedChange["paymentKind"] != nil }
    return isDoubtful ? !entry.isErased : blocks.contains("payment")
  }

  /// What was wrong with personal fields is taken from the record, where it can't be judged.
  func judged(_ flaws: [Invalid]) -> [Invalid] {
    guard entry.isErased || !lost.isEmpty else { return flaws }
    let named = self.named
    func isRecorded(_ field: String) -> Bool {
      Order.personalKeys.contains { key, leaves in
        if entry.isErased { return leaves.contains { field == "\(key).\($0)" } }
        let isDependent =
          field == "\(key).zip" || rules >= .second && field == "\(key).state"
        let country = "\(key).country"
        return isDependent && named.contains(field) != named.contains(country)
          && lost.contains(named.contains(country) ? field : country)
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
