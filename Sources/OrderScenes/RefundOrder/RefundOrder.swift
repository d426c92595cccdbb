// Pays money back: reads the amount in the order's currency, or works out what is owed, and lets the rules
// decide.

package enum RefundOrder: CommandScene {
  package struct Request: ChangingRequest {
    package var change: ChangeRequest
    /// The amount in major units of the order's currency: `12.99`; the amount owed to the customer if nil.
    package var amount: String?

    package init(change: ChangeRequest = ChangeRequest(), amount: String? = nil) {
      (self.change, self.amount) = (change, amount)
    }
  }

  package static func respond(to request: Request, with engine: OrderEngine) throws(Failure)
    -> OrderOutcome
  {
    try engine.submit(.refund, request.change) { (basis) throws(Failure) in
      let order = basis.state
      let (amount, problems) = try amount(of: request, order)
      return OrderProposal(
        .refund(amount: amount), from: order, problems: problems,
        unreadAmounts: ["amount": request.amount ?? ""])
    }
  }

  private static func amount(of request: Request, _ order: Order?) throws(Failure)
    -> (Amount, problems: [InvalidField])
  {
    let id = request.change.id
    if let typed = request.amount { return request.change.amount(typed, of: order) }
    // The rules refuse it if there is no order.
    guard let order else { return (Amount(0), []) }
    if order.owed > 0 { return (Amount(order.owed), []) }
    guard order.refundable > 0 else {
      throw Failure(
        .negative, code: "nothing-to-refund", "There is nothing to refund for order \(id).",
        hint: "`cleanstore show \(id)` shows its payments. Nothing was recorded.")
    }
    let all = request.change.locale.typed(order.refundable, currency: order.fields[.currency] ?? "")
    throw Failure(
      .usage, code: "missing-operand",
      "Order \(id) isn't overpaid, cancelled or returned: say how much to refund.",
      hint: "All of its payments: `cleanstore refund \(id) \(all)`. Nothing was recorded.")
  }

  package static func announcement(
    of request: Request, with engine: OrderEngine, _ formatting: Formatting
  ) throws(Failure) -> String? {
    let id = request.change.id
    guard let order = try engine.order(id), try engine.first(request.change) == nil else {
      return nil
    }
    let (amount, problems) = try amount(of: request, order)
    guard problems.isEmpty, let value = amount.value else { return nil }
    let money = formatting.money(of: order, value)
    if request.amount == nil {
      return order.due < 0
        ? "Order \(id): refunding \(money), which is what was overpaid."
        : "Order \(id): refunding \(money), which is all that remains of its payments."
    }
    guard order.status == .paid, value > 0, value <= order.refundable else { return nil }
    return
      "Order \(id) is paid. After this refund, \(money) is due again: its status is placed, and it "
      + "can't be shipped until that is paid."
  }

  package static func headline(of outcome: OrderOutcome, _ formatting: Formatting) -> String {
    let start = "Order \(outcome.id): "
    guard let order = outcome.order, case .refunded(let amount)? = outcome.events.first
    else { return start + "refunded." }
    let rest =
      order.refundable == 0
      ? "no payments remain"
      : "\(formatting.money(of: order, order.refundable)) of payments remain"
    let again =
      order.due > 0 ? "; \(formatting.money(of: order, order.due)) is due again" : ""
    return "\(start)refunded \(formatting.money(of: order, amount)), \(rest)\(again)."
  }
}
