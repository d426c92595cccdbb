// Shows who set each field: folds one stream's history and keeps the origin of each value.

package enum BlameFields: RespondingScene {
  package struct Request: Sendable {
    package var id: String
    package var at: RequestedPosition?
    package var field: String?
    /// Whether to list all the values that fields had, not only the last ones.
    package var showsHistory = false

    package init(id: String = "") { self.id = id }
  }

  package struct Response: HistoryResponse, Sendable {
    /// A value that a field had, or has.
    package struct Line: Sendable {
      package let field: String
      /// nil if the entry took the value away.
      package let value: JSONValue?
      /// The currency of the value if it is an amount: that of its entry in a history, otherwise that
      /// of the state.
      package let currency: String
      package let isAmount: Bool
      package let origin: Origin
      /// The erasures that may have set it as well.
      var erasures = Erasures()
    }
    package let id: String
    package let lines: [Line]
    let kinds: FieldKinds
    package let tornTail: TornTail?
    package let erasures: Erasures
    package var documents: [Line] { lines }
  }

  package static func respond(to request: Request, with history: History) throws(Failure)
    -> Response
  {
    let seq = try history.resolve(request.at)
    let domains = history.domains
    let stream = try domains.stream(request.id)
    let kinds = domains.main.kinds
    let selection = request.field.map { FieldSelection($0) }
    var blame = Blame()
    var values = Values(domain: domains.main, kinds)
    var currency = ""
    var erasures = Erasures()
    let tail = try Failure.of { () throws(LogError) in
      try history.source.requireWhole(stream)
      return try history.eachChange(of: stream, through: seq) {
        (entry, changes) throws(JSONError) in
        guard entry.isAccepted else { return }
        erasures.take(entry)
        let fields = changes.fieldsAfter(entry)
        let type = entry.storage.string(try entry.commandHead().type)
        let origin = Origin(entry, command: type)
        currency = kinds.currency(of: fields) ?? currency
        for change in blame.take(fields, of: kinds, from: origin) where request.showsHistory {
          values.take(change, currency, origin, erasures)
        }
      }
    }
    guard !blame.lines.isEmpty else { throw domains.noSuchStream(request.id, at: request.at) }
    let lines: [Response.Line] =
      request.showsHistory
      ? values.lines(erasures, selection, blame.paths)
      : blame.lines.filter { selection?.contains($0.path) ?? true }.map {
        .init(
          field: $0.path, value: $0.value, currency: currency, isAmount: kinds.isAmount($0.path),
          origin: $0.origin,
          erasures: erasures.since($0.previous, of: $0.path, in: domains.main))
      }
    if let selection, !domains.main.isPersonal(selection) { erasures = Erasures() }
    if lines.isEmpty, let field = request.field, erasures.entries.isEmpty {
      throw .noSuchField(field, of: domains.words, in: blame)
    }
    return Response(id: request.id, lines: lines, kinds: kinds, tornTail: tail, erasures: erasures)
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> TableViewModel {
    TableViewModel(response.columns, of: response.shownLines, formatting)
  }
}

extension Failure {
  fileprivate static func noSuchField(
    _ field: String, of words: DomainWords, in blame: Blame
  ) -> Failure {
    Failure(
      .notFound, code: "no-such-field", "The \(words.noun) has no field '\(field)'.",
      hint: didYouMean(field, among: blame.lines.map(\.path), called: "fields"))
  }
}
