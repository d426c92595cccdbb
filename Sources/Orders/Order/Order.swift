// The order: what is known of it after its events. How events change it stands in Order+Evolving.

import EventSourcing
import JSONLines

/// An order as it stands. Copying is O(1).
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

  private var box: Box

  init(_ contents: Contents, _ values: consuming FieldValues) { box = Box(contents, values) }

  /// What is known of the order besides its fields; changed in place unless somebody else holds a copy.
  var contents: Contents {
    @inline(__always) _read { yield box.contents }
    @inline(__always) _modify {
      own()
      yield &box.contents
    }
  }

  /// What was filled in; changed in place unless somebody else holds a copy.
  var values: FieldValues {
    @inline(__always) _read { yield box.values }
    @inline(__always) _modify {
      own()
      yield &box.values
    }
  }

  @inline(__always) private mutating func own() {
    if !isKnownUniquelyReferenced(&box) { box = Box(box.contents, box.values.copied()) }
  }

  /// How far it has come.
  public var status: Status { contents.status }
  /// How many entries it has, refused ones not counted.
  public var rev: Int { contents.rev }
  /// What was filled in; nothing in it is removed, and missing only what may be or was erased.
  public var fields: OrderFields { OrderFields(values.copied()) }
  /// Items, shipping fee and tax less the discount, in minor units.
  public var total: Int64 { contents.total }
  /// The sum of the payments, in minor units.
  public var paid: Int64 { contents.paid }
  /// The sum of the refunds, in minor units.
  public var refunded: Int64 { contents.refunded }
  /// What was paid and not yet refunded, in minor units.
  public var refundable: Int64 { paid.minus(refunded) }
  /// What is left to pay, in minor units.
  public var balance: Int64 { contents.balance }
  /// When it was created.
  public var placedAt: Timestamp { contents.placedAt }
  /// When its last event happened.
  public var updatedAt: Timestamp { contents.updatedAt }
  /// Who carries it, if it is shipped and that was told.
  public var carrier: Text? { contents.shipping.firstText }
  /// The carrier's number for it.
  public var tracking: Text? { contents.shipping.secondText }

  /// Whether it has left the house: shipped, delivered or returned.
  public var isShipped: Bool { status == .shipped || isDelivered }

  /// Whether it has reached the customer: delivered or returned.
  public var isDelivered: Bool { status == .delivered || status == .returned }

  /// Whether all that is known of two orders is the same. O(n).
  public static func == (one: Order, other: Order) -> Bool {
    one.box === other.box || (one.contents == other.contents && one.values == other.values)
  }

  /// What is known of an order besides its fields.
  struct Contents: Equatable {
    var status: Status
    var rev: Int
    var total: Int64
    var paid: Int64 = 0
    var refunded: Int64 = 0
    var placedAt: Timestamp
    var updatedAt: Timestamp
    /// The carrier and the tracking.
    var shipping = TextPair()

    var balance: Int64 { total.minus(paid).plus(refunded) }
  }

  /// Safe to send because only the sole holder changes it.
  private final class Box: @unchecked Sendable {
    // The accessors above are the only accesses, and they don't overlap.
    @exclusivity(unchecked) var contents: Contents
    @exclusivity(unchecked) var values: FieldValues

    init(_ contents: Contents, _ values: consuming FieldValues) {
      self.contents = contents
      self.values = values
    }
  }
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
