// The wording of refusals: a sentence and what to do next for each code.

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
    let (id, sentence) = (outcome.id, refusal.sentence(about: outcome.id))
    switch refusal {
    case .invalid(let fields): return words(for: fields)
    case .paymentExceedsBalance:
      return exceeded(sentence, by: outcome.order?.balance, of: outcome, formatting)
    case .refundExceedsPayments:
      return exceeded(sentence, by: outcome.order?.refundable, of: outcome, formatting)
    case .notPaid where (outcome.order?.due ?? 0) < 0 && !outcome.isRepeated:
      return (
        "Order \(id) is paid with more than it costs.",
        "Refund the rest first: `cleanstore refund \(id) \(typed(\.owed, of: outcome, formatting))`."
      )
    default: return (sentence, hint(for: refusal, of: outcome, formatting))
    }
  }

  /// The next thing to do in the tool.
  private static func hint(
    for refusal: OrderRefusal, of outcome: OrderOutcome, _ formatting: Formatting
  ) -> String {
    let (id, order) = (outcome.id, outcome.order)
    switch refusal {
    case .exists:
      return "Omit the id to get a new one, or change the order with `cleanstore edit`."
    case .notFound: return "`cleanstore list` lists the orders."
    case .deleted: return "`cleanstore log \(id)` shows who deleted it. This can't be undone."
    case .cancelled: return "A cancelled order can only be refunded or deleted."
    case .alreadyShipped, .alreadyDelivered: return afterShipping(of: outcome)
    case .hasPayments where outcome.isEdit:
      return
        "Its currency stays, also once they are refunded: cancel the order, and create another one."
    case .hasPayments:
      return "Refund them first: `cleanstore refund \(id) "
        + "\(typed(\.refundable, of: outcome, formatting))`."
    case .notPaid:
      return "When it is paid, record that: `cleanstore pay \(id) "
        + "\(typed(\.balance, of: outcome, formatting))`."
    case .notShipped where (order?.due ?? 0) > 0:
      return "It has to be paid first (`cleanstore pay \(id)`), then shipped "
        + "(`cleanstore ship \(id)`)."
    case .notShipped: return "Ship it first: `cleanstore ship \(id)`."
    case .notDelivered where order?.isShipped == false:
      return "Only what was shipped and delivered can be returned."
    case .notDelivered:
      return "Record its delivery with `cleanstore deliver \(id)`, then its return."
    case .alreadyReturned:
      return order?.refundable == 0
        ? "All its payments are refunded." : "Its payments can be refunded."
    case .personalErased:
      return refusal.hint
        + " `cleanstore erase \(id)` takes out what was recorded with this refusal."
    default: return refusal.hint
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
    _ sentence: String, by amount: Int64?, of outcome: OrderOutcome, _ formatting: Formatting
  ) -> (String, String) {
    guard let order = outcome.order, let amount, !outcome.isRepeated else {
      return (sentence, "`cleanstore show \(outcome.id)` shows the order.")
    }
    return (
      "\(sentence.dropLast()), \(formatting.money(of: order, amount)).",
      amount > 0 ? "Use that amount or less." : paymentsHint(of: outcome.id)
    )
  }
}
