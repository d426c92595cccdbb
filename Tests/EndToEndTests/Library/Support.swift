import CleanStore
import Foundation

extension Contact {
  static let amy = Contact(
    firstName: "Amy", lastName: "Apple", phone: "111-111-1111", email: "amy@example.com")
}

extension Address {
  static let home = Address(
    street1: "1 Infinite Loop", city: "Cupertino", state: "CA", zip: "95014")
}

extension NewOrder {
  /// Two packs of flash cards, 25.00 USD.
  static let cards = NewOrder(
    customer: "amy", contact: .amy, billing: .home, payment: .cash,
    items: [Item("DECK-52", 2, at: 12.50, name: "Flash cards")], currency: .usd)
}

/// Calls a closure with the path of a folder that isn't there yet, and is removed afterwards.
func withFolder<Result>(_ body: (String) async throws -> Result) async throws -> Result {
  let folder = FileManager.default.temporaryDirectory.path + "/cleanstore-\(UUID().uuidString)"
  defer { try? FileManager.default.removeItem(atPath: folder) }
  return try await body(folder)
}

/// A store in memory whose commands are a second apart, beginning at 2026-01-31T12:00:01Z.
func storeInMemory() throws -> OrderStore {
  let clock = TickingClock()
  return try OrderStore(inMemory: { clock.next() })
}

private final class TickingClock: @unchecked Sendable {
  private let lock = NSLock()
  private var time = Timestamp("2026-01-31T12:00:00.000000Z")?.microseconds ?? 0

  func next() -> Timestamp {
    lock.withLock {
      time += 1_000_000
      return Timestamp(microseconds: time)
    }
  }
}
