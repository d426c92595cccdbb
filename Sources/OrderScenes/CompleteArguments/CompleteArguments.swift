// Lists what a shell can complete: customers, shipping methods, and the orders that a command would be accepted for;
// of long lists of orders, those that were changed last.

package enum CompleteArguments: RespondingScene {
  package enum Request: Sendable {
    /// The orders that aren't deleted.
    case orders
    /// The orders for which today's rules accept some command of this kind.
    case ordersAccepting(OrderCommand.Kind)
    case customers
    /// The shipping methods on offer.
    case shippingMethods
  }

  package static func respond(to request: Request, with history: History) throws(Failure)
    -> WordList
  {
    if case .shippingMethods = request {
      let (methods, end) = try history.shippingMethods(at: nil)
      let offered = methods.all.filter { !$0.isRetired }
      return WordList(offered.map { String($0.code) }, tornTail: end.tornTail)
    }
    let latest = try ListOrders.respond(to: .latest, with: history)
    let orders = latest.orders.sorted {
      ($0.order.placedAt, SortedID($0.id)) < ($1.order.placedAt, SortedID($1.id))
    }
    let words: [String] =
      switch request {
      case .orders: orders.map(\.id)
      case .ordersAccepting(let kind): orders.filter { $0.accepts(kind) }.map(\.id)
      case .customers:
        Set(orders.compactMap { $0.order.fields[.customer] })
          .sorted { SortedID($0) < SortedID($1) }
      case .shippingMethods: []
      }
    return WordList(words, tornTail: latest.tornTail)
  }
}

extension ListOrders.Item {
  /// Whether a command of the kind that asks for little would be accepted.
  fileprivate func accepts(_ kind: OrderCommand.Kind) -> Bool {
    guard let command = kind.least else { return false }
    let context = EntryContext(stream: "\(Orders.category)/\(id)", at: order.updatedAt)
    do throws(OrderRefusal) {
      _ = try Orders.decide(command, on: order, in: context)
      return true
    } catch {
      return false
    }
  }
}
