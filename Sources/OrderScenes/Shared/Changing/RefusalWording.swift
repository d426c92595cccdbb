// The wording of refusals: a sentence and what to do next for each code.

import EventSourcing
import Formatting
import HistoryScenes
import OrderDomain

extension Failure {
  /// - Parameter formatting: The format of amounts for people; nil for programs.
  init?(_ outcome: OrderOutcome, _ formatting: Formatting? = nil) {
    guard case .refused(let refusal) = outcome.result else { return nil }
    let (sentence, hint) = Self.words(for: refusal, of: outcome, formatting ?? .standard)
    let amounts = AmountWording(
      currency: outcome.currency, formatting: formatting, typed: outcome.unreadAmounts)
    self.init(refusal, of: outcome, sentence, hint: hint, amounts)
  }

  init<D>(
    _ refusal: D.Refusal, of outcome: CommandOutcome<D>, _ sentence: String, hint: String,
    _ amounts: AmountWording = AmountWording()
  ) {
    self.init(refusal, of: outcome, sentence, hint: hint) {
      FieldWording.sentence(for: $0, amounts)
    }
  }

  private static func words(
    for refusal: OrderRefusal, of outcome: OrderOutcome, _ formatting: Formatting
  ) -> (String, String) {
    let order = "Order \(outcome.id)"
    switch refusal {
    case .invalid(let fields): return words(for: fields)
    case .exists:
      return (
        "\(order) already exists.",
        "Omit the id to get a new one, or change the order with `cleanstore edit`."
      )
    case .notFound:
      return ("There is no order \(outcome.id).", "`cleanstore list` lists the orders.")
    case .deleted:
      return (
        "\(order) is deleted.",
        "`cleanstore log \(outcome.id)` shows who deleted it. This can't "
          + "be undone."
      )
    case .cancelled:
      return ("\(order) is cancelled.", "A cancelled order can only be refunded or deleted.")
    case .alreadyShipped: return ("\(order) was already shipped.", afterShipping(of: outcome))
    case .hasPayments where outcome.isEdit:
      return (
        "\(order) has payments.",
        "Its currency stays, also once they are refunded: cancel the order, and create another one."
      )
    case .hasPayments:
      return (
        "Order \(outcome.id) has payments.",
        "Refund them first: `cleanstore refund \(outcome.id) \(typed(\.refundable, of: outcome, formatting))`."
      )
    case .paymentExceedsBalance:
      return exceeded("the balance", by: outcome.order?.balance, of: outcome, formatting)
    case .notPaid where (outcome.order?.due ?? 0) < 0 && !outcome.isRepeated:
      return (
        "\(order) is paid with more than it costs.",
        "Refund the rest first: `cleanstore refund \(outcome.id) \(typed(\.owed, of: outcome, formatting))`."
      )
    case .notPaid:
      return (
        "\(order) isn't paid in full.",
        "When it is paid, record that: `cleanstore pay \(outcome.id) "
          + "\(typed(\.balance, of: outcome, formatting))`."
      )
    case .alreadyDelivered: return ("\(order) was already delivered.", afterShipping(of: outcome))
    case .notShipped where (outcome.order?.due ?? 0) > 0:
      return (
        "\(order) isn't shipped.",
        "It has to be paid first (`cleanstore pay \(outcome.id)`), then shipped "
          + "(`cleanstore ship \(outcome.id)`)."
      )
    case .notShipped:
      return ("\(order) isn't shipped.", "Ship it first: `cleanstore ship \(outcome.id)`.")
    case .notDelivered where outcome.order?.isShipped == false:
      return ("\(order) isn't delivered.", "Only what was shipped and delivered can be returned.")
    case .alreadyReturned:
      return (
        "\(order) was already returned.",
        outcome.order?.refundable == 0
          ? "All its payments are refunded." : "Its payments can be refunded."
      )
    case .notDelivered:
      return (
        "\(order) isn't delivered.",
        "Record its delivery with `cleanstore deliver \(outcome.id)`, then its return."
      )
    case .personalErased:
      return (
        "The personal data of order \(outcome.id) was erased.",
        "Leave out contact, addresses and card. `cleanstore erase \(outcome.id)` takes out what was "
          + "recorded with this refusal."
      )
    case .refundExceedsPayments:
      return exceeded(
        "what can be refunded", by: outcome.order?.refundable, of: outcome, formatting)
    }
  }

  /// A sentence that says what can still be done with an order that was shipped.
  private static func afterShipping(of outcome: OrderOutcome) -> String {
    switch outcome.order?.status {
    case .shipped: "Only its contact can be changed now. Once delivered, it can be returned."
    case .delivered: "Only its contact can be changed now, and it can be returned."
    default: "Only its contact can be changed now."
    }
  }

  /// An amount as it is typed. For a repeated refusal, it may have changed since; 0 can't be typed.
  private static func typed(
    _ amount: (Order) -> Int64, of outcome: OrderOutcome, _ formatting: Formatting
  ) -> String {
    guard let order = outcome.order, !outcome.isRepeated, amount(order) > 0 else { return "AMOUNT" }
    return formatting.locale.typed(amount(order), currency: order.fields[.currency] ?? "")
  }

  static func paymentsHint(of id: String) -> String {
    "`cleanstore log -p \(id)` shows its payments."
  }

  private static func exceeded(
    _ limit: String, by amount: Int64?, of outcome: OrderOutcome, _ formatting: Formatting
  ) -> (String, String) {
    guard let order = outcome.order, let amount, !outcome.isRepeated else {
      return (
        "The amount exceeds "
          + "\(limit).", "`cleanstore show \(outcome.id)` shows the order."
      )
    }
    let most = formatting.money(of: order, amount)
    return (
      "The amount exceeds \(limit), \(most).",
      amount > 0 ? "Use that amount or less." : paymentsHint(of: outcome.id)
    )
  }
}
