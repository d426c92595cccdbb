// Writes a form as JSON for people to edit: one field per line, amounts in major units, with null for what is
// empty.

extension OrderForm {
  /// The form as indented JSON, without what must not be written down.
  ///
  /// - Parameter locale: The conventions by which it will be read.
  func indentedJSON(by locale: LocaleRules = .iso) -> String {
    indentedJSON(by: locale, omitting: { _ in false })
  }

  private func indentedJSON(by locale: LocaleRules, omitting isOmitted: (Entry?) -> Bool) -> String
  {
    var document = JSONValue.object([])
    for field in OrderField.allCases where !field.isSecret {
      let value: JSONValue
      // Even if nothing of the address is filled in yet.
      if field == .shipmentStreet1 && shipsToBillingAddress == false {
        document["shipment"] = .object([])
      }
      if field == .items, let items {
        value = .array(items.map { json($0, by: locale, omitting: isOmitted) })
      } else if isOmitted(self[field]) {
        continue
      } else {
        value = json(self[field], isMoney: field.isAmount, by: locale)
      }
      guard let group = field.group?.rawValue else {
        document["\(field.path)"] = value
        continue
      }
      if document[group] == nil { document[group] = .object([]) }
      document[group]?[String(field.path.dropFirst(group.count + 1))] = value
    }
    return document.indented() + "\n"
  }

  /// A partly filled-in form, as indented JSON that a form can be read from, with what may be kept of
  /// a card. It has null for what was left empty, and nothing for what wasn't asked yet or can't be read.
  package func draft(by locale: LocaleRules = .iso) -> String {
    let filled = FilledForm(self, methods: .initial, by: locale).keptFields
    var draft = OrderForm(filled)
    for field in OrderField.ofForm where self[field] == .removed { draft[field] = .removed }
    draft.shipsToBillingAddress = shipsToBillingAddress
    draft.items = items.map { items in
      zip(items, filled.items ?? []).compactMap { typed, read in
        guard case .parts(let typed) = typed else { return nil }
        var parts = Item.Parts(read)
        if typed.sku == nil { parts.sku = nil }
        if typed.name == .removed { parts.name = .removed }
        return .parts(parts)
      }
    }
    return draft.indentedJSON(by: locale, omitting: { $0 == nil })
  }

  /// An entry as it would be typed; nil if it has no readable value.
  package func typed(_ entry: Entry?, isMoney: Bool, by locale: LocaleRules) -> String? {
    switch entry {
    case .text(let text): text
    case .number(let number):
      isMoney ? locale.typed(number, currency: text(.currency) ?? "") : String(number)
    case .removed, .unreadable, nil: nil
    }
  }

  private func json(_ entry: Entry?, isMoney: Bool, by locale: LocaleRules) -> JSONValue {
    if case .number(let number)? = entry, !isMoney { return .integer(number) }
    return typed(entry, isMoney: isMoney, by: locale).map { .string($0) } ?? .null
  }

  private func json(_ item: Item, by locale: LocaleRules, omitting isOmitted: (Entry?) -> Bool)
    -> JSONValue
  {
    guard case .parts(let parts) = item else { return .null }
    let members = [
      ("sku", parts.sku), ("name", parts.name), ("quantity", parts.quantity),
      ("unitPrice", parts.unitPrice),
    ]
    return .object(
      members.filter { !isOmitted($0.1) }.map { name, entry in
        .init(name, json(entry, isMoney: name == "unitPrice", by: locale))
      })
  }
}

extension JSONValue {
  /// The value with each member and element on its own line.
  fileprivate func indented(by depth: Int = 0) -> String {
    let inner = String(repeating: "  ", count: depth + 1)
    let outer = String(repeating: "  ", count: depth)
    let parts: [String]
    let brackets: (open: String, close: String)
    switch self {
    case .object(let members) where !members.isEmpty:
      parts = members.map {
        JSONValue.string($0.key).line + ": " + $0.value.indented(by: depth + 1)
      }
      brackets = ("{", "}")
    case .array(let elements) where !elements.isEmpty:
      parts = elements.map { $0.indented(by: depth + 1) }
      brackets = ("[", "]")
    default: return line
    }
    let body = parts.map { inner + $0 }.joined(separator: ",\n")
    return "\(brackets.open)\n\(body)\n\(outer)\(brackets.close)"
  }

  var line: String {
    var writer = JSONWriter()
    writer.value(self)
    return writer.withBytes { String(decoding: $0, as: UTF8.self) }
  }
}
