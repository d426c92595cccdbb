// Edits of what a line says.

import Foundation

extension Mutator {
  mutating func mutateTree(of line: [UInt8], sealed isSealed: Bool) -> [UInt8] {
    guard var node = try? Parser.parse(line, canonical: false) else { return mutateBytes(of: line) }
    var target = dice.below(count(node))
    node = edit(node, &target)
    let written = dice.chance(1, in: 20) ? respelled(node.canonical) : node.canonical
    return isSealed ? sealed(written) : written
  }

  /// The number of values in a value, itself included.
  private func count(_ node: Node) -> Int {
    (node.list ?? node.members?.map(\.node) ?? []).reduce(1) { $0 + count($1) }
  }

  private mutating func edit(_ node: Node, _ target: inout Int) -> Node {
    if target == 0 {
      target = -1
      return changed(node)
    }
    target -= 1
    switch node.value {
    case .list(let list) where target >= 0:
      return Node(list.map { target >= 0 ? edit($0, &target) : $0 })
    case .object(let members) where target >= 0:
      var edited: [Member] = []
      for var member in members {
        if target >= 0 { member.node = edit(member.node, &target) }
        edited.append(member)
      }
      return Node(value: .object(edited))
    default: return node
    }
  }

  private mutating func changed(_ node: Node) -> Node {
    if dice.chance(1, in: 8) { return any() }
    switch node.value {
    case .object(let members): return Node(value: .object(changed(members)))
    case .list(let list): return Node(changed(list))
    case .integer(let integer):
      return Node(dice.pick([integer + 1, integer - 1, 0, 1, -integer, -1] + Mutator.limits))
    case .text(let text):
      return dice.chance(1, in: 2) ? Node(changed(text)) : Node(dice.pick(Mutator.texts))
    default: return any()
    }
  }

  private mutating func changed(_ members: [Member]) -> [Member] {
    var members = members
    let key = dice.pick(Mutator.keys)
    guard !members.isEmpty else { return [Member(key: key, node: any())] }
    let index = dice.below(members.count)
    switch dice.below(7) {
    case 0, 1: members.remove(at: index)
    case 2: members.insert(Member(key: key, node: any()), at: index)
    case 3: members[index].key = key
    case 4: members.insert(members[index], at: dice.below(members.count))
    case 5: members.swapAt(index, dice.below(members.count))
    default: members.insert(Member(key: key, node: any()), at: index)
    }
    return members
  }

  private mutating func changed(_ list: [Node]) -> [Node] {
    var list = list
    guard !list.isEmpty else { return [any()] }
    let index = dice.below(list.count)
    switch dice.below(4) {
    case 0: list.remove(at: index)
    case 1: list.insert(list[index], at: index)
    case 2: list.swapAt(index, dice.below(list.count))
    default: list.insert(any(), at: index)
    }
    return list
  }

  private mutating func changed(_ text: Text) -> Text {
    var bytes = text.bytes
    guard !bytes.isEmpty else { return "x" }
    let place = dice.below(bytes.count)
    switch dice.below(5) {
    case 0: bytes.remove(at: place)
    case 1: bytes.insert(dice.pick(Array("0aZ./- \n\"\\@".utf8)), at: place)
    case 2: bytes[place] = dice.pick(Array("0a9Z./-".utf8))
    case 3: bytes += bytes
    default: bytes = Array(bytes.reversed())
    }
    return String(validating: bytes, as: UTF8.self) == nil ? "y" : Text(bytes)
  }

  private mutating func any() -> Node {
    switch dice.below(8) {
    case 0: .null
    case 1: Node(value: .flag(true))
    case 2, 3: Node(dice.pick(Mutator.limits))
    case 4, 5: Node(dice.pick(Mutator.texts))
    case 6: Node([Node]())
    default: Node([(dice.pick(Mutator.keys), Node(dice.pick(Mutator.texts)))])
    }
  }

  static let limits = [
    0, 1, 2, 7, 1_000_000, 1_000_001, 1_000_000_000_000, 1_000_000_000_001, Limits.integer,
    -Limits.integer, Limits.integer + 1, 4096, 4097, -1,
  ]
  static let keys: [Text] = [
    "seq", "at", "stream", "rev", "actor", "format", "store", "engine", "batch", "source", "line",
    "recordedBy", "meta", "command", "events", "rejected", "personal", "crc", "type", "id",
    "expect", "reason",
    "customer", "shippingMethod", "paymentKind", "items", "currency", "shippingFee", "tax",
    "discount", "total", "amount", "method", "reference", "carrier", "tracking", "code", "name",
    "fields", "field", "salt", "contact", "billing", "shipment", "payment", "sku", "quantity",
    "unitPrice", "street2", "city", "state", "zip", "country", "last4", "zzz", "é", "firstName",
  ]
  static let texts: [Text] = [
    "", " ", "1", "2", "3", "amy", "order/1001", "order/1002", "order/", "catalog", "catalog/x",
    "loan/7",
    "order/a b", "order/..", "DE", "US", "AU", "ZZ", "usd", "EUR", "XXZ", "12345", "1234",
    "2030-01", "2020-13",
    "card",
    "cash", "\u{7F}", "\u{1}\n", "é", "e\u{301}", "order-exists", "invalid", "order-deleted",
    "personal-erased",
    "erase-personal",
    "method-exists", "blank", "pay-order", "cancel-order", "create-order", "create-order.0",
    "update-order", "order-created", "order-created.0", "order-paid", "order-cancelled",
    "payment-received", "order-updated", "shipping-method-retired", "add-shipping-method",
    "2026-01-05T09:14:00.000014Z", "2025-01-01T00:00:00.000000Z", "9999-12-31T23:59:59.999999Z",
    "2024-02-29T00:00:00.000000Z", "2023-02-29T00:00:00.000000Z",
    "00000000000000000000000000000001",
    "sha256:abababababababababababababababababababababababababababababababab", "sha256:ab",
    "0000000000000000000000000000000A", "standard", "two-day",
  ]

  /// The same JSON, written in another way.
  private mutating func respelled(_ line: [UInt8]) -> [UInt8] {
    let text = String(decoding: line, as: UTF8.self)
    let (old, new) = dice.pick([
      (":", ": "), (",", " ,"), ("a", "\\u0061"), ("/", "\\/"), ("{", "{\t"), ("}", " }"),
      ("1", "1.0"),
      ("1", "1e0"), ("0", "-0"), ("e", "\\u00e9"), ("\\n", "\\u000a"), ("m", "\\ud83d\\ude00"),
      ("m", "\\ud83d"), ("m", "\\u001F"), ("m", "\\u001f"), ("m", "\\u007f"), ("m", "\\u0000"),
    ])
    var places = text.ranges(of: old)
    guard !places.isEmpty else { return line }
    let place = places.remove(at: dice.below(places.count))
    return Array(text.replacingCharacters(in: place, with: new).utf8)
  }
}
