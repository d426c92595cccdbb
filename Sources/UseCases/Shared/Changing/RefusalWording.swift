// What refusals say to people: a sentence and what to do next for each code.

import EventSourcing
import Orders

extension RefusalViewModel {
  /// The refusal of a command for an order.
  init(_ refusal: OrderRefusal, of change: Change) {
    let fields = refusal.fields.map {
      Field(field: $0.field, code: $0.code, message: FieldWording.sentence(for: $0))
    }
    let (sentence, hint) = Self.words(for: refusal, of: change)
    self.init(
      code: refusal.code, message: sentence + Self.record(of: change), fields: fields, hint: hint)
  }

  /// Whether the refusal can be looked up later.
  private static func record(of change: Change) -> String {
    change.seq > 0 ? " The refusal is entry \(change.seq)." : " Nothing was recorded."
  }

  private static func words(for refusal: OrderRefusal, of change: Change) -> (String, String) {
    let order = "Order \(change.id)"
    switch refusal {
    case .invalid(let fields):
      let count = fields.count == 1 ? "1 field is" : "\(fields.count) fields are"
      return ("\(count) wrong.", "Put that right and ask again.")
    case .exists:
      return (
        "\(order) exists already.",
        "Leave the id out to get a new one, or change the order with `cleanstore edit`."
      )
    case .notFound:
      return ("There is no order \(change.id).", "`cleanstore list` shows the orders there are.")
    case .deleted:
      return (
        "\(order) is deleted.", "`cleanstore log \(change.id)` shows by whom; nothing undoes it."
      )
    case .cancelled:
      return ("\(order) is cancelled.", "A cancelled order can only be refunded or deleted.")
    case .alreadyShipped:
      return (
        "\(order) is shipped already.", "Its contact can still be changed, and it can be returned."
      )
    case .hasPayments:
      return (
        "Something is paid for order \(change.id).",
        "Refund it first: `cleanstore refund \(change.id) AMOUNT`."
      )
    case .paymentExceedsBalance:
      return ("That is more than what is left to pay\(balance(of: change)).", "Pay that or less.")
    case .notPaid:
      return (
        "\(order) isn't paid in full\(balance(of: change)).",
        "Note the payment with `cleanstore pay \(change.id) AMOUNT`."
      )
    case .alreadyDelivered:
      return ("\(order) is delivered already.", "It can be returned.")
    case .notShipped:
      return ("\(order) isn't shipped.", "Ship it first: `cleanstore ship \(change.id)`.")
    case .alreadyReturned:
      return ("\(order) is returned already.", "What was paid can be refunded.")
    case .notDelivered:
      return ("\(order) isn't delivered.", "Note that with `cleanstore deliver \(change.id)`.")
    case .refundExceedsPayments:
      return ("That is more than what was paid and not yet refunded.", "Refund less.")
    }
  }

  /// What is left to pay, in parentheses.
  private static func balance(of change: Change) -> String {
    guard let order = change.order else { return "" }
    let currency = order.fields[\.currency] ?? ""
    return " (\(moneyText(order.balance, currency: currency)))"
  }
}
