// Counts entries, orders and money.

public import EventSourcing
import Orders

/// Counts what is in a history.
public final class StoreStatisticsInteractor: StoreStatisticsBusinessLogic {
  private let source: any EntrySource
  private let presenter: any StoreStatisticsPresentationLogic

  /// An interactor on a history.
  public init(source: any EntrySource, presenter: any StoreStatisticsPresentationLogic) {
    self.source = source
    self.presenter = presenter
  }

  /// Counts and hands the counts to the presenter.
  public func count(_ request: StoreStatistics.Request) throws(Failure) {
    let (store, end) = try source.fold(at: request.at)
    var orders: [Order.Status: Int] = [:]
    var sums: [String: StoreStatistics.Response.Sum] = [:]
    for case let order? in store.orders.states where order.status != .deleted {
      orders[order.status, default: 0] += 1
      let currency = order.fields[.currency] ?? ""
      var sum = sums[currency] ?? .init(currency: currency)
      try sum.add(order)
      sums[currency] = sum
    }
    presenter.present(
      StoreStatistics.Response(
        end: end, accepted: store.accepted,
        refused: store.refused.sorted { $0.key < $1.key }.map { ($0.key, $0.value) },
        orders: Order.Status.allCases.compactMap { status in
          orders[status].map { (status, $0) }
        },
        sums: sums.values.sorted { $0.currency < $1.currency }))
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
