// Shows one order as it was at some moment: folds up to the moment and looks it up.

import HistoryScenes
import Conventions
import EventSourcing
import JSONLines
import Orders

package enum ShowOrder: RespondingScene {
  package struct Request: Sendable {
    package var id: String
    /// The moment to look at; the end if nil.
    package var at: String?

    package init(id: String, at: String? = nil) {
      self.id = id
      self.at = at
    }
  }

  package struct Response: HistoryResponse, Sendable {
    package let id: String
    package let order: Order
    /// The moment it is shown at, as it was typed; nil for the end.
    package let at: String?
    package let tornTail: TornTail?
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
      /// The price of one.
      package let unitPrice: String
      /// The price of all of them.
      package let amount: String
    }
    /// An amount with its label.
    package struct Amount: Equatable, Sendable {
      package let label: String
      /// How much, with the currency.
      package let text: String
    }
    /// Which order, in which state.
    package let title: String
    /// When it was placed and changed, by whom it was ordered.
    package let facts: [String]
    /// Contact, addresses, payment, shipping.
    package let sections: [Section]
    package let items: [Item]
    /// How the total and the balance come about.
    package let amounts: [Amount]
  }

  package static func respond(to request: Request, with source: any EntrySource) throws(Failure)
    -> Response
  {
    let (store, end) = try source.fold(at: request.at)
    guard let order = store.order(request.id) else {
      throw .noSuchOrder(request.id, at: request.at)
    }
    return Response(id: request.id, order: order, at: request.at, tornTail: end.tornTail)
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> ViewModel {
    let order = response.order
    let moment = response.at.map { " at \($0)" } ?? ""
    return ViewModel(
      title: "Order \(response.id)\(moment): \(order.status.rawValue), revision \(order.rev)",
      facts: [
        "placed    \(formatting.second(order.placedAt)) \(formatting.timeZone.name)",
        "changed   \(formatting.second(order.updatedAt)) \(formatting.timeZone.name)",
        "customer  \(order.fields[.customer] ?? "")",
      ],
      sections: formatting.sections(of: order), items: formatting.items(of: order),
      amounts: formatting.amounts(of: order))
  }
}

extension ShowOrder.Response: JSONRepresentable {
  package func writeJSON(to writer: inout JSONWriter) { order.writeJSON(to: &writer, id: id) }
}
