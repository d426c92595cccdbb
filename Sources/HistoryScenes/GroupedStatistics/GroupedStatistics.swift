// Counts entries, and adds up what they changed, group by group: what each person did in each month.

package enum GroupedStatistics: RespondingScene {
  package struct Request: Sendable {
    /// The names of one or two groupings; all is one group without any.
    package var by: [String]
    /// A condition. On the state alone, it selects streams by how they are at the end; else entries.
    package var condition: String?
    /// Only entries made at or after this time.
    package var since: String?
    package var until: String?
    package var at: RequestedPosition?

    package init(by: [String] = []) { self.by = by }

    /// Whether it has neither groups nor a selection.
    package var isOfWhole: Bool { by.isEmpty && condition == nil && since == nil && until == nil }
  }

  package struct Response: HistoryResponse, Sendable {
    package let by: [String]
    /// The groups, in the order of their values.
    package let groups: [Group]
    package let totals: [SummedField]
    let words: DomainWords
    let kinds: FieldKinds
    package let tornTail: TornTail?
    package let erasures: Erasures
    package var documents: [Document] { groups.map { Document(group: $0, response: self) } }
  }

  package struct Group: Sendable {
    /// nil where there is none.
    package let values: [String?]
    package let accepted: Int
    package let rejected: Int
    package let kept: Part
    /// The part of streams that are deleted at the end; nil if there are none.
    package let deleted: Part?
    package var entries: Int { accepted + rejected }
  }

  package struct Part: Sendable {
    /// The number of streams that began with one of the entries.
    package let streams: Int
    /// The changes by the entries, by currency.
    package let sums: [StreamStatistics.Sum]
  }

  package static func respond(to request: Request, with history: History) throws(Failure)
    -> Response
  {
    guard request.by.count <= 2, Set(request.by).count == request.by.count else {
      throw Failure(
        .usage, code: "bad-grouping", "Entries are grouped by one thing, or by two.",
        hint: "Pass --by with one name, or two as in month,actor.")
    }
    return try respond(to: request, with: history, of: history.domains.main)
  }

  private static func respond<D: HistoryDomain>(
    to request: Request, with history: History, of _: D.Type
  ) throws(Failure) -> Response {
    let through = try history.resolve(request.at, until: request.until)
    var groups = try EntryGroups<D>(request, in: history)
    let end = try history.pointing(
      request.at, history.source.project(into: &groups, through: through))
    // A condition on the state alone is evaluated at the end.
    let found = try groups.groups(in: history.domains)
    try Failure.throwTypeError(groups.takeTypeError())
    return Response(
      by: request.by, groups: found, totals: D.totals, words: D.words, kinds: D.kinds,
      tornTail: end.tornTail, erasures: groups.erasures)
  }
}
