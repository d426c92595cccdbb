// Applies what the table of fields requires of each, in the order in which wrong ones are named.

import EventSourcing
import ISOCodes
import JSONLines

extension OrderValues {
  /// The fields to check of these, which a change has led to: what it names, and what follows from
  /// that: the state and the postal code from the country, the card from the way of payment.
  func named(by changes: borrowing OrderValues, in checks: [FieldCheck]) -> FieldSet {
    var checked = changes.named
    for check in checks {
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
    _ checked: FieldSet, total: Bool, at moment: Timestamp, by checks: [FieldCheck],
    into found: inout InvalidFields
  ) {
    for check in checks where checked.contains(check.field) {
      let field = check.field
      switch check.value {
      case .text(let form):
        found.add(field, code(of: self[field], form, check.need) ?? unknown(field, check.codes))
      case .zip(let country):
        let form: TextForm = isInUS(country) ? .zipOfUS : .any
        found.add(field, code(of: self[field], form, check.need))
      case .expiry: found.add(field, codeOfExpiry(field, check.need, at: moment))
      case .secret: break
      case .items: checkItems(into: &found)
      case .amount: found.add(field, code(of: amount(field)))
      }
    }
    if total { found.add("total", codeOfTotal()) }
  }

  /// What can't be judged of a state or a postal code that a change names without its country, or the country
  /// without it, because an erased entry may have changed the other one: the code that depends on it.
  func openCodes(of named: FieldSet, by checks: [FieldCheck]) -> [OrderField: FieldCode] {
    var open: [OrderField: FieldCode] = [:]
    for check in checks {
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
        case (false, true): code(of: self[field], .zipOfUS, check.need) == .malformed
        case (false, false): code(of: self[field], .any, .required) == .blank
        }
      if mayBeWrong { open[field] = isZip ? .malformed : .blank }
    }
    return open
  }

  private func code(of range: TextRange, _ form: TextForm, _ need: OrderField.Need) -> FieldCode? {
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
      if let code = TextLimit.code(of: bytes, mayBeBlank: mayBeBlank) { return code }
      return form.matches(bytes) ? nil : .malformed
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
    _ field: OrderField, _ need: OrderField.Need, at moment: Timestamp
  ) -> FieldCode? {
    if let code = code(of: self[field], .month, need) { return code }
    guard let last = withText(self[field], { TextForm.month($0) }) else { return nil }
    let today = moment.date
    return (last.year, last.month) < (today.year, today.month) ? .expired : nil
  }

  private func code(of fee: Amount) -> FieldCode? {
    fee.value == nil ? nil : NumberLimit.code(of: fee, in: NumberLimit.amount)
  }

  private func codeOfTotal() -> FieldCode? {
    NumberLimit.code(of: total().map { Amount($0) } ?? .absent, in: NumberLimit.amount)
  }

  private func checkItems(into found: inout InvalidFields) {
    var inItems = InvalidFields()
    var count = 0
    for item in items {
      inItems.add(
        item: count, "sku", withText(item.sku) { TextLimit.code(of: $0, mayBeBlank: false) })
      inItems.add(
        item: count, "name", withText(item.name) { TextLimit.code(of: $0, mayBeBlank: true) })
      inItems.add(
        item: count, "quantity", NumberLimit.code(of: item.quantity, in: NumberLimit.quantity))
      inItems.add(
        item: count, "unitPrice", NumberLimit.code(of: item.unitPrice, in: NumberLimit.amount))
      count += 1
    }
    if count == 0 { found.add(.items, .empty) }
    if count > NumberLimit.items { found.add(.items, .tooMany) }
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

  /// Those that are among a version of the rules.
  static func all(in version: RulesVersion) -> [FieldCheck] {
    OrderField.recorded.flatMap { field in
      field.row.requirements.filter { $0.versions.contains(version) }.map {
        FieldCheck(field: field, value: field.row.value, need: $0.need, codes: $0.codes)
      }
    }
  }
}
