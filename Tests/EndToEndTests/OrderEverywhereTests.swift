import CleanStore
import Testing

/// An order is the same in exports, backups, archives and apps.
@Suite struct OrderEverywhereTests {
  @Test func `an order is the same wherever it is kept`() async throws {
    let workspace = try Workspace()
    try workspace.expect(.done, "demo", "store")
    let (order, row) = try await workspace.expectSameEverywhere("1001")
    #expect(order[.email] == "amy.apple@example.com" && order[.billingStreet2] == nil)
    #expect(order.customer == row["customer"] && order.status.rawValue == row["status"])
    #expect(order.flags.isEmpty && row["carrier"] == order.carrier)
  }
}
