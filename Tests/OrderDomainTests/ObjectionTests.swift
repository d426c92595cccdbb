// Events that can't have happened to an order or the catalogue, whatever the rules were.

import EventSourcing
import OrderDomain
import Testing

@Suite struct ObjectionTests {
  private static let context = EntryContext(
    stream: "order/1001", rev: 1, at: Timestamp(microseconds: 0), actor: "amy")
  private static let largest: Int64 = 9_007_199_254_740_991

  private func state(after events: [OrderEvent]) -> Order? {
    var state = Orders.initial
    for event in events { Orders.evolve(&state, with: event, in: Self.context) }
    return state
  }

  private static let all: [OrderEvent] = [
    .amyOrdered, .updated(OrderFields(), total: 1), .received(1), .paid, .shipped(Shipping()),
    .delivered, .cancelled, .returned, .refunded(amount: 1), .deleted,
  ]

  @Test(arguments: StateMachineTests.histories.keys.sorted())
  func `an order is created once, and before everything else`(_ status: String) throws {
    let state = state(after: try #require(StateMachineTests.histories[status]))
    for event in Self.all {
      let isCreation = event == .amyOrdered
      let objection = Orders.objection(to: event, in: state)
      #expect((objection == nil) == (isCreation == (state == nil)), "\(event)")
    }
    // A create that was refused has personal data, too.
    #expect(Orders.objection(to: .personalErased, in: state) == nil)
  }

  @Test(arguments: [[OrderEvent.received(Amount(largest))], [.refunded(amount: largest)]])
  func `amounts that are too large all the same are held where JSON ends`(_ events: [OrderEvent]) {
    let order = state(after: [.amyOrdered] + events + events + events)
    let fields = Orders.fields(of: order, id: "1001")
    for name in ["total", "paid", "refunded", "balance"] {
      #expect((-Self.largest...Self.largest).contains(fields[name]?.integer ?? .max))
    }
  }

  /// Events after the creation, the last of which can't be unless it is marked.
  static let amounts: [(events: [OrderEvent], isPossible: Bool)] = [
    ([.received(Amount(largest))], true),
    ([.received(Amount(largest)), .received(1)], false),
    ([.received(Amount(-largest / 2))], true),
    ([.received(Amount(-largest)), .received(-1)], false),
    // The amount left to pay would be too much.
    ([.refunded(amount: largest)], false),
    ([.updated(OrderFields(), total: largest), .received(-1)], false),
    ([.received(1), .updated(OrderFields(), total: largest)], true),
  ]

  @Test(arguments: amounts)
  func `no amount leaves the range of numbers`(_ events: [OrderEvent], _ isPossible: Bool) throws {
    let last = try #require(events.last)
    let state = state(after: [.amyOrdered] + events.dropLast())
    #expect((Orders.objection(to: last, in: state) == nil) == isPossible)
  }

  @Test func `a shipping method is added once`() {
    var methods = Catalogue.initial
    let (added, retired) = (
      CatalogueEvent.shippingMethodAdded(code: "air", name: "Air"),
      CatalogueEvent.shippingMethodRetired(code: "air")
    )
    #expect(Catalogue.objection(to: added, in: methods) == nil)
    Catalogue.evolve(&methods, with: added, in: Self.context)
    #expect(Catalogue.objection(to: added, in: methods) != nil)
    #expect(Catalogue.objection(to: retired, in: methods) == nil)
  }
}
