// Opens the form of an order, filled in with its current values. Forms are texts, for programs too.

extension EditOrder {
  package enum Opening: RespondingScene {
    package typealias Request = ChangeRequest

    package struct ViewModel: Equatable, Sendable {
      package let id: String
      /// The revision that the form shows.
      package let rev: Int
      package let text: String
    }

    package static func respond(to request: Request, with engine: OrderEngine) throws(Failure)
      -> OrderOutcome
    {
      var request = request
      request.isDryRun = true
      // A rule that refuses an edit that changes nothing refuses every edit.
      return try engine.submit(.update(OrderFields()), request)
    }

    package static func viewModel(of outcome: OrderOutcome, _ formatting: Formatting) -> ViewModel {
      let text = outcome.order.map { OrderForm($0).indentedJSON(by: formatting.locale) } ?? ""
      return ViewModel(id: outcome.id, rev: outcome.rev, text: text)
    }
  }
}
