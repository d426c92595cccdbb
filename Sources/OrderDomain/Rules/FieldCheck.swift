// Applies what the table of fields requires of each, in the order in which wrong ones are named.

import EventSourcing
import ISOCodes
import JSONLines

extension OrderValues {
  /// The fields to check of these, which a change has led to: what it names, and what follows from
  /// that: the state and the postal code from the country, the card from the way of payment.
  func named(by changes: borrowing OrderValues, in checks: FieldChecks) -> FieldSet {
    var checked = changes.named
    for check in checks.all {
      guard let (country, sign) = check.dependence, checked.contains(country) else { continue }
      // What was erased can't be wrong, nor what is left from before that.
      if !lost.contains(check.field), self[sign].isPresent || lost.contains(sign) {
        checked.insert(FieldSet(check.field))
      }
    }
    if changes.namesPayment { checked.formUnion(.card) }
    return checked
  }

  /// Adds what the checks find wrong with these of the fields, and with the total, at a moment.
  func check(
    _ checked: FieldSet, total: Bool, at moment: Timestamp, by checks: FieldChecks,
    into found: inout InvalidFields
  ) {
    let limits = checks.limits
    for check in checks.all where checked.contains(check.field) {
      let field = check.field
      switch check.value {
      case .text(let form):
        found.add(
          field, code(of: self[field], form, check.need, limits) ?? unknown(field, check.codes))
      case .zip(let country):
        let form: TextForm = isInUS(country) ? .zipOfUS : .any
        found.add(field, code(of: self[field], form, check.need, limits))
      case .expiry: found.add(field, codeOfExpiry(field, check.need, limits, at: moment))
      case .secret: break
      case .items: checkItems(within: limits, into: &found)
      case .amount: found.add(field, code(of: amount(field), limits))
      }
    }
    if total { found.add("total", codeOfTotal(limits)) }
  }

  /// What can't be judged of a state or a postal code that a change names without its country, or the country
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
        case (false, true): code(of: self[field], .zipOfUS, check.need, checks.limits) == .malformed
        case (false, false): code(of: self[field], .any, .required, checks.limits) == .blank
        }
      if mayBeWrong { open[field] = isZip ? .malformed : .blank }
    }
    return open
  }

  private func code(
    of range: TextRange, _ form: TextForm, _ need: OrderField.Need, _ limits: Limits
  ) -> FieldCode? {
    guard range.isPresent else {
      switch need {
      case .required: return .blank
      case .requiredForCards: return isPaidByCard ? .blank : nil
      case .requiredWithStates(let country): return hasStates(country) ? .blank : nil
      case .notBlank, .free: return nil
      }
    }
    let mayBeBlank =
      switch need {
      case .free: true
      case .requiredWithStates(let country): !hasStates(country)
      case .required, .requiredForCards, .notBlank: false
      }
    return withText(range) { bytes in
      if let code = limits.code(of: bytes, mayBeBlank: mayBeBlank) { return code }
      return form.matches(bytes, within: limits) ? nil : .malformed
    }
  }

  private func unknown(_ field: OrderField, _ codes: OrderField.CodeList?) -> FieldCode? {
    guard let codes, self[field].isPresent else { return nil }
    return withText(self[field]) { codes.contains($0) } ? nil : .unknown
  }

  /// Whether addresses in the country have states. Without a country, it is the US.
  private func hasStates(_ country: OrderField) -> Bool {
    if lost.contains(country) { return false }
    guard self[country].isPresent else { return true }
    return withText(self[country]) { CountryCodes.withStates.contains($0) }
  }

  private var isPaidByCard: Bool { storage.equals(self[.paymentKind], "card") }

  private func isInUS(_ country: OrderField) -> Bool {
    if lost.contains(country) { return false }
    return !self[country].isPresent || storage.equals(self[country], "US")
  }

  private func codeOfExpiry(
    _ field: OrderField, _ need: OrderField.Need, _ limits: Limits, at moment: Timestamp
  ) -> FieldCode? {
    if let code = code(of: self[field], .month, need, limits) { return code }
    guard let last = withText(self[field], { TextForm.month($0) }) else { return nil }
    let today = moment.date
    return (last.year, last.month) < (today.year, today.month) ? .expired : nil
  }

  private func code(of fee: Amount, _ limits: Limits) -> FieldCode? {
    fee.value == nil ? nil : Limits.code(of: fee, in: limits.amount)
  }

  private func codeOfTotal(_ limits: Limits) -> FieldCode? {
    Limits.code(of: total().map { Amount($0) } ?? .absent, in: limits.amount)
  }

  private func checkItems(within limits: Limits, into found: inout InvalidFields) {
    var inItems = InvalidFields(limits)
    var count = 0
    for item in items {
      inItems.add(
        item: count, "sku", withText(item.sku) { limits.code(of: $0, mayBeBlank: false) })
      inItems.add(
        item: count, "name", withText(item.name) { limits.code(of: $0, mayBeBlank: true) })
      inItems.add(
        item: count, "quantity", Limits.code(of: item.quantity, in: limits.quantity))
      inItems.add(
        item: count, "unitPrice", Limits.code(of: item.unitPrice, in: limits.amount))
      count += 1
    }
    if count == 0 { found.add(.items, .empty) }
    if count > limits.items { found.add(.items, .tooMany) }
    found.add(inItems)
  }
}

/// A row of the table of fields as checking goes through it.
struct FieldCheck: Sendable {
  let field: OrderField
  fileprivate let value: OrderField.Value
  fileprivate let need: OrderField.Need
  fileprivate let codes: OrderField.CodeList?

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
struct FieldChecks: Sendable {
  fileprivate let all: [FieldCheck]
  let limits: Limits

  init(in version: RulesVersion) {
    limits = Limits(in: version)
    all = OrderField.recorded.flatMap { field in
      field.row.requirements.filter { $0.versions.contains(version) }.map {
        FieldCheck(field: field, value: field.row.value, need: $0.need, codes: $0.codes)
      }
    }
  }
}
