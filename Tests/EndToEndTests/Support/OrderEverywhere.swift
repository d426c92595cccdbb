// An order as everything has it that keeps orders: an export, a backup, an archived store, an app.

import CleanStore
import Foundation
import JSONLines
import Testing

extension Workspace {
  /// Expects that an order is the same wherever it can be, and archives it in the end.
  ///
  /// - Returns: The order as an app reads it from the archived store, and its row in exported tables.
  func expectSameEverywhere(_ id: String) async throws -> (order: Order, row: [String: String]) {
    let order = try expect(.done, "show", id, "--json").document()
    let events = try expect(.done, "export", "cloudevents", "--with-personal").output
    try expect(.done, "init", "imported")
    try expect(
      .done, "--store", "imported", "import", "--format", "cloudevents", "-", input: events)
    try expect(.done, "export", "csv", "--output", "tables")
    try expect(.done, "backup", "backup")
    // It can be archived once another segment has begun.
    let now = Timestamp(microseconds: Int64(Date().timeIntervalSince1970 * 1_000_000))
    let other = Commands.line(0, "other", Commands.create())
      .replacing(Commands.time(0), with: now.description)
    try expect(.done, "import", "-", "--segment-size", "1", input: other)
    try expect(.done, "archive", "--before", "end", "--to", "archive")
    for name in ["imported", "backup", "store", "archive"] {
      let shown = try expect(.done, "--store", name, "show", id, "--json").document()
      #expect(shown == order, "\(name)")
    }
    let store = try await OrderStore(at: file("store"))
    let read = try #require(try await store.order(id))
    try await store.close()
    let rows = try text("tables/orders.csv").split(separator: "\r\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let row = try #require(rows.first { $0[0] == id })
    return (read, Dictionary(uniqueKeysWithValues: zip(rows[0], row)))
  }
}
