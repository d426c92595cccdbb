// Reports a whole history on one page: totals, what happened month by month, what was refunded and refused by whom,
// how orders went from status to status, what an audit finds, and some orders with their time lines. Other scenes
// answer; only how orders went from status to status is found out here.

import EventSourcing
import Formatting
import HistoryScenes
import JSONLines
import OrderDomain

package enum ReportHistory: RespondingScene {
  package struct Request: Sendable {
    /// The orders to show one by one; if there are none, those that were changed last.
    package var ids: [String]
    /// The moment as of which everything is reported; the end if nil.
    package var at: String?
    /// The beginning of the figures: entries made before this time are left out.
    package var since: String?
    /// Entries made after this time are left out of everything.
    package var until: String?
    package var includesPersonal = false
    /// The number of orders to show, if none are named; by default as many as fit on a page of moderate size.
    package var limit: Int?

    package init(ids: [String] = []) { self.ids = ids }
  }

  /// The number of orders that are shown by default if they aren't long.
  package static let usualOrders = 200

  package typealias Context = AuditHistory.Context

  package struct Response: SceneResponse, Sendable {
    let request: Request
    let storeID: String?
    let statistics: StoreStatistics.Response
    let months: GroupedStatistics.Response
    let refunds: GroupedStatistics.Response
    let refusals: GroupedStatistics.Response
    let flow: StatusFlow
    let audit: AuditHistory.Response
    let orders: [ReportedOrder]
    /// The number of orders that could be shown.
    let orderCount: Int

    package var notes: [String] { [statistics.tornTail?.warning].compactMap { $0 } }
    var end: ReadingEnd { statistics.end }
  }

  /// - Throws: An error of the request, or one that keeps the log from being read.
  package static func respond(to request: Request, with context: Context) throws(Failure)
    -> Response
  {
    let history = context.history
    let last = try history.resolve(request.at, until: request.until)
    let period = try history.times.bounds(since: request.since, until: request.until)
    let statistics = try StoreStatistics.respond(
      to: last == .max ? nil : String(last), with: history)
    // Entries that are written meanwhile are left out of every answer.
    let end = statistics.end.seq
    var audit = AuditHistory.Request()
    audit.at = String(end)
    var flow = StatusFlowProjection(of: period)
    _ = try Failure.of { () throws(LogError) in
      try history.source.project(into: &flow, through: end)
    }
    let (orders, count) = try ReportedOrder.chosen(by: request, in: history, through: end)
    func groups(_ by: [String], where condition: String? = nil) throws(Failure)
      -> GroupedStatistics.Response
    {
      var groups = GroupedStatistics.Request(by: by)
      (groups.condition, groups.at) = (condition, String(end))
      (groups.since, groups.until) = (request.since, request.until)
      return try GroupedStatistics.respond(to: groups, with: history)
    }
    return Response(
      request: request, storeID: history.source.storeID, statistics: statistics,
      months: try groups(["month"]),
      refunds: try groups(["month", "actor"], where: #"command.type == "refund-order""#),
      refusals: try groups(["code", "actor"], where: "refused"),
      flow: flow.flow, audit: try AuditHistory.respond(to: audit, with: context),
      orders: orders, orderCount: count)
  }
}

extension ReportHistory.Response: JSONObjectRepresentable {
  /// The subject of the report: programs get the figures from other commands.
  package func writeMembers(to object: inout JSONWriter) {
    object.member("entries", end.entries)
    object.member("seq", end.seq)
    object.member("orders", orders.count)
    object.member("ofOrders", orderCount)
    object.member("personal", request.includesPersonal)
    object.member("clean", audit.isPositive)
  }
}
