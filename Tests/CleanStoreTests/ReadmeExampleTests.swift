import CleanStore
import Foundation
import Testing

/// The README's Swift example is this file's, and it runs.
@Suite struct ReadmeExampleTests {
  @Test(.timeLimit(.minutes(1))) func `the example does what the README says`() async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/cleanstore-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let told = try await Self.example(folder)
    #expect(told == ["create-order", "pay-order"])
  }

  static func example(_ folder: String) async throws -> [String] {
    // README begins
    var fields = OrderFields()
    fields[.customer] = "amy"
    fields[.firstName] = "Amy"
    fields[.lastName] = "Apple"
    fields[.phone] = "111-111-1111"
    fields[.email] = "amy.apple@example.com"
    fields[.billingStreet1] = "1 Infinite Loop"
    fields[.billingCity] = "Cupertino"
    fields[.billingState] = "CA"
    fields[.billingZip] = "95014"
    fields[.shipmentStreet1] = "1 Infinite Loop"
    fields[.shipmentCity] = "Cupertino"
    fields[.shipmentState] = "CA"
    fields[.shipmentZip] = "95014"
    fields[.shippingMethod] = "standard"
    fields[.paymentKind] = "cash"
    fields[.currency] = "USD"
    fields.items = [Item(sku: "DECK-52", quantity: 2, unitPrice: 1250)]

    let store = try OrderStore(at: folder)
    let created = try store.execute(.create(fields), by: "amy")  // a refusal is an outcome, too
    let id = created.stream.id ?? ""

    try store.execute(.pay(Payment(amount: 2500, method: "cash")), on: id, by: "till")
    let now = try store.order(id)  // paid
    let before = try store.order(id, at: .revision(id: id, rev: 1))  // placed
    let yesterday = try store.order(id, at: Position("2020-01-31"))  // nil: it wasn't there yet

    var heard: [String] = []
    for try await entry in store.entries {  // those that are there, then each new one
      heard.append(entry.storage.string(try entry.commandHead().type))
      if heard.count == 2 { break }
    }
    try store.close()
    // README ends
    #expect(now?.status == .paid)
    #expect(before?.status == .placed)
    #expect(yesterday == nil)
    return heard
  }

  @Test func `the README shows this file's example`() throws {
    let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let readme = try String(
      contentsOf: repository.appendingPathComponent("README.md"), encoding: .utf8)
    let source = try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8)
    let shown = source.components(separatedBy: "// README begins\n")[1]
      .components(separatedBy: "    // README ends")[0]
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix("    ") ? $0.dropFirst(4) : $0 }
      .joined(separator: "\n")
    #expect(readme.contains("```swift\nimport CleanStore\n\n" + shown + "```\n"))
  }
}
