// Lists orders: folds, filters, sorts, cuts.

public import EventSourcing
import JSONLines
import Orders

/// Lists the orders of a history.
public final class ListOrdersInteractor: ListOrdersBusinessLogic {
  private let source: any EntrySource
  private let presenter: any ListOrdersPresentationLogic

  /// An interactor on a history.
  public init(source: any EntrySource, presenter: any ListOrdersPresentationLogic) {
    self.source = source
    self.presenter = presenter
  }

  /// Lists orders and hands them to the presenter.
  public func list(_ request: ListOrders.Request) throws(Failure) {
    let filter = try Filter(request)
    let sorting = try Self.sorting(request.sort)
    let (store, end) = try source.fold(at: request.at)
    var orders = store.listed().filter { filter.accepts($0.order) }
    orders.sort { sorting.precedes($0, $1) }
    if request.isReversed { orders.reverse() }
    let rest = orders.dropFirst(max(0, request.offset)).prefix(max(0, request.limit ?? .max))
    presenter.present(
      ListOrders.Response(orders: Array(rest), count: orders.count, tornTail: end.tornTail))
  }

  private static func sorting(_ text: String?) throws(Failure) -> ListOrders.Sorting {
    guard let text else { return .placed }
    guard let sorting = ListOrders.Sorting(rawValue: text) else {
      let names = ListOrders.Sorting.allCases.map(\.rawValue).joined(separator: ", ")
      throw Failure(
        .usage, code: "bad-sorting", "Orders can't be sorted by '\(text)'.",
        hint: "Sort by one of: \(names).")
    }
    return sorting
  }
}

extension StoreProjection {
  /// All orders that were ever accepted, with their ids, in the order of their creation.
  func listed() -> [(id: String, order: Order)] {
    orders.states.indices.compactMap { index in
      guard let order = orders.states[index] else { return nil }
      let name = orders.streams.name(index)
      return (String(name.dropFirst(Orders.category.utf8.count + 1)), order)
    }
  }
}

extension ListOrdersInteractor {
  /// The conditions of a request, read.
  private struct Filter {
    private let statuses: Set<Order.Status>
    private let customer: Text?
    private let since: Timestamp
    private let until: Timestamp

    init(_ request: ListOrders.Request) throws(Failure) {
      var statuses = Set(Order.Status.allCases)
      statuses.remove(.deleted)
      if !request.statuses.isEmpty {
        statuses = []
        for text in request.statuses { statuses.insert(try Self.status(text)) }
      }
      self.statuses = statuses
      customer = request.customer.map { Text($0) }
      since = try .bound(request.since, isStart: true) ?? .earliest
      until = try .bound(request.until, isStart: false) ?? .latest
    }

    func accepts(_ order: Order) -> Bool {
      statuses.contains(order.status) && since <= order.placedAt && order.placedAt <= until
        && (customer == nil || order.fields.text(.customer) == customer)
    }

    private static func status(_ text: String) throws(Failure) -> Order.Status {
      guard let status = Order.Status(rawValue: text) else {
        let names = Order.Status.allCases.map(\.rawValue).joined(separator: ", ")
        throw Failure(
          .usage, code: "bad-status", "'\(text)' is no status.",
          hint: "The statuses are: \(names).")
      }
      return status
    }
  }
}

extension ListOrders.Sorting {
  /// How far an order is in an order's life.
  private static func stage(_ order: Order) -> Int {
    Order.Status.allCases.firstIndex(of: order.status) ?? 0
  }

  /// Whether one order comes before another.
  func precedes(_ one: (id: String, order: Order), _ other: (id: String, order: Order)) -> Bool {
    func before<Key: Comparable>(_ key: Key, _ otherKey: Key) -> Bool {
      key == otherKey ? one.id < other.id : key < otherKey
    }
    switch self {
    case .placed: return before(one.order.placedAt, other.order.placedAt)
    case .updated: return before(one.order.updatedAt, other.order.updatedAt)
    case .total: return before(one.order.total, other.order.total)
    case .status: return before(Self.stage(one.order), Self.stage(other.order))
    case .customer:
      return before(one.order.fields[.customer] ?? "", other.order.fields[.customer] ?? "")
    case .id: return one.id < other.id
    }
  }
}
