// Reads a form that a program or an editor wrote: the order's own JSON shape. An amount that is a number is
// in minor units, one in quotes in major units. Unknown keys are errors, so that no input is dropped silently.

extension OrderForm {
  /// Reads a form.
  ///
  /// - Parameters:
  ///   - bytes: A JSON object, and nothing else.
  ///   - name: The name of the file in errors.
  ///   - isFromEditor: Whether a person has edited it. Then its amounts are in quotes, and it can't
  ///     contain a card's number and security code, because editors leave copies.
  ///   - locale: The conventions by which amounts are typed.
  /// - Throws: An error with the place if it is no JSON, or has keys that no form has.
  package init(
    json bytes: [UInt8], name: String, isFromEditor: Bool = false, by locale: LocaleRules = .iso
  ) throws(Failure) {
    let storage = bytes.withUnsafeBytes { ByteStorage.copy(of: $0) }
    let document = try Failure.of(
      JSONError.self, JSONValue(storage, in: 0..<storage.count, profile: .anyOrder)
    ) {
      Self.failure(
        storage.encodingProblem(at: 0) ?? $0.message(in: bytes), in: bytes, at: $0.offset,
        of: name, isFromEditor: isFromEditor)
    }
    guard case .object(let members) = document else {
      throw Self.failure(
        "A form must be a JSON object.", in: bytes, at: 0, of: name, isFromEditor: isFromEditor)
    }
    var reader = FormReader(takesCardNumber: !isFromEditor)
    for member in members { reader.read(member) }
    guard reader.unknownKeys.isEmpty else { throw Self.failure(unknown: reader.unknownKeys) }
    self = reader.form
    if isFromEditor, let failure = failureOfNumbers(in: bytes, of: name, locale) { throw failure }
  }

  private static func failure(
    _ message: String, in bytes: [UInt8], at offset: Int, of name: String, isFromEditor: Bool
  ) -> Failure {
    let place = FormPlace(of: offset, in: bytes)
    let line = String(decoding: place.line(of: bytes), as: UTF8.self)
    return Failure(
      .badData, code: "malformed-form", message,
      hint: isFromEditor
        ? BareAmounts.isOne(in: line) ? "Amounts are in quotes: \"2.50\"." : commas
        : "`cleanstore show ORDER --json` shows the shape of a form. Amounts are whole numbers of "
          + "minor units, 250, or in quotes, \"2.50\".",
      at: place.named(name))
  }

  private static let commas =
    "Every text is in quotes. A comma follows each value but the last one before a closing bracket."

  /// The failure of amounts that are numbers: it isn't known which units the editor of a form
  /// meant. 0 is the same in all.
  private func failureOfNumbers(in bytes: [UInt8], of name: String, _ locale: LocaleRules)
    -> Failure?
  {
    var numbers: [(path: String, value: Int64)] = []
    for field in OrderField.ofForm where field.isAmount {
      if case .number(let value)? = self[field], value != 0 { numbers.append((field.path, value)) }
    }
    for (index, item) in (items ?? []).enumerated() {
      if case .parts(let parts) = item, case .number(let value)? = parts.unitPrice, value != 0 {
        numbers.append(("items[\(index)].unitPrice", value))
      }
    }
    guard let first = numbers.first else { return nil }
    let currency = text(.currency) ?? ""
    let asMinor = locale.typed(first.value, currency: currency)
    let asMajor = Money.parse(String(first.value), currency: currency)
      .map { locale.typed($0, currency: currency) }
    let spellings = [asMajor, asMinor == asMajor ? nil : asMinor].compactMap { $0 }
    let place = BareAmounts.offset(
      of: first.value, at: first.path, in: String(decoding: bytes, as: UTF8.self)
    ).map { FormPlace(of: $0, in: bytes) }
    return Failure(
      .badData, code: "amount-without-quotes",
      "Amounts must be in quotes: \(numbers.prefix(10).map { "'\($0.path)'" }.joined(separator: ", ")).",
      hint: "For \(first.value), write \(spellings.map { "\"\($0)\"" }.joined(separator: " or ")).",
      at: place?.named(name))
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

/// The keys that `show --json` prints of an order besides the fields. They aren't ignored: a change of
/// one would need another command.
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

  private let shipment = OrderField.Group.shipment.rawValue
  private static let groups = OrderField.Group.allCases.map(\.rawValue)

  mutating func read(_ member: JSONValue.Member) {
    if member.key == "items" { return readItems(member.value) }
    guard Self.groups.contains(member.key) else { return read(member.key, member.value) }
    if let members = member.value.members {
      // Another address than the other one, of which nothing is filled in yet.
      if members.isEmpty && member.key == shipment { form.shipsToBillingAddress = false }
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
    form[field] = OrderForm.Entry(value, as: field.isAmount ? .amount : .text)
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
      case "quantity": item.quantity = OrderForm.Entry(member.value, as: .count)
      case "unitPrice": item.unitPrice = OrderForm.Entry(member.value, as: .amount)
      default: unknownKeys.append("\(place).\(member.key)")
      }
    }
    return item
  }
}

extension OrderForm.Entry {
  fileprivate enum Kind { case text, count, amount }

  /// The entry that a JSON value fills in.
  fileprivate init(_ value: JSONValue, as kind: Kind = .text) {
    switch value {
    case .string(let text) where kind != .count: self = .text(text)
    case .integer(let number) where kind != .text: self = .number(number)
    case .null: self = .removed
    default: self = .unreadable
    }
  }
}
