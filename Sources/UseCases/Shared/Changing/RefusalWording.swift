// What refusals say to people: a sentence and what to do next for each code.

import EventSourcing
import Orders

extension RefusalViewModel {
  /// The refusal of a command for an order; nil if it wasn't refused.
  init?(_ change: Change) {
    guard case .refused(let refusal) = change.result else { return nil }
    let (sentence, hint) = Self.words(for: refusal, of: change)
    self.init(refusal, of: change, sentence, hint: hint)
  }

  /// The refusal of a command, in these words.
  init<D>(_ refusal: D.Refusal, of change: DomainChange<D>, _ sentence: String, hint: String) {
    let fields = refusal.fields.map {
      Field(field: $0.field, code: $0.code, message: FieldWording.sentence(for: $0))
    }
    self.init(
      code: refusal.code, message: "\(sentence) \(Self.record(of: change))", fields: fields,
      hint: hint)
  }

  /// Whether the refusal can be looked up later.
  private static func record<D>(of change: DomainChange<D>) -> String {
    if change.isRepeated { return "Refused before under the same id: entry \(change.seq)." }
    return change.seq > 0 ? "The refusal is entry \(change.seq)." : "Nothing was recorded."
  }

  /// What is said of wrong fields.
  static func words(for fields: [InvalidField]) -> (sentence: String, hint: String) {
    let count = fields.count == 1 ? "1 field is" : "\(fields.count) fields are"
    return ("\(count) wrong.", "Put that right and ask again.")
  }

  private static func words(for refusal: OrderRefusal, of change: Change) -> (String, String) {
    let order = "Order \(change.id)"
    switch refusal {
    case .invalid(let fields): return words(for: fields)
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
    case .alreadyShipped: return ("\(order) is shipped already.", afterShipping(of: change))
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
    case .alreadyDelivered: return ("\(order) is delivered already.", afterShipping(of: change))
    case .notShipped:
      return ("\(order) isn't shipped.", "Ship it first: `cleanstore ship \(change.id)`.")
    case .alreadyReturned:
      return ("\(order) is returned already.", "What was paid can be refunded.")
    case .notDelivered:
      return (
        "\(order) isn't delivered.",
        "When it is, note that with `cleanstore deliver \(change.id)`, then its return."
      )
    case .refundExceedsPayments:
      return (
        "That is more than what was paid and not yet refunded\(refundable(in: change)).",
        "Refund that or less."
      )
    }
  }

  /// What can still be done with an order that has left the house.
  private static func afterShipping(of change: Change) -> String {
    switch change.order?.status {
    case .shipped: "Only its contact can be changed now; once delivered, it can be returned."
    case .delivered: "Only its contact can be changed now, and it can be returned."
    default: "Only its contact can be changed now."
    }
  }

  /// What is left to pay, in parentheses.
  private static func balance(of change: Change) -> String {
    amount(\.balance, of: change)
  }

  /// What can be refunded, in parentheses.
  private static func refundable(in change: Change) -> String {
    amount(\.refundable, of: change)
  }

  /// An amount that explains a refusal. For one that was given before, it may have changed since.
  private static func amount(_ amount: (Order) -> Int64, of change: Change) -> String {
    guard let order = change.order, !change.isRepeated else { return "" }
    return " (\(order.text(amount(order))))"
  }
}
