// Records a payment: reads the amount in the order's currency and lets the rules decide.

package enum PayOrder: CommandScene {
  package struct Request: ChangingRequest {
    package var change: ChangeRequest
    /// The amount in major units of the order's currency: `12.99`; the due amount if nil.
    package var amount: String?
    /// The way of paying: `card`; optional.
    package var method: String?
    /// The bank's reference; optional.
    package var reference: String?

    package init(change: ChangeRequest = ChangeRequest(), amount: String? = nil) {
      self.change = change
      self.amount = amount
    }
  }

  package static func respond(to request: Request, with engine: OrderEngine) throws(Failure)
    -> OrderOutcome
  {
    try engine.submit(.pay, request.change) { (basis) throws(Failure) in
      let order = basis.state
      let (amount, problems) =
        if let typed = request.amount {
          request.change.amount(typed, of: order)
        } else {
          // The rules refuse it if there is no order.
          (
            Amount(try order.map { (order) throws(Failure) in try due(of: order, request) } ?? 0),
            []
          )
        }
      let payment = Payment(
        amount: amount, method: Text(typed: request.method),
        reference: Text(typed: request.reference))
      return OrderProposal(
        .pay(payment), from: order, problems: problems + payment.unrecordable,
        unreadAmounts: ["amount": request.amount ?? ""])
    }
  }

  package static func announcement(
    of request: Request, with engine: OrderEngine, _ formatting: Formatting
  ) throws(Failure) -> String? {
    guard request.amount == nil, let order = try engine.order(request.change.id),
      try engine.first(request.change) == nil
    else { return nil }
    let due = formatting.money(of: order, try due(of: order, request))
    return "Order \(request.change.id): paying \(due), which is all that is due."
  }

  private static func due(of order: Order, _ request: Request) throws(Failure) -> Int64 {
    if order.due > 0 { return order.due }
    let id = request.change.id
    let hint =
      order.owed > 0
      ? "Something is to be refunded: `cleanstore refund \(id)`."
      : Failure.paymentsHint(of: id)
    throw Failure(
      .negative, code: "nothing-due", "Nothing is due for order \(id).",
      hint: hint + " Nothing was recorded.")
  }

  package static func headline(of outcome: OrderOutcome, _ formatting: Formatting) -> String {
    let start = "Order \(outcome.id): "
    guard let order = outcome.order, case .paymentReceived(let payment)? = outcome.events.first
    else { return start + "payment received." }
    let rest =
      order.due == 0
      ? "paid in full" : "\(formatting.money(of: order, order.due)) left to pay"
    return "\(start)received \(formatting.money(of: order, payment.amount.value ?? 0)), \(rest)."
  }
}
