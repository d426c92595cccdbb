// Records that an order has reached the customer.

import HistoryScenes
import Conventions

package enum DeliverOrder: RespondingScene {
  package typealias Request = ChangeRequest

  package static func respond(to request: Request, with engine: OrderEngine) throws(Failure)
    -> OrderOutcome
  {
    try engine.submit(.deliver, request)
  }

  package static func viewModel(of outcome: OrderOutcome, _ formatting: Formatting)
    -> OutcomeViewModel
  {
    outcome.viewModel(formatting, done: "Order \(outcome.id) is delivered.")
  }
}
