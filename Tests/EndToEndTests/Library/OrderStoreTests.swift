import CleanStore
import EventLog
import Foundation
import Testing

/// A store as an app opens and closes it.
@Suite struct OrderStoreTests {
  @Test func `what was recorded is there when the store is opened again`() async throws {
    try await withFolder { folder in
      let store = try await OrderStore(at: folder)
      let order = try await store.create(.cards, by: "amy", commandID: "c-1")
      try await store.close()
      try await store.close()
      let again = try await OrderStore(at: folder)
      #expect(try await again.order(order.id) == order)
      #expect(try await again.execute(.create(.cards), by: "amy", commandID: "c-1").isRepeated)
      try await again.close()
    }
  }

  @Test func `a store that lost its description is damaged, not to be created`() async throws {
    try await withFolder { folder in
      let store = try await OrderStore(at: folder)
      _ = try await store.create(.cards, by: "amy")
      try await store.close()
      try FileManager.default.removeItem(atPath: folder + "/store.json")
      let error = await #expect(throws: OrderError.self) { _ = try await OrderStore(at: folder) }
      #expect(error?.code == "corrupt")
    }
  }

  @Test func `a closed store takes nothing more`() async throws {
    let store = try storeInMemory()
    try await store.close()
    do throws(OrderError) {
      _ = try await store.create(.cards, by: "amy")
      Issue.record("the store is closed")
    } catch {
      #expect(error.code == "closed" && error.hint == "Open it again.")
    }
  }

  @Test func `a folder of something else is left alone`() async throws {
    try await withFolder { folder in
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Data("x".utf8).write(to: URL(fileURLWithPath: folder + "/note.txt"))
      await #expect(throws: OrderError.self) { _ = try await OrderStore(at: folder) }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["note.txt"])
    }
  }

  @Test func `one writer at a time`() async throws {
    try await withFolder { folder in
      let store = try await OrderStore(at: folder)
      do throws(OrderError) {
        _ = try await OrderStore(at: folder, waiting: .zero)
        Issue.record("two writers")
      } catch {
        #expect(error.code == "locked")
      }
      try await store.close()
    }
  }

  @Test func `salts differ, and the time is the system's`() {
    #expect(Set((0..<100).map { _ in SystemClock.salt().hex }).count == 100)
    // The error of a Date, which whole microseconds don't have.
    let rounding = 0.000_01
    let before = Date().timeIntervalSince1970
    let time = Double(SystemClock.time().microseconds) / 1_000_000
    let after = Date().timeIntervalSince1970
    #expect(before - rounding <= time && time <= after + rounding)
  }
}
