// Adds a shipping method to the catalogue.

import HistoryScenes
import Conventions
import JSONLines
import OrderDomain

package enum AddShippingMethod: RespondingScene {
  /// The code is what orders call it: `one-day`; the name: `One-Day Shipping`.
  package typealias Request = (code: String, name: String, change: ChangeRequest)

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
