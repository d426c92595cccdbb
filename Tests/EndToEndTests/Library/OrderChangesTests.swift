import CleanStore
import EventLog
import Foundation
import Testing

/// The changes that a store and a history tell: orders then, and every change.
@Suite struct OrderChangesTests {
  @Test(.timeLimit(.minutes(20)))
  func `changes are followed while others write, until the store is closed`() async throws {
    try await withFolder { folder in
      let store = try await OrderStore(at: folder)
      let (changes, told) = AsyncStream<String>.makeStream()
      let follower = Task {
        defer { told.finish() }
        for try await change in store.changes {
          told.yield("\(change.seq) \(change.id) \(change.outcome)")
        }
      }
      var seen = changes.makeAsyncIterator()
      let one = try await store.create(.cards, by: "amy")
      // It follows from here on; otherwise all might be there before it begins.
      #expect(await seen.next() == "1 1001 accepted: order-created")
      let other = try await store.create(.cards, by: "bob")
      try await store.pay(one.id, one.balance, by: "till")
      try await store.execute(.deliver, on: other.id, by: "depot")
      for expected in [
        "2 1002 accepted: order-created", "3 1001 accepted: payment-received, order-paid",
        "4 1002 refused: order-not-shipped",
      ] {
        #expect(await seen.next() == expected)
      }
      try await store.close()
      try await follower.value
      #expect(await seen.next() == nil)
    }
  }

  @Test(.timeLimit(.minutes(20)))
  func `the changes of one order say who, when, why, what, and the order after it`() async throws {
    let store = try storeInMemory()
    let order = try await store.create(.cards, by: "amy", because: "a gift", commandID: "c-1")
    _ = try await store.create(.cards, by: "bob")
    try await store.edit(order.id, by: "clerk") {
      $0[.phone] = "222-222-2222"
      $0.remove(.shippingFee)
    }
    try await store.execute(.pay(500, method: "cash", reference: "r-1"), on: order.id, by: "till")
    var changes: [OrderChange] = []
    for try await change in store.changes(of: order.id) {
      changes.append(change)
      if changes.count == 3 { break }
    }
    #expect(changes.map(\.seq) == [1, 3, 4] && changes.map(\.revision) == [1, 2, 2])
    #expect(changes[0].actor == "amy" && changes[0].reason == "a gift")
    #expect(changes[0].commandID == "c-1" && changes[0].order == order)
    #expect(changes[0].request == .create(.cards))
    #expect(changes[0].outcome == .accepted([.created(.cards)]))
    #expect(changes[0].at == Timestamp("2026-01-31T12:00:01.000000Z"))
    guard case .edit(let edit) = changes[1].request else { throw Unexpected() }
    #expect(edit[.phone] == "222-222-2222" && edit.removes(.shippingFee))
    #expect(changes[1].order?.contact.phone == "222-222-2222")
    #expect(changes[2].request == .pay(500, method: "cash", reference: "r-1"))
    #expect(changes[2].outcome == .refused(.paymentExceedsBalance))
    #expect(changes[2].order == changes[1].order)
  }

  @Test(.timeLimit(.minutes(20)))
  func `following ends with its task`() async throws {
    let store = try storeInMemory()
    _ = try await store.create(.cards, by: "amy")
    let (started, start) = AsyncStream<Void>.makeStream()
    let follower = Task {
      defer { start.finish() }
      var count = 0
      for try await _ in store.changes {
        count += 1
        start.finish()
      }
      return count
    }
    // It waits for more from here on.
    for await _ in started {}
    follower.cancel()
    #expect(try await follower.value == 1)
  }

  @Test func `an order is as it was at a revision, an entry, a time`() async throws {
    let store = try storeInMemory()
    let order = try await store.create(.cards, by: "amy")
    try await store.pay(order.id, 5, by: "till")
    try await store.pay(order.id, 20, by: "till")
    #expect(try await store.order(order.id)?.status == .paid)
    #expect(try await store.order("7") == nil)
    #expect(try await store.order(order.id, at: .revision(id: order.id, rev: 2))?.balance == 20)
    #expect(try await store.order(order.id, at: .seq(1)) == order)
    #expect(try await store.order(order.id, at: .start) == nil)
    let time = try Position("2026-01-31T12:00:02Z")
    #expect(try await store.order(order.id, at: time)?.paid == 5)
    #expect(try await store.orders(at: .seq(1)) == [order])
    #expect(try await store.orders().map(\.balance) == [0])
    await #expect(throws: OrderError.self) { try await store.order(order.id, at: .seq(9)) }
  }

  @Test func `a history is read beside its writer, and from a file`() async throws {
    try await withFolder { folder in
      let store = try await OrderStore(at: folder)
      let order = try await store.create(.cards, by: "amy")
      try await store.pay(order.id, 25, by: "till")
      let history = try await OrderHistory(at: folder)
      #expect(try await history.order(order.id)?.status == .paid)
      try await store.close()
      let log = folder + "/log/00000000000000000001.jsonl"
      let file = try await OrderHistory(at: log)
      var types: [String] = []
      for try await change in file.changes(of: order.id) { types.append(change.request.type) }
      #expect(types == ["create-order", "pay-order"])
      #expect(try await file.orders(at: .seq(1)) == [order])
      #expect(try await file.order(order.id, at: .beforeEnd(1)) == order)
      var all = file.changes().makeAsyncIterator()
      #expect(try await all.next()?.order == order)
      await #expect(throws: OrderError.malformedID("a b")) {
        for try await _ in file.changes(of: "a b") {}
      }
    }
  }

  @Test(.timeLimit(.minutes(20)))
  func
    `a consumer in another process goes on where it was, and notices that the log was rolled back`()
    async throws
  {
    try await withFolder { folder in
      let store = try await OrderStore(at: folder)
      let order = try await store.create(.cards, by: "amy")
      let place = CursorFile(folder + ".cursor")
      defer { try? FileManager.default.removeItem(atPath: place.path) }
      #expect(try place.read() == .start)

      /// Follows the folder as another process does, up to an entry.
      func follow(through last: Int) async throws -> [Int] {
        var seen: [Int] = []
        let history = try await OrderHistory(at: folder)
        for try await change in history.changes(after: try place.read(), following: true) {
          seen.append(change.seq)
          try place.save(change.cursor)
          if change.seq == last { break }
          // A change that comes while it waits.
          if change.seq == last - 1 { try await store.pay(order.id, 5, by: "till") }
        }
        return seen
      }
      #expect(try await follow(through: 2) == [1, 2])
      #expect(try place.read() == CursorFile(place.path).read() && place.read().seq == 2)
      let log = folder + "/log/00000000000000000001.jsonl"
      let copy = try Data(contentsOf: URL(fileURLWithPath: log))
      try await store.pay(order.id, 1, by: "till")
      #expect(try await follow(through: 4) == [3, 4])
      try await store.close()

      // The copy comes back, and grows into another history.
      try copy.write(to: URL(fileURLWithPath: log))
      try FileManager.default.removeItem(atPath: folder + "/lock")
      await #expect(throws: OrderError.self) { try await follow(through: 5) }
      let restored = try await OrderStore(at: folder)
      for _ in 1...3 { try await restored.pay(order.id, 2, by: "bob") }
      do {
        for try await change in restored.changes(after: try place.read()) {
          Issue.record("\(change.seq) is told of another history")
        }
      } catch {
        #expect((error as? OrderError)?.code == "other-history")
      }
      try await restored.close()
    }
  }

  @Test func `what is no cursor is named with its file`() async throws {
    try await withFolder { folder in
      try Data("7:".utf8).write(to: URL(fileURLWithPath: folder))
      let error = #expect(throws: LogError.self) { try CursorFile(folder).read() }
      #expect(error?.code == .malformed && error?.place?.file == folder)
    }
  }

  private struct Unexpected: Error {}
}
