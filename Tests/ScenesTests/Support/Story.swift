// A history in memory to look at: what Amy Apple, Bob Battery and Chris Camera did.

import EventSourcing
import HistoryScenes
import JSONLines
import OrderDomain
import OrderScenes
import Synchronization
import Testing

/// A store in memory with an engine on it. Each look at the clock is a minute later.
final class Story {
  let store = MemoryStore()
  let engine: OrderEngine

  /// 2026-01-05T09:00:00Z, one minute before the first entry.
  static let start = Timestamp(microseconds: 1_767_603_600_000_000)

  init() throws {
    let clock = Clock()
    engine = try OrderEngine(store, clock: clock.tick, salts: { Salt(1, 2) })
  }

  /// Amy has paid and got her order, Bob's was refused a deletion, Chris's was deleted.
  static func told() throws -> Story {
    let story = try Story()
    try story.asks("amy", "1001", .create(.amy))
    try story.asks("bob", "1002", .create(.bob))
    try story.asks("amy", "1001", .pay(Payment(amount: 2500, method: "card")))
    try story.asks("clerk", "1001", .ship(Shipping(carrier: "Snail & Co.", tracking: "S-1")))
    try story.asks("bob", "1002", .pay(Payment(amount: 500)))
    try story.asks("clerk", "1002", .delete, because: "duplicate")
    try story.asks("chris", "1003", .create(.chris))
    try story.asks("chris", "1003", .delete)
    try story.asks("clerk", "1001", .deliver)
    return story
  }

  func asks(
    _ actor: String, _ order: String, _ command: OrderCommand, because reason: String? = nil
  ) throws {
    _ = try engine.engine.execute(
      Submission(command, on: .id(order), by: actor, reason: reason), in: engine.orders)
  }

  /// Adds a shipping method to the catalogue.
  func adds(_ code: String) throws {
    _ = try engine.engine.execute(
      Submission(
        .addShippingMethod(code: Text(code), name: Text("By \(code)")), on: .single, by: "admin"),
      in: engine.catalogue)
  }

  private final class Clock: Sendable {
    private let minutes = Atomic<Int64>(0)

    @Sendable func tick() -> Timestamp {
      let minutes = minutes.add(1, ordering: .relaxed).newValue
      return Timestamp(microseconds: Story.start.microseconds + minutes * 60_000_000)
    }
  }
}

extension OrderFields {
  static let amy = person(
    "amy", "Amy", "Apple", [Item(sku: "DECK-52", quantity: 2, unitPrice: 1250)])
  static let bob = person(
    "bob", "Bob", "Battery", [Item(sku: "CELL-9", name: "Battery", quantity: 4, unitPrice: 399)])
  static let chris = person(
    "chris", "Chris", "Camera", [Item(sku: "CAM-1", quantity: 1, unitPrice: 129_900)], in: "EUR")

  private static func person(
    _ customer: String, _ first: String, _ last: String, _ items: [Item],
    in currency: String = "USD"
  ) -> OrderFields {
    var fields = OrderFields()
    fields[.customer] = customer
    fields[.shippingMethod] = "standard"
    fields[.paymentKind] = "cash"
    fields[.currency] = currency
    fields.items = items
    fields[.firstName] = first
    fields[.lastName] = last
    fields[.phone] = "111-111-1111"
    fields[.email] = "\(customer)@example.com"
    fields[.billingStreet1] = "1 Infinite Loop"
    fields[.billingCity] = "Cupertino"
    fields[.billingState] = "CA"
    fields[.billingZip] = "95014"
    fields[.shipmentStreet1] = "2 Volt Road"
    fields[.shipmentCity] = "Ampere"
    fields[.shipmentState] = "NY"
    fields[.shipmentZip] = "10001"
    return fields
  }
}

/// A history of these lines, as it is sent in a file.
func history(_ text: String) -> InMemoryHistory {
  InMemoryHistory(ByteStorage.copy(of: text), name: "sent.jsonl")
}

/// The failure that the body ends with.
func failure(
  sourceLocation: SourceLocation = #_sourceLocation, of body: () throws(Failure) -> Void
) throws -> Failure {
  do throws(Failure) {
    try body()
  } catch {
    return error
  }
  return try #require(nil as Failure?, sourceLocation: sourceLocation)
}
