// Why a command on an order isn't accepted. What each rule asks stands in StandardRules.

import EventSourcing

/// The reasons for which the rules refuse a command, as the log records them.
public enum OrderRefusal: RecordedRefusal, Hashable {
  /// The order is there already.
  case exists
  /// There is no such order.
  case notFound
  /// The order was deleted.
  case deleted
  /// The order is cancelled already.
  case cancelled
  /// Fields of the command are wrong: which, and how.
  case invalid([InvalidField])
  /// The order is shipped, delivered or returned.
  case alreadyShipped
  /// The order has payments.
  case hasPayments
  /// The payment is more than what is left to pay.
  case paymentExceedsBalance
  /// The order isn't paid in full.
  case notPaid
  /// The order is delivered or returned.
  case alreadyDelivered
  /// The order isn't shipped yet.
  case notShipped
  /// The order is returned already.
  case alreadyReturned
  /// The order isn't delivered yet.
  case notDelivered
  /// The refund is more than what was paid and not yet refunded.
  case refundExceedsPayments

  /// All refusals that aren't about single fields, with their codes.
  private static let codes: [(refusal: OrderRefusal, code: String)] = [
    (.exists, "order-exists"), (.notFound, "order-not-found"), (.deleted, "order-deleted"),
    (.cancelled, "order-cancelled"), (.alreadyShipped, "order-already-shipped"),
    (.hasPayments, "order-has-payments"), (.paymentExceedsBalance, "payment-exceeds-balance"),
    (.notPaid, "order-not-paid"), (.alreadyDelivered, "order-already-delivered"),
    (.notShipped, "order-not-shipped"), (.alreadyReturned, "order-already-returned"),
    (.notDelivered, "order-not-delivered"),
    (.refundExceedsPayments, "refund-exceeds-payments"),
  ]

  /// What was wrong, in kebab case: `order-has-payments`.
  public var code: String {
    Self.codes.first { $0.refusal == self }?.code ?? "invalid"
  }

  /// The fields that are to blame, in order; empty unless the code is `invalid`.
  public var fields: [InvalidField] {
    if case .invalid(let fields) = self { fields } else { [] }
  }

  /// The refusal that was written with this code and these fields; nil if there is none such.
  public init?(code: String, fields: [InvalidField]) {
    if code == "invalid" {
      self = .invalid(fields)
    } else if let known = Self.codes.first(where: { $0.code == code }) {
      self = known.refusal
    } else {
      return nil
    }
  }
}
