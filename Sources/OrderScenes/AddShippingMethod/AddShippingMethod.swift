// Adds a shipping method to the catalogue.

import HistoryScenes
import Conventions
import JSONLines
import Orders

package enum AddShippingMethod: RespondingScene {
  package struct Request: Sendable {
    /// What orders call it: `one-day`.
    package var code: String
    /// Its name: `One-Day Shipping`.
    package var name: String
    package var change: ChangeRequest

    package init(code: String, name: String, change: ChangeRequest) {
      self.code = code
      self.name = name
      self.change = change
    }
  }

  package static func respond(to request: Request, with engine: OrderEngine) throws(Failure)
    -> ShippingMethodOutcome
  {
    try engine.submit(
      .addShippingMethod(code: Text(request.code), name: Text(request.name)), on: request.code,
      request.change)
  }

  package static func viewModel(of response: ShippingMethodOutcome, _ formatting: Formatting)
    -> OutcomeViewModel
  {
    let name = response.method.map { " (\($0.name))" } ?? ""
    return response.viewModel(done: "Shipping method \(response.code)\(name) is now offered.")
  }
}
