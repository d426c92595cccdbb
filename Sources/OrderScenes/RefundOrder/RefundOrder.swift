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

  package static func headline(of outcome: OrderOutcome, _ formatting: Formatting) -> String {
    let start = "Order \(outcome.id): "
    guard let order = outcome.order, case .refunded(let amount)? = outcome.events.first
    else { return start + "refunded." }
    let rest =
      order.refundable == 0
      ? "no payments remain"
      : "\(formatting.money(of: order, order.refundable)) of payments remain"
    return "\(start)refunded \(formatting.money(of: order, amount)), \(rest)."
  }
}
