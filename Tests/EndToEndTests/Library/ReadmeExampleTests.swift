import CleanStore
import Foundation
import TestKit
import Testing

/// The README's Swift example is this file's, and it runs.
@Suite struct ReadmeExampleTests {
  @Test(.timeLimit(.minutes(20))) func `the example does what the README says`() async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/cleanstore-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let types = try await Self.example(folder)
    #expect(types == ["create-order", "pay-order"])
  }

  static func example(_ folder: String) async throws -> [String] {
    // README begins
    let amy = Contact(
      firstName: "Amy", lastName: "Apple", phone: "111-111-1111", email: "amy@example.com")
    let home = Address(street1: "1 Infinite Loop", city: "Cupertino", state: "CA", zip: "95014")

    let store = try await OrderStore(at: folder)
    let order = try await store.create(
      NewOrder(
        customer: "amy", contact: amy, billing: home, payment: .cash,
        items: [Item("DECK-52", 2, at: 12.50)], currency: .usd),
      by: "amy")

    let paid = try await store.pay(order.id, 25.00, by: "till")  // throws what the rules refuse
    let before = try await store.order(order.id, at: .revision(id: order.id, rev: 1))
    let longAgo = try await store.order(order.id, at: Position("2020-01-31"))  // nil
    let unpaid = try await store.orders().filter { $0.due > 0 }

    var types: [String] = []
    for try await change in store.changes(of: order.id) {  // those so far, then each new one
      types.append(change.request.type)
      print(change.at, change.actor, change.outcome, change.order?.balance ?? 0)
      if change.order?.status == .paid { break }
    }
    try await store.close()
    // README ends
    #expect(paid.status == .paid)
    #expect(before?.status == .placed)
    #expect(longAgo == nil && unpaid.isEmpty)
    return types
  }

  @Test func `the README shows this file's example`() throws {
    let readme = try Repository.text("README.md")
    let source = try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8)
    let shown = source.components(separatedBy: "// README begins\n")[1]
      .components(separatedBy: "    // README ends")[0]
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix("    ") ? $0.dropFirst(4) : $0 }
      .joined(separator: "\n")
    #expect(readme.contains("```swift\nimport CleanStore\n\n" + shown + "```\n"))
  }
}
