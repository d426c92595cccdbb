import CleanStore
import Foundation
import Testing

/// A command is made from what it is decided on: nothing comes between, and nothing is recorded that the
/// tool wouldn't record.
@Suite struct OneStepTests {
  /// The same worth of the same items.
  private static func edit(to currency: Currency) -> OrderEdit {
    var edit = OrderEdit()
    edit[.currency] = currency.code
    edit.items = [Item("DECK-52", 1, at: 20)]
    edit.tax = 3
    return edit
  }

  @Test(arguments: [
    OrderRequest.pay(500), .refund(25), .edit(edit(to: .jpy)), .edit(edit(to: .usd)),
  ])
  func `amounts are in the currency that the order has when they are recorded`(
    _ request: OrderRequest
  ) async throws {
    let store = try storeInMemory()
    let id = try await store.create(.cards, by: "amy").id
    var plain = OrderEdit()
    plain.tax = 4
    try await withThrowingTaskGroup(of: Void.self) { [plain] group in
      for kind in 0..<4 {
        group.addTask {
          for turn in 0..<60 {
            let other = Self.edit(to: (kind + turn) % 2 == 0 ? .jpy : .usd)
            let next = kind < 2 ? .edit(other) : kind == 2 ? request : .edit(plain)
            try await store.execute(next, on: id, by: "till")
          }
        }
      }
      try await group.waitForAll()
    }
    for try await change in store.history.changes() {
      switch change.request {
      case .create: #expect(change.seq == 1)
      case .pay(let amount, _, _): #expect(amount == 500, "entry \(change.seq)")
      case .refund(let amount): #expect(amount == 25, "entry \(change.seq)")
      case .edit(let edit):
        #expect(edit.tax == (edit.items == nil ? 4 : 3), "entry \(change.seq)")
        #expect((edit.items?.first?.price ?? 20) == 20, "entry \(change.seq)")
      default: Issue.record("unexpected request: \(change.request.type)")
      }
    }
  }

  @Test func `a repeated command is what it was the first time, whatever the currency is now`()
    async throws
  {
    let store = try storeInMemory()
    let id = try await store.create(.cards, by: "amy").id
    var taxed = OrderEdit()
    taxed.tax = 2.05
    let requests: [(id: String, request: OrderRequest)] = [
      ("e-1", .edit(taxed)), ("p-1", .pay(30.5)), ("r-1", .refund(1.25)),
    ]
    var first: [OrderChange] = []
    for (key, request) in requests {
      first.append(try await store.execute(request, on: id, by: "till", commandID: key))
    }
    var yen = Self.edit(to: .jpy)
    yen.tax = 0
    try await store.execute(.edit(yen), on: id, by: "amy")
    for ((key, request), change) in zip(requests, first) {
      let again = try await store.execute(request, on: id, by: "till", commandID: key)
      #expect(again.isRepeated && again.seq == change.seq && again.outcome == change.outcome)
    }
    // The amount has as many minor units as the first time, but isn't the same.
    await #expect(throws: OrderError.commandIDReused(seq: 3)) {
      try await store.execute(.pay(3050), on: id, by: "till", commandID: "p-1")
    }
  }

  @Test func `a shipping method that isn't offered is refused, and not recorded`() async throws {
    let store = try storeInMemory()
    var new = NewOrder.cards
    new.shippingMethod = "drone"
    new.contact.email = "amy"
    let refusal = OrderRefusal.invalid([
      InvalidField(field: "shippingMethod", code: "unknown"),
      InvalidField(field: "contact.email", code: "malformed"),
    ])
    let change = try await store.execute(.create(new), by: "amy")
    #expect(change.outcome == .refused(refusal) && change.seq == 0 && change.order == nil)
    let order = try await store.create(.cards, by: "amy")
    let error = await #expect(throws: OrderError.self) {
      try await store.edit(order.id, by: "amy") { $0[.shippingMethod] = "balloon" }
    }
    guard case .refused(.invalid(let fields), let change) = error else {
      throw error ?? .malformedID("")
    }
    #expect(fields == [InvalidField(field: "shippingMethod", code: "unknown")])
    #expect(change.seq == 0 && change.order == order && change.revision == 1)
    #expect(error?.message == "Fields are wrong: shippingMethod unknown.")
    var seqs: [Int] = []
    for try await change in store.history.changes() { seqs.append(change.seq) }
    #expect(seqs == [1])
  }

  @Test func `what could be a card's number isn't recorded, wherever it is`() async throws {
    try await withFolder { folder in
      let store = try await OrderStore(at: folder)
      let number = "4111 1111 1111 1111"
      let id = try await store.create(.cards, by: "amy").id
      for payment in [
        PaymentMethod(kind: number), .card(Card(brand: number, last4: "1111", expires: "2099-05")),
        .card(Card(last4: number, expires: "2099-05")), .card(Card(last4: "1111", expires: number)),
      ] {
        var new = NewOrder.cards
        new.payment = payment
        let created = try await store.execute(.create(new), by: "amy")
        var edit = OrderEdit()
        edit.set(payment: payment)
        let edited = try await store.execute(.edit(edit), on: id, by: "amy")
        #expect(created.seq == 0 && edited.seq == 0, "\(payment)")
      }
      let paid = try await store.execute(.pay(1, method: number), on: id, by: "till")
      #expect(
        paid.outcome == .refused(.invalid([InvalidField(field: "method", code: "malformed")])))
      try await store.close()
      let log = try String(
        contentsOfFile: folder + "/log/00000000000000000001.jsonl", encoding: .utf8)
      #expect(log.split(separator: "\n").count == 1 && !log.contains("4111"))
    }
  }

  @Test func `a new order's id isn't a word for a time`() async throws {
    let store = try storeInMemory()
    for id in ["today", "now", "yesterday"] {
      await #expect(throws: OrderError.self) {
        _ = try await store.create(.cards, id: id, by: "amy")
      }
    }
    #expect(try await store.orders().isEmpty)
  }
}
