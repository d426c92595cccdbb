import CleanStore
import Testing

/// The catalogue: which shipping methods there are, and who changes that.
@Suite struct ShippingMethodTests {
  @Test func `methods are added and retired, and stay in their order`() async throws {
    try await withFolder { folder in
      let store = try await OrderStore(at: folder)
      #expect(try await store.shippingMethods().map(\.code) == ["standard", "one-day", "two-day"])
      let drone = try await store.addShippingMethod(
        "drone", name: "Drone Delivery", by: "amy", because: "it flies", commandID: "d-1")
      #expect(drone.code == "drone" && drone.name == "Drone Delivery" && !drone.isRetired)
      #expect(try await store.retireShippingMethod("one-day", by: "amy").isRetired)
      // Once, however often it is said.
      try await store.addShippingMethod(
        "drone", name: "Drone Delivery", by: "amy", because: "it flies", commandID: "d-1")
      let methods = try await store.shippingMethods()
      #expect(
        methods.map { "\($0.code) \($0.name) \($0.isRetired)" } == [
          "standard Standard Shipping false", "one-day One-Day Shipping true",
          "two-day Two-Day Shipping false", "drone Drone Delivery false",
        ])
      // An order can have what is offered, and keeps what it has.
      var order = try await store.create(.cards, by: "amy")
      order = try await store.edit(order.id, by: "amy") { $0[.shippingMethod] = "drone" }
      try await store.retireShippingMethod("drone", by: "amy")
      #expect(try await store.pay(order.id, 25, by: "amy").shippingMethod == "drone")
      await #expect(throws: OrderError.self) {
        try await store.edit(order.id, by: "amy") { $0[.shippingMethod] = "one-day" }
      }
      #expect(try await store.shippingMethods(at: .seq(2)) == methods)
      #expect(try await store.shippingMethods(at: .start).count == 3)
      try await store.close()
      let history = try await OrderHistory(at: folder)
      #expect(try await history.shippingMethods().map(\.isRetired) == [false, true, false, true])
      #expect(
        try await history.shippingMethods(at: .seq(1)).map(\.isRetired).contains(true) == false)
    }
  }

  struct Refused: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let refusal: CatalogueRefusal
    let message: String
    let change: @Sendable (OrderStore) async throws -> Void
  }

  static let refused: [Refused] = [
    Refused(
      testDescription: "no name",
      refusal: .invalid([InvalidField(field: "name", code: "blank")]),
      message: "Fields are wrong: name blank."
    ) { try await $0.addShippingMethod("drone", name: " ", by: "amy") },
    Refused(
      testDescription: "no code and no actor",
      refusal: .invalid([
        InvalidField(field: "actor", code: "blank"), InvalidField(field: "code", code: "blank"),
      ]), message: "Fields are wrong: actor blank, code blank."
    ) { try await $0.retireShippingMethod("", by: "") },
    Refused(
      testDescription: "a code that is offered", refusal: .methodExists,
      message: "There is or was a shipping method standard."
    ) { try await $0.addShippingMethod("standard", name: "Another", by: "amy") },
    Refused(
      testDescription: "a code that is retired", refusal: .methodExists,
      message: "There is or was a shipping method two-day."
    ) { try await $0.addShippingMethod("two-day", name: "Two-Day Shipping", by: "amy") },
    Refused(
      testDescription: "a method that is retired", refusal: .methodNotFound,
      message: "No shipping method two-day is offered."
    ) { try await $0.retireShippingMethod("two-day", by: "amy") },
    Refused(
      testDescription: "no such method", refusal: .methodNotFound,
      message: "No shipping method mule is offered."
    ) { try await $0.retireShippingMethod("mule", by: "amy") },
  ]

  @Test(arguments: refused)
  func `what the rules refuse is thrown, recorded, and changes nothing`(_ row: Refused) async throws
  {
    let store = try storeInMemory()
    try await store.retireShippingMethod("two-day", by: "amy")
    let methods = try await store.shippingMethods()
    let error = await #expect(throws: OrderError.self) { try await row.change(store) }
    guard case .methodRefused(let refusal, _, let seq) = error else {
      throw error ?? .malformedID("")
    }
    #expect(refusal == row.refusal && seq == 2 && error?.code == refusal.code)
    #expect(error?.description == "entry 2: \(row.message)" && error?.hint?.isEmpty == false)
    #expect(try await store.shippingMethods() == methods)
    #expect(try await store.create(.cards, by: "amy").revision == 1)
    var seqs: [Int] = []
    for try await change in store.history.changes() { seqs.append(change.seq) }
    #expect(seqs == [3])
  }
}
