// All histories of a small world: every sequence of a few commands, up to a length, and after each
// command everything that must hold of an order whatever came before.

import EventSourcing
import JSONLines
import OrderDomain
import Testing

@Suite struct SmallWorldTests {
  static let depth = 6

  static let cheap = OrderFields.bob.with {
    $0.items = [Item(sku: "A", quantity: 1, unitPrice: 2)]
  }

  static let alphabet: [OrderCommand] = [
    .create(cheap), .create(cheap.with { $0.set(.discount, to: 2) }), .create(OrderFields()),
    .update { $0.items = [Item(sku: "A", quantity: 3, unitPrice: 1)] },
    .update { $0.set(.discount, to: 2) }, .update { $0.set(.discount, to: .null) },
    .update { $0[.firstName] = "Babette" }, .update { $0[.billingCountry] = "CA" },
    .update(OrderFields()),
    .pay(0), .pay(1), .pay(2), .ship(Shipping(carrier: "ACME")), .deliver, .cancel, .return,
    .refund(amount: 1), .refund(amount: 2), .delete,
  ]

  /// An order and the same one as it was read back from the log.
  struct World {
    var order: Order?
    var readBack: Order?
    var rev = 0
  }

  @Test func `the invariants hold after any commands`() throws {
    var visited = 0
    var statuses: Set<Order.Status> = []
    try explore(World(), depth: Self.depth) { world in
      visited += 1
      if let order = world.order { statuses.insert(order.status) }
    }
    #expect(visited > 2000)
    #expect(statuses == Set(Order.Status.allCases))
  }

  /// Goes on only from commands that changed something: after others the world is as it was.
  func explore(_ world: World, depth: Int, visit: (World) -> Void) throws {
    visit(world)
    guard depth > 0 else { return }
    for command in Self.alphabet {
      let context = EntryContext(stream: "order/1001", rev: world.rev + 1, at: .noon)
      let events: [OrderEvent]
      do throws(OrderRefusal) {
        events = try Orders.decide(command, on: world.order, in: context)
      } catch {
        #expect(RuleTable.standard[command.kind].contains { $0.code == error.code })
        continue
      }
      if events.isEmpty { continue }
      var next = world
      next.rev += 1
      let read = try readBack(events, of: command)
      for (event, copy) in zip(events, read) {
        Orders.evolve(&next.order, with: event, in: context)
        Orders.evolve(&next.readBack, with: copy, in: context)
      }
      #expect(next.order == next.readBack, "live and replayed orders differ")
      try check(next, after: world.order)
      try explore(next, depth: depth - 1, visit: visit)
    }
  }

  /// Writes and reads a command and its events; written again they are the same bytes.
  func readBack(_ events: [OrderEvent], of command: OrderCommand) throws -> [OrderEvent] {
    let personal = RecordedOrders.personal(of: command)
    let line = RecordedOrders.line(of: command)
    let copy = try #require(try RecordedOrders.command(line, personal: personal))
    #expect(RecordedOrders.line(of: copy) == line)
    #expect(RecordedOrders.personal(of: copy) == personal)
    return try events.map { event in
      let line = RecordedOrders.line(of: event)
      let copy = try #require(try RecordedOrders.event(line, personal: personal))
      #expect(RecordedOrders.line(of: copy) == line)
      return copy
    }
  }

  func check(_ world: World, after before: Order?) throws {
    let order = try #require(world.order)
    let parts = (order.fields.items ?? []).reduce(0) {
      $0 + ($1.quantity.value ?? 0) * ($1.unitPrice.value ?? 0)
    }
    let fees =
      (order.fields.amount(.shippingFee).value ?? 0) + (order.fields.amount(.tax).value ?? 0)
      - (order.fields.amount(.discount).value ?? 0)
    #expect(order.total == parts + fees)
    #expect(0 <= order.refunded && order.refunded <= order.paid)
    #expect(order.balance == order.total - order.paid + order.refunded)
    #expect(order.rev == world.rev)
    switch order.status {
    case .placed: #expect(order.balance != 0)
    case .paid: #expect(order.balance == 0)
    case .shipped:
      #expect(order.carrier == "ACME")
      #expect(before?.isShipped == true || order.balance == 0)
    case .delivered: #expect(before?.isShipped == true)
    case .returned: #expect(before?.isDelivered == true)
    case .cancelled: #expect(before?.isShipped == false)
    case .deleted: #expect(order.paid == order.refunded && before?.isShipped == false)
    }
    #expect(before?.status != .deleted)
    #expect(order.fields[.billingCountry] != nil && order.fields[.customer] == "bob")
  }
}
