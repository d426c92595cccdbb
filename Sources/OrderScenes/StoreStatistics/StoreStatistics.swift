// Counts entries, orders and money.

import HistoryScenes
import Conventions
import EventSourcing
import JSONLines
import Orders

package enum StoreStatistics: RespondingScene {
  package struct Request: Sendable {
    /// The moment to count at; the end if nil.
    package var at: String?

    package init(at: String? = nil) { self.at = at }
  }

  /// The counts. Orders and sums are without deleted orders.
  package struct Response: HistoryResponse, Sendable {
    package let end: ReadingEnd
    /// How many commands were accepted.
    package let accepted: Int
    /// How many were refused, by code, sorted.
    package let refused: [(code: String, count: Int)]
    /// How many orders there are, by status, in the order of an order's life.
    package let orders: [(status: Order.Status, count: Int)]
    /// In minor units, by currency, sorted.
    package let sums: [Sum]
    package var tornTail: TornTail? { end.tornTail }

    /// What the orders of one currency come to.
    package struct Sum: Sendable {
      package let currency: String
      package var total: Int64 = 0
      package var paid: Int64 = 0
      package var refunded: Int64 = 0
    }
  }

  /// The counts as text: labels with values, in groups.
  package struct ViewModel: Equatable, Sendable {
    package struct Line: Equatable, Sendable {
      package let label: String
      package let value: String
    }
    package struct Group: Equatable, Sendable {
      package let title: String
      package let lines: [Line]
    }
    package let groups: [Group]
  }

  package static func respond(to request: Request, with source: any EntrySource) throws(Failure)
    -> Response
  {
    let (store, end) = try source.fold(at: request.at)
    var orders: [Order.Status: Int] = [:]
    var sums: [String: Response.Sum] = [:]
    for case let order? in store.orders.states where order.status != .deleted {
      orders[order.status, default: 0] += 1
      let currency = order.fields[.currency] ?? ""
      var sum = sums[currency] ?? .init(currency: currency)
      try sum.add(order)
      sums[currency] = sum
    }
    return Response(
      end: end, accepted: store.accepted,
      refused: store.refused.sorted { $0.key < $1.key }.map { ($0.key, $0.value) },
      orders: Order.Status.allCases.compactMap { status in orders[status].map { (status, $0) } },
      sums: sums.values.sorted { $0.currency < $1.currency })
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> ViewModel {
    typealias Line = ViewModel.Line
    let end = response.end
    func line(_ amount: Int64, _ currency: String) -> Line {
      Line(label: currency, value: formatting.money(amount, currency: currency))
    }
    var entries = [
      Line(label: "entries", value: String(end.entries)),
      Line(label: "bytes", value: String(end.bytes)),
      Line(label: "accepted", value: String(response.accepted)),
      Line(label: "refused", value: String(response.refused.reduce(0) { $0 + $1.count })),
    ]
    if let times = end.times {
      entries.append(Line(label: "first", value: formatting.second(times.lowerBound)))
      entries.append(Line(label: "last", value: formatting.second(times.upperBound)))
    }
    let refunds = response.sums.filter { $0.refunded != 0 }
    let groups = [
      ("Log", entries),
      ("Refused", response.refused.map { Line(label: $0.code, value: String($0.count)) }),
      ("Orders", response.orders.map { Line(label: $0.status.rawValue, value: String($0.count)) }),
      ("Total", response.sums.map { line($0.total, $0.currency) }),
      ("Paid", response.sums.map { line($0.paid, $0.currency) }),
      ("Refunded", refunds.map { line($0.refunded, $0.currency) }),
    ]
    return ViewModel(
      groups: groups.filter { !$0.1.isEmpty }.map { .init(title: $0.0, lines: $0.1) })
  }
}

extension StoreStatistics.Response.Sum {
  fileprivate mutating func add(_ order: Order) throws(Failure) {
    let (total, totalOverflows) = total.addingReportingOverflow(order.total)
    let (paid, paidOverflows) = paid.addingReportingOverflow(order.paid)
    let (refunded, refundedOverflows) = refunded.addingReportingOverflow(order.refunded)
    guard !totalOverflows, !paidOverflows, !refundedOverflows else {
      throw .sumTooLarge(currency)
    }
    (self.total, self.paid, self.refunded) = (total, paid, refunded)
  }
}

extension StoreStatistics.Response: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("entries", end.entries)
    object.member("accepted", accepted)
    object.member("rejected") { $0.numbers(refused.map { ($0.code, Int64($0.count)) }) }
    object.member("orders") { $0.numbers(orders.map { ($0.status.rawValue, Int64($0.count)) }) }
    object.member("total") { $0.numbers(sums.map { ($0.currency, $0.total) }) }
    object.member("paid") { $0.numbers(sums.map { ($0.currency, $0.paid) }) }
    object.member("bytes", end.bytes)
    object.member("firstAt", end.times?.lowerBound.description)
    object.member("lastAt", end.times?.upperBound.description)
  }
}
