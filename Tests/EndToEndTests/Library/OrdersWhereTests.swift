import CleanStoreHistories
import Testing

/// The orders of which a condition holds, now and then.
@Suite struct OrdersWhereTests {
  /// 1001 of 25.00 USD, paid; 1002 of 2500 JPY; 1003 of 25.00 USD, deleted.
  private static func shop(in store: OrderStore) async throws {
    _ = try await store.create(.cards, by: "amy")
    var yen = NewOrder.cards
    (yen.customer, yen.currency, yen.items) = ("bob", .jpy, [Item("DECK-52", 2, at: 1250)])
    _ = try await store.create(yen, by: "bob")
    let other = try await store.create(.cards, by: "amy")
    try await store.pay("1001", 25, by: "till")
    try await store.delete(other.id, by: "amy")
  }

  static let conditions: [(condition: String, now: [String], then: [String])] = [
    ("due > 0", ["1002"], ["1001", "1002", "1003"]),
    ("total == 25.00 USD", ["1001", "1003"], ["1001", "1003"]),
    // An amount without a currency is in that of each order.
    ("total >= 26.00", ["1002"], ["1002"]),
    ("total == '2500 JPY'", ["1002"], ["1002"]),
    (#"currency == "USD" and total > 12.99"#, ["1001", "1003"], ["1001", "1003"]),
    (#"status == "paid" and items[0].sku starts with "DECK""#, ["1001"], []),
    (
      "sum(items, quantity) == 2 and not (status == 'deleted')", ["1001", "1002"],
      ["1001", "1002", "1003"]
    ),
    ("placedAt < 2026-01-31T12:00:02Z", ["1001"], ["1001"]),
    ("contact.email contains '@' and customer == 'amy'", ["1001", "1003"], ["1001", "1003"]),
    ("carrier == 'DHL'", [], []),
  ]

  @Test func `a condition selects orders now, at a position, and in a file`() async throws {
    try await withFolder { folder in
      let store = try storeInMemory()
      try await Self.shop(in: store)
      let file = try await OrderStore(at: folder)
      try await Self.shop(in: file)
      try await file.close()
      let history = try await OrderHistory(at: folder + "/log/00000000000000000001.jsonl")
      for (condition, now, then) in Self.conditions {
        #expect(try await store.orders(where: condition).map(\.id) == now, "\(condition)")
        #expect(
          try await store.orders(where: condition, at: .seq(3)).map(\.id) == then, "\(condition)")
        if condition.contains("placedAt") { continue }
        #expect(try await history.orders(where: condition).map(\.id) == now, "\(condition)")
      }
      #expect(try await store.orders(where: "total > 0") == store.orders())
    }
  }

  static let errors: [(condition: String, code: String, column: Int)] = [
    ("", "condition-syntax", 1), ("due > 0 and", "condition-syntax", 12),
    ("statu == 'paid'", "unknown-field", 1), ("id == '1001'", "unknown-field", 1),
    ("due > 0 and status == 'shiped'", "unknown-word", 23), ("total > 5000", "wrong-type", 9),
    ("total", "wrong-type", 1), (String(repeating: "(", count: 100), "condition-too-complex", 49),
    // Members of an entry.
    ("actor == 'amy'", "wrong-type", 1), ("due > 0 or refused", "wrong-type", 12),
    ("old(total) < total", "wrong-type", 1), ("due > 0 and changed(total)", "wrong-type", 13),
    // Amounts that the order in yen doesn't have.
    ("total > 12.99", "wrong-type", 9),
  ]

  @Test(arguments: errors)
  func `what is wrong with a condition is thrown with its place`(
    _ condition: String, code: String, column: Int
  ) async throws {
    let store = try storeInMemory()
    try await Self.shop(in: store)
    let now = await #expect(throws: OrderError.self) {
      _ = try await store.orders(where: condition)
    }
    let then = await #expect(throws: OrderError.self) {
      _ = try await store.orders(where: condition, at: .seq(3))
    }
    #expect(now == then && now?.code == code && now?.place == "column \(column)")
    #expect(now?.hint?.isEmpty == false && now?.hint?.contains("command") == false)
    #expect(now?.message.hasSuffix(".") == true)
  }
}
