// Hides an order from lists.

import HistoryScenes
import Conventions

package enum DeleteOrder: RespondingScene {
  package typealias Request = ChangeRequest

  package static func respond(to request: Request, with engine: OrderEngine) throws(Failure)
    -> OrderOutcome
  {
    try engine.submit(.delete, request)
  }

  package static func viewModel(of outcome: OrderOutcome, _ formatting: Formatting)
    -> OutcomeViewModel
  {
    outcome.viewModel(formatting, done: "Order \(outcome.id) is deleted; its history stays.")
  }
}
