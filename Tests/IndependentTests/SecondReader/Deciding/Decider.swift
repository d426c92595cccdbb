// The rules: what a command leads to, by Docs/Rules.md and the engine's own checks.

enum Outcome: Equatable {
  case events([Node])
  case rejected(Text, [Invalid] = [])
  case unchanged
  /// The revision that the stream has, and not the one expected.
  case conflict(actual: Int)
  /// Erased data decides it, and the record doesn't tell.
  case unknown
  /// Rules of this version decide it, which there aren't.
  case foreign(Text)
}

struct Decider {
  var entry: Entry
  /// The entry's command and block, in today's form.
  let command: Node
  let block: Node?
  var rules = Rules.latest
  /// The fields that the order has lost of its earlier entries.
  var lost: Set<String> = []

  init(_ entry: Entry) {
    self.entry = entry
    command = entry.command
    block = entry.block
  }

  var type: Text { entry.commandType == "create-order.0" ? "create-order" : entry.commandType }

  /// Decides the command on these states; `rev` is the stream's revision before.
  mutating func decide(on history: History, rev: Int) -> Outcome {
    let engine = entry.engine ?? history.engine
    lost = history.orders[entry.id]?.lost ?? []
    if let expected = command["expect"]?.integer, expected != rev { return .conflict(actual: rev) }
    guard let named = Rules(named: engine) else { return .foreign(engine ?? "") }
    rules = named
    if !entry.isOrder { return decideCatalog(history.catalog) }
    let order = history.orders[entry.id]
    if type == "erase-personal" {
      return invalid(circumstances()) ?? .events([event("personal-erased", [])])
    }
    if type == "create-order" { return order == nil ? create() : .rejected("order-exists") }
    guard let order else { return .rejected("order-not-found") }
    if order.status == "deleted" { return .rejected("order-deleted") }
    if order.status == "cancelled" && !["refund-order", "delete-order"].contains(type) {
      return .rejected("order-cancelled")
    }
    if type == "update-order" {
      let isPersonal = !Order.named(by: command, block).isDisjoint(with: Order.allPersonal)
      if rules >= .third && order.isErased && (isPersonal || entry.isErased) {
        return .rejected("personal-erased")
      }
      return update(order)
    }
    if type == "pay-order" || type == "refund-order" { return pay(order) }
    if let invalid = invalid(ownTexts()) { return invalid }
    return move(order)
  }

  /// The refusal of what is wrong. What may be wrong was taken from the record, if that tells.
  func invalid(_ flaws: [Invalid], mayBe: Bool = false) -> Outcome? {
    if mayBe || entry.isErased, entry.isOrder, !tells("invalid") { return .unknown }
    return flaws.isEmpty ? nil : .rejected("invalid", flaws)
  }

  /// Whether the record tells what a rule says: no rule before it refused the command.
  func tells(_ code: Text) -> Bool {
    guard let refusal = entry.rejected?["code"]?.text else { return true }
    let codes = Codes.refusals(of: type, by: rules)
    guard let place = codes.lastIndex(of: refusal), let wanted = codes.firstIndex(of: code) else {
      return false
    }
    return place >= wanted
  }

  /// The mistakes in the actor, the id and the reason.
  func circumstances() -> [Invalid] {
    let optional = TextRule(presence: .optional)
    let checks: [(String, Text?)] = [
      ("actor", TextRule().code(for: entry.node["actor"])),
      ("id", TextRule(presence: .ifPresent).code(for: command["id"])),
      ("reason", optional.code(for: command["reason"])),
    ]
    return checks.compactMap { field, code in code.map { Invalid(field: field, code: $0) } }
  }

  /// The mistakes in the circumstances, and in the command's own optional texts.
  private func ownTexts() -> [Invalid] {
    let optional = TextRule(presence: .optional)
    let keys: [Text] =
      switch type {
      case "pay-order": ["method", "reference"]
      case "ship-order": ["carrier", "tracking"]
      default: []
      }
    return circumstances()
      + keys.compactMap { key in
        optional.code(for: command[key]).map { Invalid(field: "\(key)", code: $0) }
      }
  }

  // MARK: Whole orders

  func take(_ order: Order?) -> Order {
    var order = order ?? Order(id: entry.id, placedAt: entry.at, updatedAt: entry.at)
    order.evolve(with: Node(type: "order-updated", fields()), personal: block)
    return order
  }

  /// The fields that the command names.
  func fields() -> [(Text, Node)] {
    Order.fieldKeys.compactMap { key in command[key].map { (key, key == "items" ? items($0) : $0) }
    }
  }

  private func items(_ node: Node) -> Node {
    node.list.map { Node($0.map { Order.known(Order.itemKeys, of: $0) }) } ?? node
  }

  var month: Text { Text(Array(entry.at.bytes.prefix(7))) }

  private func create() -> Outcome {
    let order = take(nil)
    let flaws =
      circumstances()
      + judged(OrderValidity(order: order, month: month, named: nil, rules: rules).flaws, order)
    if let invalid = invalid(flaws) { return invalid }
    let total = order.sum ?? 0
    let given = fields().filter { !$0.1.isNull }
    let created = Node(type: "order-created", given + [("total", Node(total))])
    return .events(total == 0 ? [created, Node(type: "order-paid")] : [created])
  }

  // MARK: Money and moves

  private func pay(_ order: Order) -> Outcome {
    let amount = command["amount"]?.integer ?? 0
    var flaws = circumstances()
    if !Amounts.isPayment(amount) { flaws.append(Invalid(field: "amount", code: "out-of-range")) }
    flaws += ownTexts().dropFirst(circumstances().count)
    if let invalid = invalid(flaws) { return invalid }
    if type == "refund-order" {
      if amount > order.paid - order.refunded { return .rejected("refund-exceeds-payments") }
      let refunded = event("payment-refunded", ["amount"])
      let isPaid =
        rules >= .second && order.status == "placed" && order.balance + amount == 0
      return .events(isPaid ? [refunded, Node(type: "order-paid")] : [refunded])
    }
    if rules >= .second && order.status == "returned" { return .rejected("order-already-returned") }
    if amount > order.balance { return .rejected("payment-exceeds-balance") }
    let received = event("payment-received", ["amount", "method", "reference"])
    return .events(
      amount == order.balance ? [received, Node(type: "order-paid")] : [received])
  }

  private func event(_ type: Text, _ keys: [Text]) -> Node {
    Node(
      type: type, keys.compactMap { key in command[key].flatMap { $0.isNull ? nil : (key, $0) } })
  }

  private func move(_ order: Order) -> Outcome {
    switch type {
    case "ship-order":
      if order.isShipped { return .rejected("order-already-shipped") }
      if order.balance != 0 { return .rejected("order-not-paid") }
      return .events([event("order-shipped", ["carrier", "tracking"])])
    case "deliver-order":
      if order.isDelivered { return .rejected("order-already-delivered") }
      if order.status != "shipped" { return .rejected("order-not-shipped") }
      return .events([event("order-delivered", [])])
    case "cancel-order":
      if order.isShipped { return .rejected("order-already-shipped") }
      return .events([event("order-cancelled", [])])
    case "return-order":
      if order.status == "returned" { return .rejected("order-already-returned") }
      if order.status != "delivered" { return .rejected("order-not-delivered") }
      return .events([event("order-returned", [])])
    default:
      if order.isShipped { return .rejected("order-already-shipped") }
      if order.paid != order.refunded { return .rejected("order-has-payments") }
      return .events([event("order-deleted", [])])
    }
  }

  private func decideCatalog(_ catalog: Catalog) -> Outcome {
    let isNew = type == "add-shipping-method"
    let keys: [Text] = isNew ? ["code", "name"] : ["code"]
    let flaws = keys.compactMap { key in
      TextRule().code(for: command[key]).map { Invalid(field: "\(key)", code: $0) }
    }
    if let invalid = invalid(circumstances() + flaws) { return invalid }
    let code = command["code"]?.text ?? ""
    if isNew {
      if catalog.contains(code) { return .rejected("method-exists") }
      return .events([event("shipping-method-added", keys)])
    }
    let isOffered = catalog.methods.contains { $0.code == code && !$0.isRetired }
    return isOffered
      ? .events([event("shipping-method-retired", keys)]) : .rejected("method-not-found")
  }
}
