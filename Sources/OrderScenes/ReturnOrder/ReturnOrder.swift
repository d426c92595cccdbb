// Records that an order came back.

import HistoryScenes
import Conventions

package enum ReturnOrder: RespondingScene {
  package typealias Request = ChangeRequest

  package static func respond(to request: Request, with engine: OrderEngine) throws(Failure)
    -> OrderOutcome
  {
    try engine.submit(.return, request)
  }

  package static func viewModel(of outcome: OrderOutcome, _ formatting: Formatting)
    -> OutcomeViewModel
  {
    outcome.viewModel(
      formatting, done: "Order \(outcome.id) is returned\(outcome.refundHint(formatting)).")
  }
}
