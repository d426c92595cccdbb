// A long history that looks random and is always the same: many orders, and for each of them what
// clerks do right and wrong, mostly at the limits of what is allowed.

import EventSourcing
import Examination
import JSONLines
import OrderDomain
import TestKit

/// Commands for many orders, one after another.
struct ShopStory: Sendable {
  let commands: [(command: OrderCommand, id: String)]

  /// - Parameter count: The number of commands.
  init(_ count: Int, orders: Int) {
    var teller = Teller(orders: orders)
    while teller.commands.count < count { teller.ask() }
    commands = teller.commands
  }

  /// The story as rules record it.
  func recorded<Rules: OrderDecider>(under _: Rules.Type) throws -> Past<Rules> {
    let past = try Past<Rules>()
    for (command, id) in commands { try past.asks(command, on: id) }
    return past
  }
}

/// Thinks up what is asked next, knowing how each order stands.
private struct Teller {
  let orders: Int
  private(set) var commands: [(command: OrderCommand, id: String)] = []
  private var random = Seeded(23)
  private var rerun = Rerun<Orders>()

  /// The commands for an order that costs nothing: it needs no payment to go its whole way.
  private var gift: ArraySlice<OrderCommand> = [
    .create(OrderFields.bob.with { $0.items?[0].unitPrice = 0 }), .ship(),
    .update(.only { $0[.lastName] = "Cell" }), .ship(), .cancel, .return, .deliver,
    .deliver, .return,
  ]

  init(orders: Int) { self.orders = orders }

  mutating func ask() {
    if commands.count % 6 == 5, let command = gift.popFirst() { return ask(command, of: "1000") }
    let id = String(1001 + random.below(orders))
    guard let stream = StreamName(category: Orders.category, id: id) else { return }
    let order = rerun.state(of: stream.text)
    ask(order.map { next(for: $0) } ?? first(), of: id)
  }

  private mutating func ask(_ command: OrderCommand, of id: String) {
    guard let stream = StreamName(category: Orders.category, id: id) else { return }
    commands.append((command, id))
    // The actor and the time are no matter of these rules, but for the month.
    _ = rerun.execute(
      RecordedCommand(
        command, seq: commands.count, at: .noon, stream: stream, actor: "amy"))
  }

  private mutating func first() -> OrderCommand {
    switch random.below(12) {
    case 0: .pay(Payment(amount: 100))
    case 1: .create(OrderFields.amy.with { $0[.billingZip] = "9501" })
    case 2: .create(OrderFields.bob.with { $0[.email] = "bob" })
    case 3: .create(OrderFields.bob.with { $0.items?[0].quantity = 0 })
    case 4: .create(OrderFields.amy.with { $0[.cardExpires] = "2026-11" })
    case 5: .create(OrderFields.amy.with { $0[.cardExpires] = "2026-10" })
    case 6...8: .create(OrderFields.bob.with { $0[.shippingMethod] = "two-day" })
    default: .create(.amy)
    }
  }

  private mutating func next(for order: Order) -> OrderCommand {
    switch random.below(22) {
    case 0: .create(.bob)
    case 1: .update(.only { $0[.lastName] = "Avocado" })
    case 2: .update(.only { $0[.billingStreet2] = "Suite 2" })
    case 3: .update(.only { $0[.billingCity] = "Sunnyvale" })
    case 4: .update(.only { $0.items = [Item(sku: "D-4", quantity: 3, unitPrice: 700)] })
    case 5: .update(.only { $0.set(.shippingFee, to: 990) })
    case 6: .pay(Payment(amount: Amount(order.balance + 1)))
    case 7: .pay(Payment(amount: Amount(max(1, order.balance / 2))))
    case 8...10: .pay(Payment(amount: Amount(max(1, order.balance))))
    case 11: .pay(Payment(amount: 1_000_000_000_001))
    case 12, 13: .ship()
    case 14: .deliver
    case 15: .return
    case 16: .cancel
    case 17: .refund(amount: Amount(max(1, order.refundable)))
    case 18: .refund(amount: Amount(order.refundable + 1))
    case 19: .update(.only { $0.remove(.billingStreet2) })
    case 20: .update(.only { $0[.currency] = "EUR" })
    default: .delete
    }
  }
}
