// Shows one order as of a position: folds up to it and looks the order up.

package enum ShowOrder: RespondingScene {
  package typealias Request = ShowStream.Request

  package struct Response: HistoryResponse, Sendable {
    package let id: String
    package let order: Order
    /// The position; nil for the end.
    package let at: RequestedPosition?
    package let tornTail: TornTail?
    /// The entries whose personal data was erased: shown with the order.
    let lost: Erasures
  }

  package struct ViewModel: Equatable, Sendable {
    /// Some lines under a heading.
    package struct Section: Equatable, Sendable {
      package let title: String
      package let lines: [String]
    }
    package struct Item: Equatable, Sendable {
      package let sku: String
      package let name: String
      package let quantity: String
      package let unitPrice: String
      /// The price of all of them.
      package let amount: String
    }
    package let title: String
    package let facts: [String]
    package let sections: [Section]
    package let items: [Item]
    package let amounts: [LabelledText]
  }

  package static func respond(to request: Request, with history: History) throws(Failure)
    -> Response
  {
    let (order, lost, end) = try history.order(request.id, at: request.at)
    return Response(
      id: request.id, order: order, at: request.at, tornTail: end.tornTail, lost: lost)
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> ViewModel {
    let order = response.order
    let moment = response.at.map { " at \($0)" } ?? ""
    return ViewModel(
      title: "Order \(response.id)\(moment): \(order.status.rawValue), revision \(order.rev)",
      facts: formatting.facts(of: order) + [response.lost.note].compactMap { $0 },
      sections: formatting.sections(of: order), items: formatting.items(of: order),
      amounts: formatting.amounts(of: order))
  }
}

extension ShowOrder.Response: StateDetails {
  package func writeJSON(to writer: inout JSONWriter) {
    order.writeJSON(to: &writer, id: id) { $0.erased(lost) }
  }

  package func viewModel(_ formatting: Formatting) -> AnyViewModel {
    AnyViewModel(ShowOrder.viewModel(of: self, formatting))
  }
}

extension Orders: DetailedDomain {
  package static func details(
    of order: Order?, id: String, at moment: String, _ erasures: Erasures
  ) -> (any StateDetails)? {
    order.map {
      ShowOrder.Response(id: id, order: $0, at: .typed(moment), tornTail: nil, lost: erasures)
    }
  }
}
