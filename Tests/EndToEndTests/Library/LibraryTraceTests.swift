import CleanStore
import Foundation
import Testing

/// The library's trace: as the tool's, for every method that changes something.
@Suite struct LibraryTraceTests {
  @Test func `every attempt is a line, and none has personal data`() async throws {
    try await withFolder { folder in
      let path = folder + ".trace"
      defer { try? FileManager.default.removeItem(atPath: path) }
      let store = try await OrderStore(at: folder, tracingTo: path)
      let order = try await store.create(.cards, by: "amy", because: "a secret")
      try await store.pay(order.id, 5.00, by: "till", commandID: "p-1")
      try await store.pay(order.id, 5.00, by: "till", commandID: "p-1")
      _ = try? await store.ship(order.id, by: "till")
      _ = try? await store.pay(order.id, 0.001, by: "till")
      _ = try? await store.edit(order.id, by: "till", expecting: 1) { $0.tax = 1 }
      _ = try? await store.pay("..", 5.00, by: "till")
      try await store.close()
      let text = try String(contentsOfFile: path, encoding: .utf8)
      let outcomes = text.split(separator: "\n").map { line in
        line.firstMatch(of: /"outcome":"([a-z]+)"(?:,"code":"([a-z-]+)")?/)
          .map { [$0.output.1, $0.output.2].compactMap { $0 }.joined(separator: " ") }
      }
      #expect(
        outcomes == [
          "accepted", "accepted", "repeated", "refused order-not-paid",
          "failed amount-too-precise", "failed revision-conflict", "failed malformed-id",
        ])
      #expect(!text.contains("secret") && !text.contains("Apple") && !text.contains("reason"))
    }
  }

  @Test func `a trace that can't be written fails nothing`() async throws {
    try await withFolder { folder in
      let store = try await OrderStore(at: folder, tracingTo: folder + "/trace")
      _ = try await store.create(.cards, by: "amy")
      try await store.close()
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(!names.contains("trace"))
    }
  }
}
