// Adds a shipping method to the catalogue.

package enum AddShippingMethod: RespondingScene {
  package struct Request: ChangingRequest {
    /// The code that orders have: `one-day`.
    package let code: String
    /// The name for people: `One-Day Shipping`.
    package let name: String
    package var change: ChangeRequest

    package init(_ code: String, _ name: String, change: ChangeRequest) {
      (self.code, self.name, self.change) = (code, name, change)
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
    return OutcomeViewModel(
      response, done: "Shipping method \(response.part)\(name) is now offered.")
  }
}
