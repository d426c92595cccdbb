// Records a payment: reads the amount in the order's currency and lets the rules decide.

import HistoryScenes
import Conventions
import EventSourcing
import JSONLines
import OrderDomain

package enum PayOrder: CommandScene {
  package struct Request: Sendable {
    package var change: ChangeRequest
    /// In major units of the order's currency: `12.99`.
    package var amount: String
    /// How it was paid: `card`; optional.
    package var method: String?
    /// What the bank calls it; optional.
    package var reference: String?

    package init(change: ChangeRequest, amount: String) {
      self.change = change
      self.amount = amount
    }
  }

  package static func respond(to request: Request, with engine: OrderEngine) throws(Failure)
    -> OrderOutcome
  {
    var (amount, problems) = try engine.amount(request.amount, of: request.change.id)
    if PaymentCard.isNumberIn(request.method ?? "") {
      problems.append(InvalidField(field: "method", code: FieldCode.malformed.rawValue))
    }
    let payment = Payment(
      amount: amount, method: Text(typed: request.method), reference: Text(typed: request.reference)
    )
    return try engine.submit(.pay(payment), request.change, problems: problems)
  }

  package static func headline(of outcome: OrderOutcome, _ formatting: Formatting) -> String {
    let start = "Order \(outcome.id): "
    guard let order = outcome.order, case .paymentReceived(let payment)? = outcome.events.first
    else { return start + "payment received." }
    let rest =
      order.balance == 0
      ? "paid in full" : "\(formatting.money(of: order, order.balance)) left to pay"
    return "\(start)received \(formatting.money(of: order, payment.amount.value ?? 0)), \(rest)."
  }
}
