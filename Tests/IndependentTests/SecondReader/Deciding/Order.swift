// The state of an order: what its events add up to.

struct Order {
  let id: Text
  var rev = 0
  var status: Text = "placed"
  /// The fields that texts, amounts and items are in, by their names.
  var fields: [Text: Node] = [:]
  /// contact, billing, shipment, payment: objects of texts.
  var personal: [Text: Node] = [:]
  var total = 0
  var paid = 0
  var refunded = 0
  /// Whether the personal data that it was created with was erased.
  var isCreationErased = false
  /// Whether it is recorded that its personal data was erased.
  var isErased = false
  /// The personal fields that an erased entry may have changed, and none since: `contact.phone` and so on.
  var lost: Set<String> = []
  var placedAt: Text
  var updatedAt: Text

  var exactBalance: Int { total - paid + refunded }
  var balance: Int { Order.held(exactBalance) }
  var due: Int { ["cancelled", "returned", "deleted"].contains(status) ? 0 : balance }
  var isShipped: Bool { ["shipped", "delivered", "returned"].contains(status) }
  var isDelivered: Bool { ["delivered", "returned"].contains(status) }

  static let personalKeys: [(Text, [Text])] = {
    let address: [Text] = ["street1", "street2", "city", "state", "zip", "country"]
    return [
      ("contact", ["firstName", "lastName", "phone", "email"]), ("billing", address),
      ("shipment", address), ("payment", ["brand", "last4", "expires"]),
    ]
  }()

  static let fieldKeys: [Text] = [
    "customer", "shippingMethod", "paymentKind", "items", "currency", "shippingFee", "tax",
    "discount",
  ]
  static let amounts: [Text] = ["shippingFee", "tax", "discount"]
  static let itemKeys: [Text] = ["sku", "name", "quantity", "unitPrice"]

  /// The order as `show --json` prints it: the state, and what is due of it.
  var json: Node {
    var json = state
    json["due"] = Node(due)
    return json
  }

  var state: Node {
    var members: [(Text, Node)] = [("id", Node(id)), ("rev", Node(rev)), ("status", Node(status))]
    func add(_ key: Text, _ node: Node?) {
      if let node, !node.isNull { members.append((key, node)) }
    }
    add("customer", fields["customer"])
    for key in ["contact", "billing", "shipment"] as [Text] { add(key, block(key)) }
    add("shippingMethod", fields["shippingMethod"])
    add("payment", block("payment"))
    let items = fields["items"]?.list
    add("items", items.map { Node($0.map { Order.known(Order.itemKeys, of: $0) }) })
    add("currency", fields["currency"])
    for key in Order.amounts { add(key, Node(fields[key]?.integer ?? 0)) }
    add("total", Node(total))
    add("paid", Node(paid))
    add("refunded", Node(refunded))
    add("balance", Node(balance))
    add("placedAt", Node(placedAt))
    add("updatedAt", Node(updatedAt))
    add("carrier", fields["carrier"])
    add("tracking", fields["tracking"])
    return Node(members)
  }

  private func block(_ name: Text) -> Node? {
    let keys = Order.personalKeys.first { $0.0 == name }?.1 ?? []
    var block = personal[name].map { Order.known(keys, of: $0) }
    if name == "payment" {
      guard let kind = fields["paymentKind"], !kind.isNull else { return block }
      let rest = block?.members ?? []
      return Node(value: .object([Member(key: "kind", node: kind)] + rest))
    }
    if name != "contact", block != nil, block?["country"] == nil, !isCreationErased {
      block?["country"] = Node("US")
    }
    return block
  }

  /// The known part of a block, apart from some of its fields; nil if that is nothing.
  func personal(_ key: Text, without names: Set<String>) -> Node? {
    let members = personal[key]?.members?.filter { !names.contains("\(key).\($0.key)") } ?? []
    return members.isEmpty ? nil : Node(value: .object(members))
  }

  /// An object's known members, in their order, without nulls.
  static func known(_ keys: [Text], of node: Node) -> Node {
    Node(keys.compactMap { key in node[key].flatMap { $0.isNull ? nil : (key, $0) } })
  }
}
