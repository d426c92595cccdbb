// Cancels an order.

import HistoryScenes
import Conventions

package enum CancelOrder: RespondingScene {
  package typealias Request = ChangeRequest

  package static func respond(to request: Request, with engine: OrderEngine) throws(Failure)
    -> OrderOutcome
  {
    try engine.submit(.cancel, request)
  }

  package static func viewModel(of outcome: OrderOutcome, _ formatting: Formatting)
    -> OutcomeViewModel
  {
    outcome.viewModel(
      formatting, done: "Order \(outcome.id) is cancelled\(outcome.refundHint(formatting)).")
  }
}
