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

  private typealias Row = (refusal: OrderRefusal, code: String, hint: String)

  /// All refusals that aren't about single fields, with their codes, and what to do next in any program.
  private static let rows: [Row] = [
    (.exists, "order-exists", "Leave the id out to get the next free number."),
    (.notFound, "order-not-found", "Check the id, or create the order first."),
    (.deleted, "order-deleted", "Create a new order."),
    (.cancelled, "order-cancelled", "Refund what was paid, or create a new order."),
    (.alreadyShipped, "order-already-shipped", "Deliver it, then have it returned."),
    (.hasPayments, "order-has-payments", "Refund what was paid first."),
    (.paymentExceedsBalance, "payment-exceeds-balance", "Pay at most what is left to pay."),
    (.notPaid, "order-not-paid", "Pay what is left first."),
    (.alreadyDelivered, "order-already-delivered", "It can only be returned now."),
    (.notShipped, "order-not-shipped", "Ship it first."),
    (.alreadyReturned, "order-already-returned", "Refund what was paid."),
    (.notDelivered, "order-not-delivered", "Deliver it first."),
    (
      .refundExceedsPayments, "refund-exceeds-payments",
      "Refund at most what was paid and not yet refunded."
    ),
  ]

  private var row: Row? { Self.rows.first { $0.refusal == self } }

  /// What to do next.
  public var hint: String { row?.hint ?? "Correct the fields and try again." }

  /// What was wrong, in kebab case: `order-has-payments`.
  public var code: String {
    row?.code ?? "invalid"
  }

  /// The fields that are to blame, in order; empty unless the code is `invalid`.
  public var fields: [InvalidField] {
    if case .invalid(let fields) = self { fields } else { [] }
  }

  /// The refusal that was written with this code and these fields; nil if there is none such.
  public init?(code: String, fields: [InvalidField]) {
    if code == "invalid" {
      self = .invalid(fields)
    } else if let known = Self.rows.first(where: { $0.code == code }) {
      self = known.refusal
    } else {
      return nil
    }
  }
}
