// A shop on the library: a till that takes payments, a display that follows the log, and an audit at the
// end of the day. `swift run OrderSample FOLDER` opens the store in a folder, or makes one; without FOLDER, in
// ./order-sample.

import CleanStore

extension Address {
  static let appleHome = Address(
    street1: "1 Infinite Loop", city: "Cupertino", state: "CA", zip: "95014")
}

extension Contact {
  static let amy = Contact(
    firstName: "Amy", lastName: "Apple", phone: "111-111-1111", email: "amy.apple@example.com")
}

/// The shop's cart: what a customer chose, in the shop's own terms.
struct Cart {
  var items: [Item] = []

  mutating func add(_ sku: String, _ quantity: Int = 1, at price: Money, _ name: String) {
    items.append(Item(sku, quantity, at: price, name: name))
  }

  func order(for customer: String, _ contact: Contact, to address: Address) -> NewOrder {
    NewOrder(
      customer: customer, contact: contact, billing: address, payment: .cash, items: items,
      currency: .usd)
  }
}

/// A place where payments are taken.
struct Till {
  let store: OrderStore

  /// Takes a payment, and prints the store's answer: a refusal is a message to a person, too.
  func take(_ amount: Money, for id: String) async throws(OrderError) {
    do {
      let order = try await store.pay(id, amount, method: "cash", by: "till")
      print("till:  took \(order.currency.format(amount)), \(order.balance) left to pay")
    } catch .refused(let refusal, let change) {
      print("till:  no: \(refusal.code); \(change.order?.balance ?? 0) is left to pay")
    }
  }
}

/// A display in the shop: it follows the log while others write to it.
func display(
  _ changes: some AsyncSequence<OrderChange, OrderError>
) async throws(OrderError) {
  // Typed throws don't reach through `for try await` yet.
  var iterator = changes.makeAsyncIterator()
  while let change = try await iterator.next(isolation: #isolation) {
    let status = change.order.map { $0.status.rawValue } ?? "none"
    print(
      "log:   \(change.seq) \(change.actor) \(change.request.type), \(change.outcome) -> \(status)")
  }
}

/// The books of a day.
func audit(_ store: OrderStore) async throws(OrderError) {
  for order in try await store.orders() {
    let placed = try await store.order(order.id, at: .revision(id: order.id, rev: 1))
    print(
      "audit: order \(order.id) of \(order.currency.format(order.total)) was",
      "\(placed?.status.rawValue ?? "unknown"), is \(order.status.rawValue)")
  }
}

let folder = CommandLine.arguments.dropFirst().first ?? "order-sample"
do {
  let store = try await OrderStore(at: folder)
  let screen = Task { try await display(store.changes) }

  var cart = Cart()
  cart.add("DECK-52", 2, at: 12.50, "Flash cards")
  let order = try await store.create(
    cart.order(for: "amy", .amy, to: .appleHome), by: "web", because: "from the cart")
  // The phone number was wrong: only that is changed, and only if the order wasn't changed meanwhile.
  try await store.edit(order.id, by: "clerk", expecting: order.revision) {
    $0[.phone] = "111-111-1112"
  }
  let till = Till(store: store)
  try await till.take(5, for: order.id)
  try await till.take(500, for: order.id)
  try await till.take(20, for: order.id)
  try await store.ship(order.id, carrier: "DHL", tracking: "JD014600003", by: "depot")

  try await audit(store)
  try await store.close()
  _ = try await screen.value
} catch {
  print("\(error)")
}
