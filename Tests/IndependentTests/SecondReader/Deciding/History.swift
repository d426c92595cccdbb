// The fold: every stream's state after each entry.

struct History {
  var orders: [Text: Order] = [:]
  var catalog = Catalog()
  /// The revision of each stream with a command.
  var revs: [Text: Int] = [:]
  /// The last version of the rules that an entry named.
  private(set) var engine: Text?

  /// For a store: what can't have happened is corruption.
  mutating func strictlyEvolve(with entry: Entry) throws(Flaw) {
    for event in entry.events ?? [] {
      if let what = impossibility(of: event, in: entry) { throw Flaw(byte: 0, what: what) }
      apply(event, of: entry)
      if let order = orders[entry.id], entry.isOrder,
        [order.total, order.paid, order.refunded, order.exactBalance].contains(where: {
          abs($0) > Limits.integer
        })
      {
        throw Flaw(byte: 0, what: "an amount out of range")
      }
    }
    finish(entry)
  }

  mutating func evolve(with entry: Entry) {
    for event in entry.events ?? [] {
      apply(event, of: entry)
      if entry.isOrder { orders[entry.id]?.holdAmounts() }
    }
    finish(entry)
  }

  private func impossibility(of event: Node, in entry: Entry) -> String? {
    let type = event["type"]?.text ?? ""
    if !entry.isOrder {
      let isThere = catalog.contains(event["code"]?.text ?? "")
      return type == "shipping-method-added" && isThere ? "a method added twice" : nil
    }
    let isCreation = type == "order-created" || type == "order-created.0"
    if orders[entry.id] == nil {
      return isCreation || type == "personal-erased" ? nil : "before the creation"
    }
    return isCreation ? "a second creation" : nil
  }

  private mutating func finish(_ entry: Entry) {
    revs[entry.stream] = entry.rev
    engine = entry.engine ?? engine
    guard entry.events != nil, entry.isOrder else { return }
    orders[entry.id]?.rev = entry.rev
    orders[entry.id]?.updatedAt = entry.at
  }

  private mutating func apply(_ event: Node, of entry: Entry) {
    if !entry.isOrder { return catalog.evolve(with: event) }
    if event["type"]?.text?.description.hasPrefix("order-created") == true {
      orders[entry.id] = Order(id: entry.id, placedAt: entry.at, updatedAt: entry.at)
      orders[entry.id]?.isCreationErased = entry.isErased
    }
    orders[entry.id]?.evolve(with: event, personal: entry.block)
    orders[entry.id]?.forget(event, of: entry)
  }
}

extension Order {
  mutating func evolve(with event: Node, personal block: Node?) {
    switch event["type"]?.text {
    case "order-created", "order-created.0": take(event, block)
    case "order-updated":
      take(event, block)
      reopen()
    case "order-paid": if status == "placed" { status = "paid" }
    case "payment-received": paid += event["amount"]?.integer ?? 0
    case "payment-refunded":
      refunded += event["amount"]?.integer ?? 0
      reopen()
    case "order-shipped":
      status = "shipped"
      for key in ["carrier", "tracking"] as [Text] { fields[key] = event[key] }
    case "order-delivered": status = "delivered"
    case "order-returned": status = "returned"
    case "order-cancelled": status = "cancelled"
    case "order-deleted": status = "deleted"
    case "personal-erased": (personal, lost, isErased, isCreationErased) = ([:], [], true, false)
    default: return
    }
  }

  /// Which personal fields aren't known after an event.
  mutating func forget(_ event: Node, of entry: Entry) {
    let isCreation = event["type"]?.text?.description.hasPrefix("order-created") == true
    guard isCreation || event["type"]?.text == "order-updated" else { return }
    if entry.isErased {
      lost = Order.allPersonal
    } else {
      lost.subtract(Order.replaced(by: event, entry.block))
    }
  }

  static let allPersonal = Set(
    personalKeys.flatMap { key, leaves in leaves.map { "\(key).\($0)" } })

  /// The names in a change: keys of fields, and `contact.phone` and so on.
  static func named(by change: Node, _ block: Node?) -> Set<String> {
    var named = Set(fieldKeys.filter { change[$0] != nil }.map { "\($0)" })
    for (key, leaves) in personalKeys {
      // A block that is null names all that is in it.
      let isNull = block?[key]?.isNull == true
      for leaf in leaves where isNull || block?[key]?[leaf] != nil {
        named.insert("\(key).\(leaf)")
      }
    }
    return named
  }

  /// The same, and the whole payment if anything of it is named.
  static func replaced(by change: Node, _ block: Node?) -> Set<String> {
    let namesPayment = change["paymentKind"] != nil || block?["payment"] != nil
    return named(by: change, block).union(
      namesPayment ? allPersonal.filter { $0.hasPrefix("payment.") } : [])
  }

  /// Holds amounts that can't be written as JSON at the last integer that can.
  mutating func holdAmounts() {
    paid = Order.held(paid)
    refunded = Order.held(refunded)
  }

  static func held(_ amount: Int) -> Int { max(-Limits.integer, min(amount, Limits.integer)) }

  /// Something is due again.
  private mutating func reopen() {
    if status == "paid" && balance != 0 { status = "placed" }
  }

  private mutating func take(_ event: Node, _ block: Node?) {
    for key in Order.fieldKeys {
      if let value = event[key] { fields[key] = value.isNull ? nil : value }
    }
    if event["items"]?.isNull == true { fields["items"] = Node([Node]()) }
    if let total = event["total"]?.integer { self.total = total }
    if event["paymentKind"] != nil { personal["payment"] = nil }
    for (key, leaves) in Order.personalKeys {
      guard let change = block?[key] else { continue }
      if change.isNull {
        personal[key] = nil
      } else if key == "payment" || personal[key] == nil {
        personal[key] = Order.known(leaves, of: change)
      } else {
        for leaf in leaves {
          guard let value = change[leaf] else { continue }
          personal[key]?[leaf] = value.isNull ? nil : value
        }
      }
      // It is known from now on that the country is missing.
      let isRemoved = leaves.allSatisfy { change[$0]?.isNull == true }
      if isCreationErased && change["country"]?.isNull == true && !isRemoved {
        personal[key]?["country"] = Node("US")
      }
      if let block = personal[key], block.members?.isEmpty == true { personal[key] = nil }
    }
  }

  /// The personal block, unless it was erased.
  static func current(_ block: Node?) -> Node? { block?.members == nil ? nil : block }

  /// Version 0 had a single name in `contact`: the first word, and the rest; `-` stands for no rest.
  static func upcast(_ block: Node?) -> Node? {
    guard var block = current(block), var contact = block["contact"],
      let name = contact["name"]?.text
    else { return current(block) }
    let words = name.bytes.split(separator: 0x20, maxSplits: 1, omittingEmptySubsequences: false)
    let first = Text(Array(words[0]))
    let last = words.count > 1 ? Text(Array(words[1])) : "-"
    contact["firstName"] = Node(first)
    contact["lastName"] = Node(last)
    block["contact"] = contact
    return block
  }
}
