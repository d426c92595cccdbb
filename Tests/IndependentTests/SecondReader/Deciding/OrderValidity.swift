// The checks of an order's fields, in the order of the table in Docs/Rules.md.

struct OrderValidity {
  /// The order as the command would make it.
  var order: Order
  /// The month of the entry, such as `2026-11`.
  var month: Text
  /// The fields that the command names: keys of fields, and `contact.phone` and so on. Nil: everything.
  var named: Set<String>?
  var rules: Rules
  /// The fields that an erased entry may have changed, and the command doesn't name.
  var lost: Set<String> = []

  var flaws: [Invalid] {
    var flaws: [Invalid] = []
    func add(_ field: String, _ code: Text?) {
      if let code { flaws.append(Invalid(field: field, code: code)) }
    }
    func text(_ key: Text, _ rule: TextRule = TextRule()) {
      if isNamed("\(key)") { add("\(key)", rule.code(for: order.fields[key])) }
    }
    text("customer")
    text("shippingMethod")
    text("paymentKind")
    if isNamed("items") { flaws += items }
    text(
      "currency",
      TextRule(isMalformed: { !Forms.isCapitals($0, 3) }, isUnknown: isUnknown(Codes.currencies)))
    for key in Order.amounts where isNamed("\(key)") {
      add("\(key)", Amounts.isFee(order.fields[key]?.integer ?? 0) ? nil : "out-of-range")
    }
    flaws += personal
    let parts = ["items", "shippingFee", "tax", "discount"]
    if parts.contains(where: isNamed) {
      add("total", order.sum.map(Amounts.isFee) == true ? nil : "out-of-range")
    }
    return flaws
  }

  private func isNamed(_ field: String) -> Bool { named?.contains(field) ?? true }

  private func isUnknown(_ codes: Set<Text>) -> (Text) -> Bool {
    { [rules] in rules >= .second && !codes.contains($0) }
  }

  private var items: [Invalid] {
    let items = order.fields["items"]?.list ?? []
    if items.isEmpty { return [Invalid(field: "items", code: "empty")] }
    if items.count > 1000 { return [Invalid(field: "items", code: "too-many")] }
    var flaws: [Invalid] = []
    for (index, item) in items.enumerated() {
      let checks: [(String, Text?)] = [
        ("sku", TextRule().code(for: item["sku"])),
        ("name", TextRule(presence: .optional).code(for: item["name"])),
        (
          "quantity",
          (1...1_000_000).contains(item["quantity"]?.integer ?? 0) ? nil : "out-of-range"
        ),
        ("unitPrice", Amounts.isFee(item["unitPrice"]?.integer ?? -1) ? nil : "out-of-range"),
      ]
      for case (let key, let code?) in checks {
        flaws.append(Invalid(field: "items[\(index)].\(key)", code: code))
      }
    }
    return flaws
  }

  private var personal: [Invalid] {
    var flaws: [Invalid] = []
    for (block, leaves) in Order.personalKeys {
      for leaf in leaves where isNamed("\(block).\(leaf)") {
        let rule = rule(for: leaf, in: block)
        let node = order.personal[block]?[leaf]
        var code = rule.code(for: node)
        if leaf == "expires", code == nil, let text = node?.text, !text.bytes.isEmpty, text < month
        {
          code = "expired"
        }
        if let code { flaws.append(Invalid(field: "\(block).\(leaf)", code: code)) }
      }
    }
    return flaws
  }

  private func rule(for leaf: Text, in block: Text) -> TextRule {
    let isCard = order.fields["paymentKind"]?.text == "card"
    let country: Text? =
      lost.contains("\(block).country")
      ? nil : order.personal[block]?["country"]?.text ?? "US"
    return switch leaf {
    case "phone": TextRule(isMalformed: Forms.isWrongPhone)
    case "email": TextRule(isMalformed: Forms.isWrongEmail)
    case "street2": TextRule(presence: .optional)
    case "zip": TextRule { country == "US" && Forms.isWrongZip($0) }
    case "state":
      TextRule(
        presence: rules == .first || country.map(Codes.withStates.contains) == true
          ? .required : .optional)
    case "country":
      TextRule(
        presence: .ifPresent, isMalformed: { !Forms.isCapitals($0, 2) },
        isUnknown: isUnknown(Codes.countries))
    case "brand": TextRule(presence: .ifPresent)
    case "last4":
      TextRule(presence: isCard ? .required : .ifPresent, isMalformed: Forms.isWrongLast4)
    case "expires":
      TextRule(presence: isCard ? .required : .ifPresent, isMalformed: Forms.isWrongMonth)
    default: TextRule()
    }
  }
}

enum Amounts {
  private static let most = 1_000_000_000_000

  static func isFee(_ amount: Int) -> Bool { (0...most).contains(amount) }
  static func isPayment(_ amount: Int) -> Bool { (1...most).contains(amount) }
}

extension Order {
  /// Σ quantity · unitPrice + shippingFee + tax − discount, if it can be computed.
  var sum: Int? {
    var sum = 0
    for item in fields["items"]?.list ?? [] {
      let (product, tooMuch) = (item["quantity"]?.integer ?? 0).multipliedReportingOverflow(
        by: item["unitPrice"]?.integer ?? 0)
      let (next, stillTooMuch) = sum.addingReportingOverflow(product)
      if tooMuch || stillTooMuch { return nil }
      sum = next
    }
    for (key, sign) in [("shippingFee", 1), ("tax", 1), ("discount", -1)] as [(Text, Int)] {
      let (next, tooMuch) = sum.addingReportingOverflow(sign * (fields[key]?.integer ?? 0))
      if tooMuch { return nil }
      sum = next
    }
    return sum
  }
}
