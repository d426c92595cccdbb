// A school shop on the library: two tills take payments for the same orders, and an auditor follows the log meanwhile.
//
//     swift run OrderSample STORE           all three in one process
//     swift run OrderSample STORE till-1    one of them, `till-1`, `till-2` or `auditor`, as a process of its own
//
// STORE is a folder, where one process writes at a time, or the address of a server, where all write at once.

import CleanStore
import Foundation

/// The classes of a school. Each has ordered flash cards, which its pupils pay at whichever till is free.
let classes = ["1a", "1b", "2a", "2b"]

extension NewOrder {
  static func flashCards(for name: String) -> NewOrder {
    NewOrder(
      customer: name,
      contact: Contact(
        firstName: "Amy", lastName: "Apple", phone: "111-111-1111", email: "amy.apple@example.com"),
      billing: Address(street1: "1 Infinite Loop", city: "Cupertino", state: "CA", zip: "95014"),
      payment: .cash, items: [Item("DECK-52", 10, at: 2.50, name: "Flash cards")], currency: .usd)
  }
}

/// A place where payments are taken.
struct Till {
  let name: String
  let store: OrderStore

  func work() async throws(OrderError) {
    for name in classes {
      let order = try await open(name)
      while try await take(2.50, for: order) {}
    }
  }

  /// Creates the order of a class. Both tills do: the store knows the command by its id, and executes it once.
  func open(_ name: String) async throws(OrderError) -> String {
    let order = NewOrder.flashCards(for: name)
    return try await store.create(order, by: self.name, commandID: "order-of-\(name)").id
  }

  /// Takes a payment, and prints the store's answer: a refusal is a message to a person, too. The till that completes an
  /// order ships it.
  ///
  /// - Returns: Whether there is more to pay.
  func take(_ amount: Money, for id: String) async throws(OrderError) -> Bool {
    do {
      let order = try await store.pay(id, amount, method: "cash", by: name)
      print("\(name): took \(amount) for \(id), \(order.balance) left to pay")
      if order.status == .paid {
        try await store.ship(id, carrier: "DHL", by: name)
        print("\(name): shipped \(id)")
      }
      return order.status == .placed
    } catch .refused(let refusal, _) {
      print("\(name): nothing for \(id): \(refusal.code)")
      return false
    }
  }
}

/// Follows the log until all orders are shipped, and counts payments. It only reads: a login that may do no more is enough.
func audit(_ path: String) async throws(OrderError) {
  let history = try await OrderHistory(at: path)
  var payments: [String: Int] = [:]
  var open = Set(classes)
  // Typed throws don't reach through `for try await` yet.
  var changes = history.changes(following: true).makeAsyncIterator()
  while !open.isEmpty, let change = try await changes.next(isolation: #isolation) {
    print("auditor: \(change.seq) \(change.actor) \(change.request.type), \(change.outcome)")
    if case (.pay, .accepted) = (change.request, change.outcome) {
      payments[change.actor, default: 0] += 1
    }
    if let order = change.order, order.status == .shipped { open.remove(order.customer) }
  }
  for (till, count) in payments.sorted(by: { $0.key < $1.key }) {
    print("auditor: \(till) took \(count) payments")
  }
  for order in try await history.orders() {
    print("auditor: \(order.id) is \(order.status), \(order.paid) of \(order.total) paid")
  }
}

let arguments = CommandLine.arguments.dropFirst()
let path = arguments.first ?? "order-sample"
do {
  switch arguments.dropFirst().first {
  case "auditor":
    try await audit(path)
  case let name?:
    let store = try await OrderStore(at: path)
    try await Till(name: name, store: store).work()
    try await store.close()
  case nil:
    let store = try await OrderStore(at: path)
    async let first: Void = Till(name: "till-1", store: store).work()
    async let second: Void = Till(name: "till-2", store: store).work()
    async let auditor: Void = audit(path)
    _ = try await (first, second, auditor)
    try await store.close()
  }
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}
