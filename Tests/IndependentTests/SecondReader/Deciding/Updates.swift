// The events of an update, also where personal data was erased.

extension Decider {
  private static let open: [Text] = ["customer", "shippingMethod", "paymentKind"]

  func update(_ order: Order) -> Outcome {
    let changed = take(order)
    let flaws =
      circumstances()
      + judged(
        OrderValidity(
          order: changed, month: month, named: judgedFields(of: changed),
          rules: rules, lost: lost.subtracting(Order.replaced(by: command, block))
        )
        .flaws, changed)
    if let invalid = invalid(flaws, mayBe: mayBeWrong(changed)) { return invalid }
    let fields = fields().filter { !isSame($0.0, order, changed) }
    let doubtful = self.doubtful
    let blocks = Order.personalKeys.map(\.0).filter {
      order.personal($0, without: doubtful) != changed.personal($0, without: doubtful)
    }
    if fields.isEmpty && blocks.isEmpty && doubtful.isEmpty { return .unchanged }
    let isNothingKnown = fields.isEmpty && blocks.isEmpty
    if order.isShipped {
      let changesMore = !fields.isEmpty || blocks.contains { $0 != "contact" }
      guard let changesMore = changesMore ? true : changesMoreThanContact(doubtful, isNothingKnown)
      else { return .unknown }
      if changesMore { return .rejected("order-already-shipped") }
    }
    if isBarredByPayments(fields.map(\.0), of: order) { return .rejected("order-has-payments") }
    if entry.rejected != nil, !doubtful.isEmpty { return .unknown }
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
    if keepsKind(blocks, isAlone: fields.isEmpty) { names.insert("paymentKind") }
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

  /// The named fields, and those that depend on them.
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

  /// The fields of which it isn't known whether the command changes them.
  private var doubtful: Set<String> {
    if entry.isErased { return Order.allPersonal }
    return Order.replaced(by: command, block).intersection(lost)
  }

  /// Whether more than the contact changes, by the record, of what can't be judged; nil if that doesn't tell.
  private func changesMoreThanContact(_ doubtful: Set<String>, _ isNothingKnown: Bool) -> Bool? {
    if doubtful.allSatisfy({ $0.hasPrefix("contact.") }) { return false }
    if let refusal = entry.rejected?["code"]?.text {
      return tells("order-already-shipped") ? refusal == "order-already-shipped" : nil
    }
    let isOther = doubtful.allSatisfy { !$0.hasPrefix("contact.") }
    return recordedChange != nil && isOther && isNothingKnown
  }

  private var recordedChange: Node? { entry.events?.first { $0["type"]?.text == "order-updated" } }

  private func keepsKind(_ blocks: [Text], isAlone: Bool) -> Bool {
    let isDoubtful = doubtful.contains { $0.hasPrefix("payment.") }
    // If nothing else changes, the payment does.
    if isAlone && blocks.allSatisfy({ $0 == "payment" })
      && doubtful.allSatisfy({ $0.hasPrefix("payment.") })
    {
      return true
    }
    if isDoubtful, let recordedChange { return recordedChange["paymentKind"] != nil }
    return isDoubtful ? !entry.isErased : blocks.contains("payment")
  }

  /// Takes mistakes in personal fields from the record, where they can't be judged.
  func judged(_ flaws: [Invalid], _ changed: Order) -> [Invalid] {
    guard entry.isErased || !lost.isEmpty else { return flaws }
    let own = flaws.filter { !entry.isErased || !Order.allPersonal.contains($0.field) }
    let recorded = (entry.rejected?["fields"]?.list ?? []).map {
      Invalid(field: "\($0["field"]?.text ?? "")", code: $0["code"]?.text ?? "")
    }
    let taken = recorded.filter { flaw in
      if entry.isErased { return Order.allPersonal.contains(flaw.field) }
      return !own.contains { $0.field == flaw.field } && mayBeWrong(flaw, changed)
    }
    return (own + taken).enumerated().sorted { (place(of: $0.1), $0.0) < (place(of: $1.1), $1.0) }
      .map(\.1)
  }

  /// Whether a state or a postal code may be wrong for what was erased.
  private func mayBeWrong(_ changed: Order) -> Bool {
    let flaws = ["billing", "shipment"].flatMap {
      [
        Invalid(field: "\($0).zip", code: "malformed"),
        Invalid(field: "\($0).state", code: "blank"),
      ]
    }
    return flaws.contains { mayBeWrong($0, changed) }
  }

  /// Whether a state or a postal code may have been wrong for what was erased, it or its country.
  private func mayBeWrong(_ flaw: Invalid, _ changed: Order) -> Bool {
    for key in ["billing", "shipment"] as [Text] {
      let country = "\(key).country"
      let isZip = flaw.field == "\(key).zip"
      guard isZip || rules >= .second && flaw.field == "\(key).state",
        flaw.code == (isZip ? "malformed" : "blank"),
        named.contains(flaw.field) != named.contains(country)
      else { continue }
      let address = changed.personal[key]
      if named.contains(country) {
        let name = address?["country"]?.text ?? "US"
        return lost.contains(flaw.field) && (isZip ? name == "US" : Codes.withStates.contains(name))
      }
      let rule = isZip ? TextRule(isMalformed: Forms.isWrongZip) : TextRule()
      return lost.contains(country)
        && rule.code(for: address?[isZip ? "zip" : "state"]) == flaw.code
    }
    return false
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
