// Records that an order was shipped.

package enum ShipOrder: CommandScene {
  package struct Request: ChangingRequest {
    package var change: ChangeRequest
    /// The carrier; optional.
    package var carrier: String?
    /// The carrier's number for it; optional.
    package var tracking: String?

    package init(change: ChangeRequest = ChangeRequest()) { self.change = change }
  }

  package static func respond(to request: Request, with engine: OrderEngine) throws(Failure)
    -> OrderOutcome
  {
    let shipping = Shipping(
      carrier: Text(typed: request.carrier), tracking: Text(typed: request.tracking))
    return try engine.submit(.ship(shipping), request.change)
  }

  package static func headline(of outcome: OrderOutcome, _ formatting: Formatting) -> String {
    let carrier = outcome.order?.carrier.map { "carrier \($0)" }
    let tracking = outcome.order?.tracking.map { "tracking \($0)" }
    let details = [carrier, tracking].compactMap { $0 }.joined(separator: ", ")
    return "Order \(outcome.id) is shipped\(details.isEmpty ? "" : " (\(details))")."
  }
}
