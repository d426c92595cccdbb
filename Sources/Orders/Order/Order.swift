// The order: what is known of it after its events. How events change it stands in Order+Evolving.

import EventSourcing
import JSONLines

/// An order as it stands.
public struct Order: Equatable, Sendable {
  /// How far an order has come.
  public enum Status: String, CaseIterable, Sendable {
    /// Something is left to pay.
    case placed
    /// Nothing is left to pay.
    case paid
    /// Handed to the carrier.
    case shipped
    /// Handed to the customer.
    case delivered
    /// Handed back.
    case returned
    /// Called off before it was shipped.
    case cancelled
    /// Hidden from lists; its history stays.
    case deleted
  }

  /// How far it has come.
  public internal(set) var status: Status
  /// How many entries it has, refused ones not counted.
  public internal(set) var rev: Int
  /// What was filled in; nothing in it is removed, and missing only what may be or was erased.
  public internal(set) var fields: OrderFields
  /// Items, shipping fee and tax less the discount, in minor units.
  public internal(set) var total: Int64
  /// The sum of the payments, in minor units.
  public internal(set) var paid: Int64 = 0
  /// The sum of the refunds, in minor units.
  public internal(set) var refunded: Int64 = 0
  /// When it was created.
  public internal(set) var placedAt: Timestamp
  /// When its last event happened.
  public internal(set) var updatedAt: Timestamp
  /// Who carries it, if it is shipped and that was told.
  public internal(set) var carrier: Text?
  /// The carrier's number for it.
  public internal(set) var tracking: Text?

  /// What is left to pay, in minor units.
  public var balance: Int64 { total.minus(paid).plus(refunded) }

  /// Whether it has left the house: shipped, delivered or returned.
  public var isShipped: Bool { status == .shipped || isDelivered }

  /// Whether it has reached the customer: delivered or returned.
  public var isDelivered: Bool { status == .delivered || status == .returned }
}

extension FieldValues {
  /// Items, shipping fee and tax less the discount; nil if that is more than 64 bits hold. What is
  /// missing counts as 0.
  func total() -> Int64? {
    var sum: Int64 = 0
    var overflows = false
    func add(_ value: (partialValue: Int64, overflow: Bool)) {
      sum = value.partialValue
      overflows = overflows || value.overflow
    }
    for item in items ?? [] {
      let price = (item.quantity.value ?? 0)
        .multipliedReportingOverflow(by: item.unitPrice.value ?? 0)
      overflows = overflows || price.overflow
      add(sum.addingReportingOverflow(price.partialValue))
    }
    add(sum.addingReportingOverflow(shippingFee.value ?? 0))
    add(sum.addingReportingOverflow(tax.value ?? 0))
    add(sum.subtractingReportingOverflow(discount.value ?? 0))
    return overflows ? nil : sum
  }
}
