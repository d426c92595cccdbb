// The library in sixty lines: a till that records payments and tells what it hears of the log.
// `swift run OrderSample FOLDER` opens the store in a folder, or makes one; without FOLDER, in
// ./order-sample.

import CleanStore

func purchase() -> OrderFields {
  var fields = OrderFields()
  fields[.customer] = "amy"
  fields[.shippingMethod] = "standard"
  fields[.paymentKind] = "cash"
  fields[.currency] = "USD"
  fields[.firstName] = "Amy"
  fields[.lastName] = "Apple"
  fields[.phone] = "111-111-1111"
  fields[.email] = "amy.apple@example.com"
  fields[.billingStreet1] = "1 Infinite Loop"
  fields[.billingCity] = "Cupertino"
  fields[.billingState] = "CA"
  fields[.billingZip] = "95014"
  fields[.shipmentStreet1] = "1 Infinite Loop"
  fields[.shipmentCity] = "Cupertino"
  fields[.shipmentState] = "CA"
  fields[.shipmentZip] = "95014"
  fields.items = [Item(sku: "DECK-52", name: "Flash cards", quantity: 2, unitPrice: 1250)]
  return fields
}

let folder = CommandLine.arguments.dropFirst().first ?? "order-sample"
let store = try OrderStore(at: folder)

// Whoever is interested hears of every entry once it is on stable storage.
let listener = Task {
  for try await entry in store.entries {
    print("log:  entry \(entry.seq) of \(entry.storage.string(entry.stream))")
  }
}

let placed = try store.execute(.create(purchase()), by: "web")
let id = placed.stream.id ?? ""

for cents: Int64 in [500, 50_000] {
  let outcome = try store.execute(.pay(Payment(amount: Amount(cents))), on: id, by: "till")
  switch outcome.result {
  case .accepted, .unchanged: print("till: received \(cents) cents")
  case .refused(let refusal): print("till: no: \(refusal.code)")
  }
}

for (id, order) in try store.orders() {
  print("shop: order \(id) is \(order.status.rawValue), \(order.balance) cents to pay")
}
try store.close()
_ = try await listener.value
