// The table of what is asked of each field of an order, in the order in which wrong ones are named.
// The rows are data; how a row is applied stands below them.

import EventSourcing
import JSONLines

/// What is asked of one field of an order.
enum FieldCheck: Sendable {
  /// When a text must be there.
  enum Need: Sendable {
    /// Always.
    case required
    /// If the payment is by card.
    case requiredForCards
    /// It may be missing, but not blank.
    case notBlank
    /// It may be missing or blank.
    case free
  }

  case text(OrderText, TextForm, Need)
  /// A postal code, whose form depends on the country.
  case zip(OrderText, country: OrderText)
  /// The last month of a card.
  case expires
  case items
  case shippingFee, tax, discount, total

  private static func text(_ text: OrderText, _ need: Need = .required) -> FieldCheck {
    .text(text, .any, need)
  }

  /// All rows, in the order of the keys.
  static let all: [FieldCheck] = [
    .text(.customer), .text(.shippingMethod), .text(.paymentKind), .items,
    .text(.currency, .capitals(3), .required), .shippingFee, .tax, .discount,

    .text(.firstName), .text(.lastName),
    .text(.phone, .phone, .required), .text(.email, .email, .required),

    .text(.billingStreet1), .text(.billingStreet2, .free), .text(.billingCity),
    .text(.billingState), .zip(.billingZip, country: .billingCountry),
    .text(.billingCountry, .capitals(2), .notBlank),

    .text(.shipmentStreet1), .text(.shipmentStreet2, .free), .text(.shipmentCity),
    .text(.shipmentState), .zip(.shipmentZip, country: .shipmentCountry),
    .text(.shipmentCountry, .capitals(2), .notBlank),

    .text(.brand, .notBlank), .text(.last4, .last4, .requiredForCards), .expires,
    .total,
  ]
}

/// What numbers are limited to.
enum NumberLimit {
  /// Quantities of an item.
  static let quantity: ClosedRange<Int64> = 1...1_000_000
  /// Fees, taxes, discounts, prices and totals, in minor units.
  static let amount: ClosedRange<Int64> = 0...1_000_000_000_000
  /// Payments and refunds, in minor units.
  static let payment: ClosedRange<Int64> = 1...1_000_000_000_000
  /// The most items of an order.
  static let items = 1000

  /// What is wrong with a number that must be there.
  static func code(of amount: Amount, in range: ClosedRange<Int64>) -> FieldCode? {
    guard let value = amount.value, range.contains(value) else { return .outOfRange }
    return nil
  }
}

/// Which fields are to be checked.
struct CheckedFields {
  private(set) var texts = TextSet.all
  private(set) var items = true
  private(set) var shippingFee = true
  private(set) var tax = true
  private(set) var discount = true
  private(set) var total = true

  /// All fields, of a new order.
  static let all = CheckedFields()

  private init() {}

  /// What a change names, and what follows from that: the postal code from the country, the card
  /// from the way of payment, the total from what it is made of.
  init(of changes: borrowing FieldValues, merged: borrowing FieldValues) {
    texts = .none
    changes.texts.withRanges { ranges in
      for text in OrderText.all where !ranges[text].isAbsent { texts.insert(text) }
    }
    // A postal code that was erased can't be wrong.
    if texts.contains(.billingCountry) && merged.texts.billing.zip.isPresent {
      texts.insert(.billingZip)
    }
    if texts.contains(.shipmentCountry) && merged.texts.shipment.zip.isPresent {
      texts.insert(.shipmentZip)
    }
    if changes.namesPayment { texts.formUnion(.card) }
    items = changes.items != nil
    shippingFee = !changes.shippingFee.isAbsent
    tax = !changes.tax.isAbsent
    discount = !changes.discount.isAbsent
    total = changes.namesMoney
  }
}

extension FieldValues {
  /// Adds what is wrong with these of the fields, at a moment.
  func check(_ checked: CheckedFields, at moment: Timestamp, into found: inout InvalidFields) {
    texts.withRanges { ranges in
      for row in FieldCheck.all {
        switch row {
        case .text(let text, let form, let need):
          guard checked.texts.contains(text) else { continue }
          found.add(text.name, code(of: ranges[text], form, need))
        case .zip(let text, let country):
          guard checked.texts.contains(text) else { continue }
          let form: TextForm = isInUS(ranges[country]) ? .zipOfUS : .any
          found.add(text.name, code(of: ranges[text], form, .required))
        case .expires:
          guard checked.texts.contains(.expires) else { continue }
          found.add("payment.expires", codeOfExpiry(at: moment))
        case .items: if checked.items { checkItems(into: &found) }
        case .shippingFee:
          if checked.shippingFee { found.add("shippingFee", code(of: shippingFee)) }
        case .tax: if checked.tax { found.add("tax", code(of: tax)) }
        case .discount: if checked.discount { found.add("discount", code(of: discount)) }
        case .total: if checked.total { found.add("total", codeOfTotal()) }
        }
      }
    }
  }

  private func code(of range: TextRange, _ form: TextForm, _ need: FieldCheck.Need) -> FieldCode? {
    guard range.isPresent else {
      switch need {
      case .required: return .blank
      case .requiredForCards: return storage.equals(texts.paymentKind, "card") ? .blank : nil
      case .notBlank, .free: return nil
      }
    }
    let bytes = storage.slice(range)
    if let code = TextLimit.code(of: bytes, mayBeBlank: need == .free) { return code }
    return form.matches(bytes) ? nil : .malformed
  }

  private func isInUS(_ country: TextRange) -> Bool {
    !country.isPresent || storage.equals(country, "US")
  }

  private func codeOfExpiry(at moment: Timestamp) -> FieldCode? {
    if let code = code(of: texts.payment.expires, .month, .requiredForCards) { return code }
    guard let last = TextForm.month(storage.slice(texts.payment.expires)) else { return nil }
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
    guard let items = items, !items.isEmpty else { return found.add("items", .empty) }
    if items.count > NumberLimit.items { found.add("items", .tooMany) }
    for (index, item) in items.enumerated() {
      let sku = storage.slice(item.sku)
      found.add(item: index, "sku", TextLimit.code(of: sku, mayBeBlank: false))
      let name = storage.slice(item.name)
      found.add(item: index, "name", TextLimit.code(of: name, mayBeBlank: true))
      found.add(
        item: index, "quantity", NumberLimit.code(of: item.quantity, in: NumberLimit.quantity))
      found.add(
        item: index, "unitPrice", NumberLimit.code(of: item.unitPrice, in: NumberLimit.amount))
    }
  }
}
