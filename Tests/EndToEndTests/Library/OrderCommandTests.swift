import CleanStore
import Foundation
import Testing

/// The commands by their names: what each returns, and what it throws.
@Suite struct OrderCommandTests {
  @Test func `an order is created with what was filled in`() async throws {
    let store = try storeInMemory()
    var new = NewOrder.cards
    new.shipment = Address(
      street1: "Linse 3", street2: "Hof", city: "Jena", state: "TH", zip: "07743", country: "DE")
    new.payment = .card(Card(brand: "Visa", last4: "1111", expires: "2027-05"))
    (new.shippingFee, new.tax, new.discount) = (4.95, 2.05, 1)
    let order = try await store.create(new, by: "amy", because: "a gift")
    #expect(order.id == "1001" && order.revision == 1 && order.status == .placed)
    #expect(order.customer == "amy" && order.contact == .amy && order.billing == .home)
    #expect(order.shipment == new.shipment && order.payment == new.payment)
    #expect(order.items == new.items && order.currency == .usd)
    #expect(order[.shipmentStreet2] == "Hof" && new[.cardLast4] == "1111" && order[.items] == nil)
    #expect(order.shippingFee == 4.95 && order.tax == 2.05 && order.discount == 1)
    #expect(order.total == 31 && order.balance == 31 && order.paid == 0)
    #expect(order.placedAt == Timestamp("2026-01-31T12:00:01.000000Z"))
    #expect(order.placedAt == order.updatedAt)
  }

  @Test func `an order goes from the till to the customer and back`() async throws {
    let store = try storeInMemory()
    let id = try await store.create(.cards, id: "gift", by: "amy").id
    #expect(id == "gift")
    #expect(try await store.pay(id, 5, by: "till").balance == 20)
    #expect(try await store.pay(id, 20.00, method: "card", by: "till").status == .paid)
    let shipped = try await store.ship(id, carrier: "DHL", tracking: "JD01", by: "depot")
    #expect(shipped.status == .shipped && shipped.carrier == "DHL" && shipped.tracking == "JD01")
    #expect(try await store.deliver(id, by: "dhl").status == .delivered)
    #expect(try await store.return(id, by: "amy", because: "broken").status == .returned)
    let refunded = try await store.refund(id, 25.00, by: "till")
    #expect(refunded.refunded == 25 && refunded.paid == 25 && refunded.balance == 25)
  }

  @Test func `an order is cancelled, and one is deleted`() async throws {
    let store = try storeInMemory()
    let (one, other) = (
      try await store.create(.cards, by: "amy"), try await store.create(.cards, by: "bob")
    )
    #expect(try await store.cancel(one.id, by: "amy").status == .cancelled)
    #expect(try await store.delete(other.id, by: "bob").status == .deleted)
    #expect(try await store.orders().map(\.status) == [.cancelled, .deleted])
  }

  @Test func `the personal data of an order is erased, and stays away`() async throws {
    let store = try storeInMemory()
    let order = try await store.create(.cards, by: "amy")
    let change = try await store.erase(order.id, by: "dpo", because: "asked for it")
    #expect(change.outcome == .accepted([.personalErased]))
    let erased = try #require(try await store.order(order.id))
    #expect(erased.contact.firstName.isEmpty && erased.customer == order.customer)
    #expect(erased.flags == [.erased] && order.flags == [])
    #expect(try await store.pay(order.id, 25, by: "till").status == .paid)
    await #expect(throws: OrderError.self) {
      try await store.edit(order.id, by: "clerk") { $0[.phone] = "555-0100" }
    }
    var changes: [OrderChange] = []
    for try await change in store.history.changes() { changes.append(change) }
    #expect(changes.first?.isErased == true && changes.count == 4)
  }

  @Test func `an edit sets some fields, removes others and keeps the rest`() async throws {
    let store = try storeInMemory()
    var new = NewOrder.cards
    new.billing.street2 = "Building 3"
    new.discount = 1
    let order = try await store.create(new, by: "amy")
    let edited = try await store.edit(order.id, by: "clerk", expecting: 1) {
      $0[.email] = "apple@example.com"
      $0.remove(.billingStreet2)
      $0.remove(.discount)
      $0.items = [Item("DECK-32", 1, at: 10)]
    }
    #expect(edited.contact.email == "apple@example.com" && edited.contact.firstName == "Amy")
    #expect(edited.billing.street2 == nil && edited.discount == 0 && edited.total == 10)
    let moved = try await store.edit(order.id, by: "clerk") {
      $0.set(shipment: Address(street1: "1 Main St", city: "Reno", state: "NV", zip: "89501"))
      $0.set(contact: .amy)
      $0.set(payment: .invoice)
    }
    #expect(moved.shipment.city == "Reno" && moved.contact == .amy && moved.payment == .invoice)
    #expect(try await store.edit(order.id, by: "clerk") { _ in } == moved)
  }

  @Test func `a refusal is thrown and recorded, and has a hint`() async throws {
    let store = try storeInMemory()
    let id = try await store.create(.cards, by: "amy").id
    do throws(OrderError) {
      try await store.pay(id, 25.01, by: "till")
      Issue.record("more was paid than is left")
    } catch {
      guard case .refused(let refusal, let change) = error else { throw error }
      #expect(refusal == .paymentExceedsBalance && change.seq == 2 && change.order?.balance == 25)
      #expect(error.code == "payment-exceeds-balance" && error.place == "order/1001@1")
      #expect(error.message == "A payment can't exceed the balance.")
      #expect(error.hint == "Pay at most the balance.")
    }
  }

  @Test func `wrong fields are named all at once, without what is in them`() async throws {
    let store = try storeInMemory()
    var new = NewOrder.cards
    new.contact.email = "amy"
    new.items = []
    await #expect {
      _ = try await store.create(new, by: "amy")
    } throws: { error in
      (error as? OrderError)?.message == "Fields are wrong: items empty, contact.email malformed."
    }
  }

  @Test func `an amount finer than its currency is refused before it is recorded`() async throws {
    let store = try storeInMemory()
    let id = try await store.create(.cards, by: "amy").id
    await #expect(throws: OrderError.tooPrecise(0.005, .usd)) {
      try await store.pay(id, 0.005, by: "till")
    }
    var yen = NewOrder.cards
    yen.currency = .jpy
    await #expect(throws: OrderError.tooPrecise(12.5, .jpy)) {
      _ = try await store.create(yen, by: "amy")
    }
    yen.items = [Item("DECK-52", 2, at: 1250)]
    let order = try await store.create(yen, by: "amy")
    #expect(order.total == 2500 && order.currency.format(order.total) == "2500 JPY")
    #expect(try await store.pay(order.id, 2500, by: "till").status == .paid)
  }

  @Test func `a command with an id is done once`() async throws {
    let store = try storeInMemory()
    let order = try await store.create(.cards, by: "amy", commandID: "c-1")
    #expect(try await store.create(.cards, by: "amy", commandID: "c-1") == order)
    let again = try await store.execute(.create(.cards), by: "amy", commandID: "c-1")
    #expect(again.isRepeated && again.seq == 1)
    var other = NewOrder.cards
    other.customer = "bob"
    await #expect(throws: OrderError.commandIDReused(seq: 1)) {
      _ = try await store.create(other, by: "bob", commandID: "c-1")
    }
  }

  @Test func `what wasn't evaluated is thrown by execute, too; a refusal is its outcome`()
    async throws
  {
    let store = try storeInMemory()
    let id = try await store.create(.cards, by: "amy").id
    let conflict = OrderError.revisionConflict(id: id, expected: 7, actual: 1)
    await #expect(throws: conflict) {
      try await store.execute(.cancel, on: id, by: "amy", expecting: 7)
    }
    await #expect(throws: OrderError.malformedID("a b")) {
      try await store.execute(.cancel, on: "a b", by: "amy")
    }
    await #expect(throws: OrderError.malformedID("")) {
      try await store.execute(.cancel, by: "amy")
    }
    let change = try await store.execute(.deliver, on: "7", by: "amy")
    #expect(change.outcome == .refused(.notFound) && change.order == nil && change.seq == 2)
    #expect(change.outcome.description == "refused: order-not-found")
    let nothing = try await store.execute(.edit(OrderEdit()), on: id, by: "amy")
    #expect(nothing.outcome == .unchanged && nothing.seq == 0)
  }

  static let errors: [(error: OrderError, code: String, text: String, hint: String)] = [
    (
      .revisionConflict(id: "1", expected: 1, actual: 2), "revision-conflict",
      "order/1@2: Expected revision 1, but the current one is 2.",
      "Look at the current state, and decide again."
    ),
    (
      .commandIDReused(seq: 3), "command-id-reused",
      "entry 3: Another command, entry 3, has this id.", "Give each command its own id."
    ),
    (
      .malformedID("a b"), "malformed-id",
      "An id is 1 to 64 of A-Z a-z 0-9 . _ -, begins with a letter or digit, doesn't contain '..', "
        + "and isn't 'start' or 'end'.", "Choose another id."
    ),
    (
      .tooPrecise(0.005, .usd), "amount-too-precise",
      "0.005 has more decimals than USD, which has 2.",
      "Round the amount to the decimals of the currency."
    ),
  ]

  @Test(arguments: errors.indices)
  func `every error has a code, a message and a hint, and none names a flag`(_ number: Int) {
    let (error, code, text, hint) = Self.errors[number]
    #expect(error.code == code && error.description == text && error.hint == hint)
  }
}
