// A form that was read: the fields of an order that it describes, and what kept a field from being
// read. What the rules would find is left to them.

struct FilledForm {
  private(set) var fields = OrderFields()
  private(set) var problems: [InvalidField] = []
  /// The typed texts of amounts that couldn't be read, by field.
  private(set) var unreadAmounts: [String: String] = [:]
  /// Whether the last digits are none, because the card's number is wrong.
  private var hidesCard = false
  /// The fields that could be read, nothing made up, and no card's number where one is refused.
  var keptFields: OrderFields {
    var fields = fields
    if hidesCard { fields[.cardLast4] = nil }
    for field in [OrderField.paymentKind, .cardBrand] {
      if let text = fields[field], PaymentCard.isNumberIn(text) { fields[field] = nil }
    }
    return fields
  }

  /// - Parameters:
  ///   - kept: The method that the order has already, which may have been retired since.
  ///   - locale: By whose conventions amounts were typed.
  init(
    _ form: OrderForm, methods: ShippingMethods, keeping kept: Text? = nil,
    by locale: LocaleRules = .iso
  ) {
    for field in OrderField.ofForm { read(field, form[field]) }
    if form.shipsToBillingAddress == true { shipToBillingAddress() }
    // A text that could be a card's number must not reach a command: the rules' refusal would be recorded.
    problems += fields.unrecordable
    readCard(form)
    let currency = fields[.currency] ?? ""
    for field in OrderField.ofForm {
      guard field.isAmount, let entry = form[field] else { continue }
      fields.set(field, to: amount(entry, field.name) { Self.money($0, currency, locale) })
    }
    readItems(form.items, currency: currency, locale)
    problems += methods.problems(with: fields.text(.shippingMethod), keeping: kept)
  }

  private mutating func read(_ field: OrderField, _ entry: OrderForm.Entry?) {
    guard let entry, field.isText else { return }
    fields[field] = text(entry, field.name)
  }

  private mutating func shipToBillingAddress() {
    for (billing, shipment) in zip(OrderField.billing, OrderField.shipment) {
      fields[shipment] = fields[billing]
      problems.removeAll { $0.field == shipment.name }
    }
  }

  /// A text; nil if it was removed or is something else.
  private mutating func text(_ entry: OrderForm.Entry?, _ field: String) -> String? {
    switch entry {
    case .text(let text): return text
    case .removed, nil: return nil
    case .number, .unreadable:
      blame(field)
      return nil
    }
  }

  private mutating func amount(
    _ entry: OrderForm.Entry?, _ field: String, reading read: (String) -> Amount?
  ) -> Amount {
    switch entry {
    case .number(let number): return Amount(number)
    case .text(let text):
      if let amount = read(text) { return amount }
      if text.trimmed.isEmpty, field.hasPrefix("items") {
        blame(field, .blank)
        return .absent
      }
      unreadAmounts[field] = text
    case .removed, nil: return .absent
    case .unreadable: break
    }
    blame(field)
    return .absent
  }

  private mutating func blame(_ field: String, _ code: FieldCode = .malformed) {
    problems.append(InvalidField(field: field, code: code.rawValue))
  }
}

extension FilledForm {
  /// An amount in major units. One that is too large for any order is left to the rules.
  private static func money(_ text: String, _ currency: String, _ locale: LocaleRules) -> Amount? {
    if let value = Money.parse(text, currency: currency, by: locale) { return Amount(value) }
    let whole = text.prefix { $0.isASCII && $0.isNumber }
    // More digits than groups have.
    guard whole.utf8.count > 12,
      Money.parse(String(text.dropFirst(whole.utf8.count - 4)), currency: currency) != nil
    else { return nil }
    return Amount(.max)
  }

  /// A whole number. One that is too large for any order is left to the rules.
  private static func count(_ text: String) -> Amount? {
    if let value = Int64(text) { return Amount(value) }
    return !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
      ? Amount(.max) : nil
  }

  private mutating func readItems(
    _ items: [OrderForm.Item]?, currency: String, _ locale: LocaleRules
  ) {
    guard let items else { return }
    // One more than an order may have is enough for the rules to see.
    fields.items = items.prefix(Limits.current.items + 1).enumerated().map { index, item in
      let place = "items[\(index)]"
      guard case .parts(let parts) = item else {
        blame(place)
        // There is nothing more to report about it.
        return Item(sku: "-", quantity: 1, unitPrice: 0)
      }
      return Item(
        sku: text(parts.sku, place + ".sku") ?? "", name: text(parts.name, place + ".name"),
        quantity: amount(parts.quantity, place + ".quantity", reading: Self.count),
        unitPrice: amount(parts.unitPrice, place + ".unitPrice") {
          Self.money($0, currency, locale)
        })
    }
  }

  private mutating func readCard(_ form: OrderForm) {
    let secrets = OrderField.secrets.map { form[$0] }
    guard secrets.contains(where: { $0 != nil && $0 != .removed }) else { return }
    let texts = OrderField.secrets.map { form.text($0) }
    // A number in place of a text is reported without looking at it.
    for (field, (entry, text)) in zip(OrderField.secrets, zip(secrets, texts))
    where text == nil && entry != nil && entry != .removed { blame(field.name) }
    let (card, wrong) = PaymentCard.check(number: texts[0], cvv: texts[1])
    problems += wrong.filter { problem in !problems.contains { $0.field == problem.field } }
    guard let card else { return hideCard() }
    if let last4 = fields[.cardLast4], last4 != card.last4,
      !problems.contains(where: { $0.field == OrderField.cardLast4.name })
    {
      blame(OrderField.cardLast4.name)
    }
    fields[.cardBrand] = card.brand ?? fields[.cardBrand]
    fields[.cardLast4] = card.last4
  }

  /// Keeps the rules from missing the digits of a number that is wrong: it is the number's fault.
  private mutating func hideCard() {
    guard fields[.cardLast4] == nil else { return }
    fields[.cardLast4] = "0000"
    hidesCard = true
  }
}
