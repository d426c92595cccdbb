// Pays money back: reads the amount in the order's currency and lets the rules decide.

import HistoryScenes
import Conventions
import OrderDomain

package enum RefundOrder: CommandScene {
  /// The amount is in major units of the order's currency: `12.99`.
  package typealias Request = (change: ChangeRequest, amount: String)

  package static func respond(to request: Request, with engine: OrderEngine) throws(Failure)
    -> OrderOutcome
  {
    let (amount, problems) = try engine.amount(request.amount, of: request.change.id)
    return try engine.submit(.refund(amount: amount), request.change, problems: problems)
  }

  package static func announcement(
    of request: Request, with engine: OrderEngine, _ formatting: Formatting
  ) throws(Failure) -> String? {
    let (amount, problems) = try engine.amount(request.amount, of: request.change.id)
    guard problems.isEmpty, let value = amount.value,
      let order = try engine.order(request.change.id),
      order.status == .paid, value > 0, value <= order.refundable
    else { return nil }
    let due = formatting.money(of: order, value)
    return
      "Order \(request.change.id) is paid. After this refund, \(due) is due again: its status is "
      + "placed, and it can't be shipped until that is paid."
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
