import EventSourcing
import Integrity
import JSONLines
import OrderDomain
import Testing

@testable import OrderScenes

/// The made-up histories that stores are filled with to be tried and measured.
@Suite struct MadeUpShopTests {
  private func lines(_ orders: Int, seed: UInt64) -> ByteStorage {
    var writer = JSONWriter()
    for command in MadeUpShop(orders: orders, seed: seed) {
      writer.importLine(command)
      writer.raw("\n")
    }
    return writer.storage()
  }

  @Test func `a seed makes the same history on every machine, and each another`() {
    #expect(CRC32C.checksum(of: lines(50, seed: 7).bytes) == 838_322_999)
    #expect(CRC32C.checksum(of: lines(50, seed: 8).bytes) != 838_322_999)
  }

  @Test func `times never decrease, and every order is created once`() {
    var last = Timestamp(microseconds: 0)
    var created: [String] = []
    for command in MadeUpShop(orders: 3000, seed: 1) {
      let at = command.at ?? Timestamp(microseconds: 0)
      #expect(last <= at)
      last = at
      guard case .create = command.command, case .id(let id) = command.target else { continue }
      created.append(id)
    }
    #expect(created == (1001..<4001).map(String.init))
    #expect(last.description < "2025-06")
  }

  /// A shop's rules are what they are made for.
  @Test func `only what is meant to be refused is refused, and none of it as invalid`() throws {
    let engine = try OrderEngine(
      MemoryStore(), clock: { Timestamp(microseconds: 1_900_000_000_000_000) },
      salts: { Salt(1, 2) })
    var refused: [String: Int] = [:]
    var currencies: Set<String> = []
    var repeats = 0
    var count = 0
    for command in MadeUpShop(orders: 3000, seed: 1) {
      count += 1
      if case .create(let fields) = command.command { currencies.insert(fields[.currency] ?? "") }
      let outcome = try engine.engine.execute(command, in: engine.orders, durability: .none)
      if outcome.isRepeated { repeats += 1 }
      if case .refused(let refusal) = outcome.result { refused[refusal.code, default: 0] += 1 }
    }
    let codes = [
      "order-already-delivered", "order-already-shipped", "order-not-paid",
      "payment-exceeds-balance",
    ]
    #expect(refused.keys.sorted() == codes)
    #expect(refused.values.reduce(0, +) < count / 20)
    #expect(currencies == ["USD", "EUR", "GBP", "BRL", "JPY", "KWD"])
    #expect(repeats > 0)
    #expect((11_000...15_000).contains(count))
  }
}
