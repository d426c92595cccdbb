// The traces of a command in an order are the same wherever it is kept: in the log, in snapshots, in the base of an
// archived log, and in a backup.

import EventSourcing
import HistoryScenes
import OrderDomain
import Testing

@testable import EventLog
@testable import OrderScenes

@Suite struct PersistedFormsTests {
  /// Commands that take an order from nothing to each status that it can go on from.
  private static let beginnings: [[OrderCommand]] = {
    let steps: [OrderCommand] = [.create(.valid), .pay(Payment(amount: 2500)), .ship(), .deliver]
    return (0...steps.count).map { Array(steps.prefix($0)) }
  }()

  private static let changes = {
    var fields = OrderFields()
    fields[.phone] = "222-222-2222"
    // Every text that an order can be without, but those of cards.
    for field in OrderField.allCases where field.isText && field.isRemovable {
      if field.group != .payment { fields[field] = "Suite 2" }
    }
    return fields
  }()

  private static func command(_ kind: OrderCommand.Kind) throws -> OrderCommand {
    switch kind {
    case .create: .create(.valid)
    case .update: .update(Self.changes)
    case .ship: .ship(Shipping(carrier: #"A "B""#, tracking: "T-1"))
    default: try #require(kind.least)
    }
  }

  private func orders(_ history: History) throws -> [String: Order] {
    var request = ListOrders.Request()
    request.statuses = Order.Status.allCases.map(\.rawValue)
    let listed = try ListOrders.respond(to: request, with: history).orders
    return Dictionary(uniqueKeysWithValues: listed.map { ($0.id, $0.order) })
  }

  @Test func `an order is the same in every form, after every kind of command`() throws {
    let shop = try MadeUpStore(seed: 13, orders: 30)
    for kind in OrderCommand.Kind.allCases {
      for (place, beginning) in Self.beginnings.enumerated() {
        let commands = try beginning + [Self.command(kind)]
        let id = "\(kind)-\(place)"
        try shop.execute(commands.map { Submission($0, on: .id(id), by: "amy") })
      }
    }
    let expected = try orders(shop.history(smallest: .max))
    for kind in OrderCommand.Kind.allCases {
      let accepted = Self.beginnings.indices.filter { place in
        expected["\(kind)-\(place)"]?.rev == Self.beginnings[place].count + 1
      }
      #expect(!accepted.isEmpty, "no order accepts \(kind)")
    }

    try shop.history().keepSnapshots()
    #expect(shop.disk.paths(in: "/store/cache").contains { $0.hasSuffix(".states") })
    try expect(shop.history(), expected, "snapshots")
    let backup = LogDirectory("/backup", on: shop.disk)
    _ = try backUp(shop.directory, to: backup)
    try expect(History(StoreReader(backup), of: .orders), expected, "backup")
    _ = try archive(
      shop.directory, before: .max, to: LogDirectory("/archive", on: shop.disk),
      of: [Orders.self, Catalogue.self])
    #expect(try shop.reader().base != nil)
    try expect(shop.history(), expected, "base")
  }

  private func expect(_ history: History, _ expected: [String: Order], _ form: String) throws {
    let found = try orders(history)
    #expect(found.count == expected.count, "\(form)")
    for (id, order) in expected.sorted(by: { $0.key < $1.key }) {
      #expect(found[id] == order, "\(form): \(id)")
    }
  }
}
