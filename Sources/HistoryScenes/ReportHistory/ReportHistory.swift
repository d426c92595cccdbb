// Reports a whole history on one page: totals, what happened month by month, who requested what and which rules refused
// it, how streams went from status to status, what an audit finds, and some streams with their time lines. Other scenes
// answer; only how streams went from status to status is found out here.

package enum ReportHistory: RespondingScene {
  package struct Request: Sendable {
    /// The streams to show one by one; if there are none, those that were changed last.
    package var ids: [String]
    /// The moment as of which everything is reported; the end if nil.
    package var at: RequestedPosition?
    /// The beginning of the figures: entries made before this time are left out.
    package var since: String?
    /// Entries made after this time are left out of everything.
    package var until: String?
    package var includesPersonal = false
    /// Whether streams may be named whose creation was refused.
    var includesUncreated = false
    /// The number of streams to show, if none are named; by default as many as fit on a page of moderate size.
    package var limit: Int?

    package init(ids: [String] = []) { self.ids = ids }
  }

  /// The number of streams that are shown by default if they aren't long.
  package static let usualStreams = 200

  package typealias Context = AuditHistory.Context

  package struct Response: SceneResponse, Sendable {
    let request: Request
    let domain: any HistoryDomain.Type
    let storeID: String?
    let statistics: StoreStatistics.Response
    let months: GroupedStatistics.Response
    /// The groups of the domain's sections.
    let groups: [GroupedStatistics.Response]
    let refusals: GroupedStatistics.Response
    let audit: AuditHistory.Response
    let streams: ReportedStreams

    package var notes: [String] { [statistics.tornTail?.warning].compactMap { $0 } }
    var end: ReadingEnd { statistics.end }
    var words: DomainWords { domain.words }
  }

  /// - Throws: An error of the request, or one that keeps the log from being read.
  package static func respond(to request: Request, with context: Context) throws(Failure)
    -> Response
  {
    let history = context.history
    let main = history.domains.main
    let last = try history.resolve(request.at, until: request.until)
    let period = try history.times.bounds(since: request.since, until: request.until)
    let statistics = try StoreStatistics.respond(
      to: last == .max ? nil : .entry(last), with: history)
    // Entries that are written meanwhile are left out of every answer.
    let end = statistics.end.seq
    var audit = AuditHistory.Request()
    audit.at = .entry(end)
    let streams = try main.reported(by: request, in: history, of: period, through: end)
    func groups(_ by: [String], where condition: String? = nil) throws(Failure)
      -> GroupedStatistics.Response
    {
      var groups = GroupedStatistics.Request(by: by)
      (groups.condition, groups.at) = (condition, .entry(end))
      (groups.since, groups.until) = (request.since, request.until)
      return try GroupedStatistics.respond(to: groups, with: history)
    }
    return Response(
      request: request, domain: main, storeID: history.source.storeID, statistics: statistics,
      months: try groups(["month"]),
      groups: try main.ownReport.groups.map { (own) throws(Failure) in
        try groups(own.by, where: own.condition)
      },
      refusals: try groups(["code", "actor"], where: "refused"),
      audit: try AuditHistory.respond(to: audit, with: context), streams: streams)
  }
}

extension ReportHistory.Response: JSONObjectRepresentable {
  /// The subject of the report: programs get the figures from other commands.
  package func writeMembers(to object: inout JSONWriter) {
    object.member("entries", end.entries)
    object.member("seq", end.seq)
    object.member(named: words.plural, streams.shown.count)
    object.member(named: "of" + words.plural.capitalizedFirst, streams.count)
    object.member("personal", request.includesPersonal)
    object.member("clean", audit.isPositive)
  }
}
