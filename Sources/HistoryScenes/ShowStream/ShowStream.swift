// Shows one stream of the main domain as of a position, field by field.

package enum ShowStream: RespondingScene {
  package struct Request: Sendable {
    package var id: String
    /// The position; the end if nil.
    package var at: RequestedPosition?

    package init(id: String, at: RequestedPosition? = nil) {
      self.id = id
      self.at = at
    }
  }

  package struct Response: HistoryResponse, Sendable {
    let request: Request
    let domain: any HistoryDomain.Type
    /// The state as it is written.
    package let state: JSONValue
    package let rev: Int
    package let tornTail: TornTail?
    package let erasures: Erasures

    package var documents: [JSONValue] { [state] }
  }

  package struct ViewModel: Equatable, Sendable {
    /// The stream in a few words, and its revision.
    package let title: String
    /// The names of fields, and their values.
    package let rows: [[String]]
  }

  package static func respond(to request: Request, with history: History) throws(Failure)
    -> Response
  {
    let domains = history.domains
    let (states, end) = try history.fold(at: request.at)
    let stream = try domains.stream(request.id)
    guard let (state, rev) = states.state(of: stream) else {
      throw domains.noSuchStream(request.id, at: request.at, through: end.seq)
    }
    return Response(
      request: request, domain: domains.main, state: state, rev: rev, tornTail: end.tornTail,
      erasures: states.erasures(of: stream))
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> ViewModel {
    let (domain, fields) = (response.domain, FieldTree(response.state))
    let noun = domain.words.noun
    let moment = response.request.at.map { " at \($0)" } ?? ""
    let summary = domain.summary(of: fields, formatting)
    return ViewModel(
      title: "\(noun.capitalizedFirst) \(response.request.id)\(moment): "
        + (summary.isEmpty ? "" : summary + ", ") + "revision \(response.rev)",
      rows: domain.kinds.rows(
        of: fields.leaves, domain.kinds.currency(of: fields) ?? "", formatting))
  }
}
