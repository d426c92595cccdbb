// The scene ArchiveOrder: folds up to the moment and looks the order up.

import Conventions
import EventSourcing
import HistoryScenes
import JSONLines
import OrderDomain

/// Finds one order as it was at some moment.
package enum ArchiveOrder: RespondingScene {
  package struct Request: Sendable {
    /// The order's id.
    package var id: String
    /// The position; the end if nil.
    package var at: String?

    package init(id: String, at: String? = nil) {
      self.id = id
      self.at = at
    }
  }

  package struct Response: HistoryResponse, Sendable {
    package let id: String
    package let order: Order
    package let tornTail: TornTail?
  }

  package struct ViewModel: Equatable, Sendable {
    /// Which order, and how far it has come, in a sentence.
    package let headline: String
  }

  package static func respond(to request: Request, with history: History) throws(Failure)
    -> Response
  {
    let (order, _, end) = try history.order(request.id, at: request.at)
    return Response(id: request.id, order: order, tornTail: end.tornTail)
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> ViewModel {
    let order = response.order
    return ViewModel(
      headline: "Order \(response.id): \(order.status.rawValue), revision \(order.rev).")
  }
}

extension ArchiveOrder.Response: JSONRepresentable {
  package func writeJSON(to writer: inout JSONWriter) {
    writer.object {
      $0.member("id", id)
      $0.member("status", order.status.rawValue)
    }
  }
}
