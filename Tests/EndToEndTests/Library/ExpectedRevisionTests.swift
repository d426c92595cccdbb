import CleanStore
import Testing

/// Every method that changes an order can expect the revision that the caller has seen.
@Suite struct ExpectedRevisionTests {
  struct Method: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The commands without which the rules refuse it.
    var before: [OrderRequest] = []
    let change: @Sendable (OrderStore, _ id: String, _ revision: Int) async throws -> Void
  }

  static let methods: [Method] = [
    Method(testDescription: "update-order") { store, id, revision in
      try await store.edit(id, by: "amy", expecting: revision) { $0[.email] = "a@example.com" }
    },
    Method(testDescription: "pay-order") { store, id, revision in
      try await store.pay(id, 5, by: "amy", expecting: revision)
    },
    Method(testDescription: "ship-order", before: [.pay(25)]) { store, id, revision in
      try await store.ship(id, by: "amy", expecting: revision)
    },
    Method(testDescription: "deliver-order", before: [.pay(25), .ship()]) { store, id, revision in
      try await store.deliver(id, by: "amy", expecting: revision)
    },
    Method(testDescription: "return-order", before: [.pay(25), .ship(), .deliver]) {
      store, id, revision in
      try await store.return(id, by: "amy", expecting: revision)
    },
    Method(testDescription: "cancel-order") { store, id, revision in
      try await store.cancel(id, by: "amy", expecting: revision)
    },
    Method(testDescription: "refund-order", before: [.pay(25)]) { store, id, revision in
      try await store.refund(id, 5, by: "amy", expecting: revision)
    },
    Method(testDescription: "delete-order") { store, id, revision in
      try await store.delete(id, by: "amy", expecting: revision)
    },
    Method(testDescription: "erase-personal") { store, id, revision in
      try await store.erase(id, by: "amy", expecting: revision)
    },
  ]

  @Test(arguments: methods)
  func `an order that was changed in between stays as it is`(_ method: Method) async throws {
    let store = try storeInMemory()
    let id = try await store.create(.cards, by: "amy").id
    for request in method.before { try await store.execute(request, on: id, by: "till") }
    let seen = try #require(try await store.order(id)).revision
    let other = try await store.edit(id, by: "clerk") { $0[.phone] = "222-222-2222" }
    for expected in [seen, seen + 2] {
      await #expect(
        throws: OrderError.revisionConflict(id: id, expected: expected, actual: seen + 1)
      ) { try await method.change(store, id, expected) }
    }
    #expect(try await store.order(id) == other)
    try await method.change(store, id, seen + 1)
    let changed = try #require(try await store.order(id))
    #expect(changed.revision == seen + 2)
    var types: [String] = []
    for try await change in store.history.changes(of: id) { types.append(change.request.type) }
    #expect(types.suffix(2) == ["update-order", method.testDescription])
  }
}
