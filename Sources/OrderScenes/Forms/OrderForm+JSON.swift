// Reads a form that a program or an editor wrote: the order's own JSON shape, amounts in minor
// units. Unknown keys are errors, so that no input is dropped silently.

import HistoryScenes
import EventSourcing
import JSONLines
import OrderDomain

extension OrderForm {
  /// Reads a form.
  ///
  /// - Parameters:
  ///   - bytes: A JSON object, and nothing else.
  ///   - name: What errors call the file.
  ///   - takesCardNumber: Whether it may contain a card's number and security code. They mustn't
  ///     where the bytes are kept.
  /// - Throws: That it is no JSON, with the place, or has keys that no form has.
  package init(json bytes: [UInt8], name: String, takesCardNumber: Bool = true) throws(Failure) {
    let document: JSONValue
    let storage = bytes.withUnsafeBytes { ByteStorage.copy(of: $0) }
    do throws(JSONError) {
      document = try JSONValue(storage, in: 0..<storage.count, profile: .anyOrder)
    } catch {
      throw Self.failure(error.message, in: bytes, at: error.offset, of: name)
    }
    guard case .object(let members) = document else {
      throw Self.failure("A form must be a JSON object.", in: bytes, at: 0, of: name)
    }
    var reader = FormReader(takesCardNumber: takesCardNumber)
    for member in members { reader.read(member) }
    guard reader.unknownKeys.isEmpty else { throw Self.failure(unknown: reader.unknownKeys) }
    self = reader.form
  }

  private static func failure(_ message: String, in bytes: [UInt8], at offset: Int, of name: String)
    -> Failure
  {
    let line = 1 + bytes.prefix(offset).count { $0 == 0x0A }
    return Failure(
      .badData, code: "malformed-form", message,
      hint:
        "`cleanstore show ORDER --json` shows the shape of a form. Amounts are whole numbers of "
        + "minor units: 250 for 2.50.",
      at: Place(file: name, line: line, byte: offset))
  }

  private static func failure(unknown keys: [String]) -> Failure {
    // A key that is a card's number must not get into whatever keeps the error.
    let names = keys.prefix(10).map { PaymentCard.isNumberIn($0) ? "a key" : "'\($0.prefix(40))'" }
      .joined(separator: ", ")
    if keys.allSatisfy(keysOfOrders.contains) {
      return Failure(
        .badData, code: "unknown-key",
        "The form has keys that can't be filled in, because they are computed: \(names).",
        hint: "Remove them: jq 'del(\(keys.map { "." + $0 }.joined(separator: ", ")))'")
    }
    return Failure(
      .badData, code: "unknown-key", "The form has unknown keys: \(names).",
      hint: "The keys are \(OrderField.keysOfForm), with the fields in them.")
  }
}

/// What `show --json` prints of an order besides what was filled in. It isn't ignored: a change of
/// it would need another command.
private let keysOfOrders = Set(["erased"] + Order.keys + Orders.schema.fields.map(\.name))
  .subtracting(OrderField.allCases.map(\.path))

private struct FormReader {
  private(set) var form = OrderForm()
  private(set) var unknownKeys: [String] = []
  private let fields: [String: OrderField]

  init(takesCardNumber: Bool) {
    let known = OrderField.ofForm.filter {
      takesCardNumber || !OrderField.secrets.contains($0)
    }
    fields = Dictionary(uniqueKeysWithValues: known.map { ($0.path, $0) })
  }

  private static let groups = OrderField.Group.allCases.map(\.rawValue)

  mutating func read(_ member: JSONValue.Member) {
    if member.key == "items" { return readItems(member.value) }
    guard Self.groups.contains(member.key) else { return read(member.key, member.value) }
    if let members = member.value.members {
      for inner in members { read("\(member.key).\(inner.key)", inner.value) }
    } else {
      // Anything else in its place is the value of each field.
      let entry = OrderForm.Entry(member.value) == .removed ? OrderForm.Entry.removed : .unreadable
      for field in OrderField.ofForm where field.group?.rawValue == member.key {
        form[field] = entry
      }
    }
  }

  private mutating func read(_ path: String, _ value: JSONValue) {
    guard let field = fields[path] else { return unknownKeys.append(path) }
    form[field] = OrderForm.Entry(value, isNumber: field.isAmount)
  }

  private mutating func readItems(_ value: JSONValue) {
    guard case .array(let elements) = value else {
      form.items = OrderForm.Entry(value) == .removed ? [] : [.unreadable]
      return
    }
    var items: [OrderForm.Item] = []
    for element in elements {
      guard let members = element.members else {
        items.append(.unreadable)
        continue
      }
      items.append(.parts(item(members, at: "items[\(items.count)]")))
    }
    form.items = items
  }

  private mutating func item(_ members: [JSONValue.Member], at place: String)
    -> OrderForm.Item.Parts
  {
    var item = OrderForm.Item.Parts()
    for member in members {
      switch member.key {
      case "sku": item.sku = OrderForm.Entry(member.value)
      case "name": item.name = OrderForm.Entry(member.value)
      case "quantity": item.quantity = OrderForm.Entry(member.value, isNumber: true)
      case "unitPrice": item.unitPrice = OrderForm.Entry(member.value, isNumber: true)
      default: unknownKeys.append("\(place).\(member.key)")
      }
    }
    return item
  }
}

extension OrderForm.Entry {
  /// What a JSON value fills in. A text is no number here: `"12.99"` would be in major units.
  fileprivate init(_ value: JSONValue, isNumber: Bool = false) {
    switch value {
    case .string(let text) where !isNumber: self = .text(text)
    case .integer(let number) where isNumber: self = .number(number)
    case .null: self = .removed
    default: self = .unreadable
    }
  }
}
