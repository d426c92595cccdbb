// Applies what the table of fields requires of each, in the order in which wrong ones are named.

extension OrderValues {
  /// The fields to check of these, which a change that names some has led to: those, and what follows from
  /// them: the state and the postal code from the country, the card from the way of payment.
  func checked(after named: FieldSet, by checks: FieldChecks) -> FieldSet {
    var checked = named.replaced
    for check in checks.all {
      guard let (country, sign) = check.dependence, named.contains(country) else { continue }
      // An erased field can't be wrong, nor can one that is left from before that.
      if !lost.contains(check.field), self[sign].isPresent || lost.contains(sign) {
        checked.insert(FieldSet(check.field))
      }
    }
    return checked
  }

  /// Adds what the checks find wrong with these of the fields, and with the total, at a moment.
  ///
  /// - Returns: The total, if it was checked and isn't more than 64 bits hold.
  func check(
    _ checked: FieldSet, total: Bool, at moment: Timestamp, by checks: FieldChecks,
    into found: inout InvalidFields
  ) -> Int64? {
    let limits = checks.limits
    var sum: CheckedSum?
    for check in checks.all where checked.contains(check.field) {
      let field = check.field
      if check.takesAnyText, hasOrdinaryText(field, within: limits) { continue }
      switch check.value {
      case .text(let form):
        found.add(
          field, code(of: field, form, check.need, limits) ?? unknown(field, check.codes))
      case .zip(let country):
        let form: TextForm = isInUS(country) ? .zipOfUS : .any
        found.add(field, code(of: field, form, check.need, limits))
      case .expiry: found.add(field, codeOfExpiry(field, check.need, limits, at: moment))
      case .secret: break
      case .items: sum = checkItems(within: limits, into: &found)
      case .amount: found.add(field, code(of: amount(field), limits))
      }
    }
    guard total else { return nil }
    let total = self.total(sum)
    found.add("total", Limits.code(of: total.map { Amount($0) } ?? .absent, in: limits.amount))
    return total
  }

  /// The checks that can't be made of a state or a postal code that a change names without its country, or of a country
  /// without it, because an erased entry may have changed the other one: the code that depends on it.
  func openCodes(of named: FieldSet, by checks: FieldChecks) -> [OrderField: FieldCode] {
    var open: [OrderField: FieldCode] = [:]
    for check in checks.all {
      guard let country = check.dependence?.country else { continue }
      let field = check.field
      let (isZip, namesCountry) = (check.isZip, named.contains(country))
      guard named.contains(field) != namesCountry,
        lost.contains(namesCountry ? field : country)
      else { continue }
      let mayBeWrong =
        switch (namesCountry, isZip) {
        case (true, true): isInUS(country)
        case (true, false): hasStates(country)
        case (false, true): code(of: field, .zipOfUS, check.need, checks.limits) == .malformed
        case (false, false): code(of: field, .any, .required, checks.limits) == .blank
        }
      if mayBeWrong { open[field] = isZip ? .malformed : .blank }
    }
    return open
  }

  private func code(
    of field: OrderField, _ form: TextForm, _ need: OrderField.Need, _ limits: Limits
  ) -> FieldCode? {
    guard self[field].isPresent else {
      switch need {
      case .required: return .blank
      case .requiredForCards: return isPaidByCard ? .blank : nil
      case .requiredWithStates(let country): return hasStates(country) ? .blank : nil
      case .notBlank, .free: return nil
      }
    }
    return withText(field) { bytes in
      if let code = limits.code(of: bytes, mayBeBlank: mayBeBlank(need)) { return code }
      return form.matches(bytes, within: limits) ? nil : .malformed
    }
  }

  /// Whether it has a text that is short and begins with a visible ASCII character, as nearly all texts are.
  @inline(__always)
  private func hasOrdinaryText(_ field: OrderField, within limits: Limits) -> Bool {
    let range = self[field]
    return range.isPresent && !range.hasEscapes && withText(field, limits.isOrdinary)
  }

  private func mayBeBlank(_ need: OrderField.Need) -> Bool {
    switch need {
    case .free: true
    case .requiredWithStates(let country): !hasStates(country)
    case .required, .requiredForCards, .notBlank: false
    }
  }

  private func unknown(_ field: OrderField, _ codes: OrderField.CodeList?) -> FieldCode? {
    guard let codes, self[field].isPresent else { return nil }
    return withText(field) { codes.contains($0) } ? nil : .unknown
  }

  /// Whether addresses in the country have states. Without a country, it is the US.
  private func hasStates(_ country: OrderField) -> Bool {
    if lost.contains(country) { return false }
    guard self[country].isPresent else { return true }
    return withText(country) { CountryCodes.withStates.contains($0) }
  }

  private var isPaidByCard: Bool { equals(.paymentKind, "card") }

  private func isInUS(_ country: OrderField) -> Bool {
    if lost.contains(country) { return false }
    return !self[country].isPresent || equals(country, "US")
  }

  private func codeOfExpiry(
    _ field: OrderField, _ need: OrderField.Need, _ limits: Limits, at moment: Timestamp
  ) -> FieldCode? {
    if let code = code(of: field, .month, need, limits) { return code }
    guard let last = withText(field, { TextForm.month($0) }) else { return nil }
    let today = moment.date
    return (last.year, last.month) < (today.year, today.month) ? .expired : nil
  }

  private func code(of fee: Amount, _ limits: Limits) -> FieldCode? {
    fee.value == nil ? nil : Limits.code(of: fee, in: limits.amount)
  }

  private func equals(_ field: OrderField, _ literal: StaticString) -> Bool {
    storage(of: field).equals(self[field], literal)
  }

  /// - Returns: The sum of the items.
  private func checkItems(within limits: Limits, into found: inout InvalidFields) -> CheckedSum {
    var inItems = InvalidFields(limits)
    var count = 0
    var sum = CheckedSum()
    let storage = storage(of: .items)
    for item in items {
      inItems.add(
        item: count, "sku", storage.withText(item.sku) { limits.code(of: $0, mayBeBlank: false) })
      inItems.add(
        item: count, "name", storage.withText(item.name) { limits.code(of: $0, mayBeBlank: true) })
      inItems.add(
        item: count, "quantity", Limits.code(of: item.quantity, in: limits.quantity))
      inItems.add(
        item: count, "unitPrice", Limits.code(of: item.unitPrice, in: limits.amount))
      sum.add(item)
      count += 1
    }
    if count == 0 { found.add(.items, .empty) }
    if count > limits.items { found.add(.items, .tooMany) }
    found.add(inItems)
    return sum
  }
}

/// A row of the table of fields as checking goes through it.
struct FieldCheck: Sendable {
  let field: OrderField
  fileprivate let value: OrderField.Value
  fileprivate let need: OrderField.Need
  fileprivate let codes: OrderField.CodeList?
  /// Whether a text can be any that isn't blank.
  fileprivate let takesAnyText: Bool

  init(_ field: OrderField, _ requirement: OrderField.Requirement) {
    (self.field, value) = (field, field.row.value)
    (need, codes) = (requirement.need, requirement.codes)
    takesAnyText = if case .text(.any) = value { codes == nil } else { false }
  }

  /// The country that decides whether the field is right, and a field that an order has unless this one may
  /// have been erased: the postal code itself; for a state, which may be missing, the city.
  var dependence: (country: OrderField, sign: OrderField)? {
    if case .zip(let country) = value { return (country, field) }
    guard case .requiredWithStates(let country) = need else { return nil }
    return (country, country == .billingCountry ? .billingCity : .shipmentCity)
  }

  fileprivate var isZip: Bool { if case .zip = value { true } else { false } }
}

/// The checks of fields by one version of the rules.
final class FieldChecks: Sendable {
  fileprivate let all: [FieldCheck]
  let limits: Limits

  init(in version: RulesVersion) {
    limits = Limits(in: version)
    all = OrderField.recorded.flatMap { field in
      field.row.requirements.filter { $0.versions.contains(version) }.map { FieldCheck(field, $0) }
    }
  }
}
