// Lists orders: folds, filters, sorts, cuts. How a list reads is in ListOrders+Presenting.

import Conventions
import HistoryScenes
import EventSourcing
import JSONLines
import OrderDomain

package enum ListOrders: RespondingScene {
  package struct Request: Sendable {
    /// The position; the end if nil.
    package var at: String?
    /// Only orders with one of these statuses; without any, all but the deleted ones.
    package var statuses: [String] = []
    package var customer: String?
    /// Only orders placed at or after this time.
    package var since: String?
    /// Only orders placed at or before this time.
    package var until: String?
    /// What to sort by, one of `Sorting`; `placed` if nil.
    package var sort: String?
    package var isReversed = false
    package var limit: Int?
    package var offset = 0

    package init() {}
  }

  /// What orders can be sorted by; ties go by id.
  package enum Sorting: String, CaseIterable, Sendable {
    case placed, updated, total, customer
    /// In the order of an order's life.
    case status
    case id
  }

  package struct Item: JSONRepresentable, Sendable {
    package let id: String
    package let order: Order
    var lost = Erasures()

    package func writeJSON(to writer: inout JSONWriter) {
      order.writeJSON(to: &writer, id: id) { $0.erased(lost) }
    }
  }

  package struct Response: HistoryResponse, Sendable {
    package let orders: [Item]
    package let count: Int
    package let tornTail: TornTail?
    /// What the orders may lack.
    var lost: Erasures { Erasures(orders.flatMap(\.lost.entries).sorted()) }
    package var documents: [Item] { orders }
  }
}

extension ListOrders {
  package static func respond(to request: Request, with history: History) throws(Failure)
    -> Response
  {
    let filter = try Filter(request, history.times)
    let sorting = try sorting(request.sort)
    let (store, end) = try history.foldOrders(at: request.at)
    var orders = store.listed().filter { filter.accepts($0.order) }
    orders.sort { sorting.precedes($0, $1) }
    if request.isReversed { orders.reverse() }
    let rest = orders.dropFirst(max(0, request.offset)).prefix(max(0, request.limit ?? .max))
      .map { Item(id: $0.id, order: $0.order, lost: store.erasures(of: $0.id)) }
    return Response(orders: rest, count: orders.count, tornTail: end.tornTail)
  }

  private static func sorting(_ text: String?) throws(Failure) -> Sorting {
    guard let text else { return .placed }
    guard let sorting = Sorting(rawValue: text) else {
      let names = Sorting.allCases.map(\.rawValue).joined(separator: ", ")
      throw Failure(
        .usage, code: "bad-sorting", "Orders can't be sorted by '\(text)'.",
        hint: "Sort by one of: \(names).")
    }
    return sorting
  }

  private struct Filter {
    private let statuses: Set<Order.Status>
    private let customer: Text?
    private let times: ClosedRange<Timestamp>

    init(_ request: Request, _ times: TypedTimes) throws(Failure) {
      var statuses = Set(Order.Status.allCases)
      statuses.remove(.deleted)
      if !request.statuses.isEmpty {
        statuses = []
        for text in request.statuses { statuses.insert(try Self.status(text)) }
      }
      self.statuses = statuses
      customer = request.customer.map { Text($0) }
      self.times = try times.bounds(since: request.since, until: request.until)
    }

    func accepts(_ order: Order) -> Bool {
      statuses.contains(order.status) && times.contains(order.placedAt)
        && (customer == nil || order.fields.text(.customer) == customer)
    }

    private static func status(_ text: String) throws(Failure) -> Order.Status {
      guard let status = Order.Status(rawValue: text) else {
        let names = Order.Status.allCases.map(\.rawValue).joined(separator: ", ")
        throw Failure(
          .usage, code: "bad-status", "'\(text)' isn't a status.",
          hint: "The statuses are: \(names).")
      }
      return status
    }
  }
}

extension StoreProjection {
  /// All orders that were ever accepted, in the order of their creation.
  func listed() -> [ListOrders.Item] {
    orders.states.indices.compactMap { index in
      guard let order = orders.states[index] else { return nil }
      let name = orders.streams.name(index)
      let id = String(name.dropFirst(Orders.category.utf8.count + 1))
      return ListOrders.Item(id: id, order: order)
    }
  }
}

extension ListOrders.Sorting {
  /// How far an order is in an order's life.
  private static func stage(_ order: Order) -> Int {
    Order.Status.allCases.firstIndex(of: order.status) ?? 0
  }

  /// The total in units that all currencies share, so that orders are listed by the number that is shown.
  private static func total(_ order: Order) -> (high: Int64, low: UInt64) {
    let decimals = Currency.exponent(of: order.fields[.currency] ?? "")
    var shared: Int64 = 1
    for _ in decimals..<Currency.maximumDecimals { shared *= 10 }
    return order.total.multipliedFullWidth(by: shared)
  }

  func precedes(_ one: ListOrders.Item, _ other: ListOrders.Item) -> Bool {
    func before<Key: Comparable>(_ key: Key, _ otherKey: Key) -> Bool {
      key == otherKey ? one.id < other.id : key < otherKey
    }
    switch self {
    case .placed: return before(one.order.placedAt, other.order.placedAt)
    case .updated: return before(one.order.updatedAt, other.order.updatedAt)
    case .total:
      let (total, otherTotal) = (Self.total(one.order), Self.total(other.order))
      return total == otherTotal ? one.id < other.id : total < otherTotal
    case .status: return before(Self.stage(one.order), Self.stage(other.order))
    case .customer:
      return before(one.order.fields[.customer] ?? "", other.order.fields[.customer] ?? "")
    case .id: return one.id < other.id
    }
  }
}
