// Retires a shipping method of the catalogue.

package enum RetireShippingMethod: RespondingScene {
  package struct Request: ChangingRequest {
    package let code: String
    package var change: ChangeRequest

    package init(_ code: String, change: ChangeRequest) {
      (self.code, self.change) = (code, change)
    }
  }

  package static func respond(to request: Request, with engine: OrderEngine) throws(Failure)
    -> ShippingMethodOutcome
  {
    try engine.submit(
      .retireShippingMethod(code: Text(request.code)), on: request.code, request.change)
  }

  package static func viewModel(of response: ShippingMethodOutcome, _ formatting: Formatting)
    -> OutcomeViewModel
  {
    OutcomeViewModel(
      response, done: "Shipping method \(response.part) is retired; orders that have it keep it.")
  }
}
