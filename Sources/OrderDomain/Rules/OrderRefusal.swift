// The refusals of commands for orders. StandardRules has the rules.

/// The reasons for which the rules refuse a command, as the log records them.
public enum OrderRefusal: RecordedRefusal, Hashable {
  /// The order already exists.
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
  /// The order's personal data was erased.
  case personalErased

  private typealias Row = (refusal: OrderRefusal, code: String, sentence: String, hint: String)

  /// All refusals that aren't about single fields, with their codes, a sentence about the order `#`, and what to do next
  /// in any program.
  private static let rows: [Row] = [
    (
      .exists, "order-exists", "Order # already exists.",
      "Omit the id to get the next free number."
    ),
    (
      .notFound, "order-not-found", "There is no order #.",
      "Check the id, or create the order first."
    ),
    (.deleted, "order-deleted", "Order # is deleted.", "Create a new order."),
    (
      .cancelled, "order-cancelled", "Order # is cancelled.",
      "Refund its payments, or create a new order."
    ),
    (
      .alreadyShipped, "order-already-shipped", "Order # was already shipped.",
      "Deliver it, then return it."
    ),
    (.hasPayments, "order-has-payments", "Order # has payments.", "Refund its payments first."),
    (
      .paymentExceedsBalance, "payment-exceeds-balance", "The amount exceeds the balance.",
      "Pay at most the balance."
    ),
    (.notPaid, "order-not-paid", "Order # isn't paid in full.", "Pay the balance first."),
    (
      .alreadyDelivered, "order-already-delivered", "Order # was already delivered.",
      "It can only be returned now."
    ),
    (.notShipped, "order-not-shipped", "Order # isn't shipped.", "Ship it first."),
    (
      .alreadyReturned, "order-already-returned", "Order # was already returned.",
      "Refund its payments."
    ),
    (.notDelivered, "order-not-delivered", "Order # isn't delivered.", "Deliver it first."),
    (
      .refundExceedsPayments, "refund-exceeds-payments",
      "The amount exceeds what can be refunded.",
      "Refund at most what was paid and not yet refunded."
    ),
    (
      .personalErased, "personal-erased", "The personal data of order # was erased.",
      "Leave out contact, addresses and card."
    ),
  ]

  /// The codes of all refusals.
  static var codes: [String] { ["invalid"] + rows.map(\.code) }

  private var row: Row? { Self.rows.first { $0.refusal == self } }

  /// A sentence about an order that the command is refused for.
  package func sentence(about id: String) -> String {
    row?.sentence.split(separator: "#", omittingEmptySubsequences: false).joined(separator: id)
      ?? "Some fields are wrong."
  }

  /// A sentence that says what to do next.
  public var hint: String { row?.hint ?? "Correct the fields and try again." }

  /// The code of the refusal, in kebab case: `order-has-payments`.
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
