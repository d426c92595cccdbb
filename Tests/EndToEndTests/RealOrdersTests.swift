import Foundation
import JSONLines
import TestKit
import Testing

/// Real orders, where they and the script that makes commands of them are at hand.
@Suite(.slow(.orders), .enabled(if: RealOrders.areThere)) struct RealOrdersTests {
  @Test func `the orders of a Brazilian marketplace come out as they always did`() throws {
    let workspace = try RealOrders.imported("olist", expecting: 31_530)
    let counts = try workspace.expect(.done, "stats", "--json").document()
    #expect(counts["entries"]?.integer == 32_065)
    #expect(counts["accepted"]?.integer == 31_530)
    #expect(
      try counts["rejected"]
        == JSONValue(
          parsing: #"{"invalid":70,"order-already-shipped":4,"order-not-found":138,"#
            + #""order-not-paid":139,"order-not-shipped":155,"payment-exceeds-balance":29}"#))
    #expect(
      try counts["orders"]
        == JSONValue(
          parsing: #"{"placed":47,"paid":150,"shipped":81,"delivered":7618,"cancelled":36}"#))
    #expect(try counts["total"] == JSONValue(parsing: #"{"BRL":127186148}"#))
    #expect(try counts["paid"] == JSONValue(parsing: #"{"BRL":126594917}"#))

    let earlier = try workspace.expect(.done, "list", "--at", "16000", "--json").documents()
    #expect(earlier.count == 4040)
    #expect(earlier.count { $0["status"]?.string == "delivered" } == 3649)
    try workspace.expect(.done, "verify")
    let unpaid = try workspace.expect(.negative, "find", #"status == "shipped" and paid < total"#)
    #expect(unpaid.output == "It never holds.\n")
    let check = try workspace.expect(.done, "check").output
    #expect(check.hasSuffix("32065 entries: all 9 invariants hold.\n"), "\(check)")
    let delivered = try workspace.expect(
      .done, "find", #"status == "delivered""#, "--count", "--json")
    #expect(delivered.output == #"{"times":7618,"orders":7618,"holding":7618,"refused":0}"# + "\n")
    try Self.expectReplay(of: workspace, entries: 32_065, digest: "648abceca4a943fe")
    // The first of two payments: without it the order is never paid in full.
    let other = try workspace.expect(.negative, "what-if", "--skip", "48", "--json").documents()
    #expect(other.compactMap { $0["seq"]?.integer } == [49, 67, 75])
    #expect(
      other.compactMap { $0["now"]?["rejected"]?["code"]?.string } == [
        "order-not-paid", "order-not-shipped",
      ])
    #expect(
      try other.last?["money"]
        == JSONValue(parsing: #"[{"currency":"BRL","total":0,"paid":-105,"refunded":0}]"#))
  }

  /// The digests are the same in every build on every machine.
  private static func expectReplay(of workspace: Workspace, entries: Int64, digest: String) throws {
    for _ in 1...2 {
      let replay = try workspace.expect(.done, "replay", "--json").document()
      #expect(replay["identical"] == .boolean(true))
      #expect(replay["compared"]?.integer == entries)
      #expect(replay["digest"]?.string?.hasPrefix(digest) == true, "\(replay)")
    }
    let outcomes = try workspace.expect(.done, "replay", "--outcomes").output
    #expect(outcomes.suffix(80).contains(#""digest":"\#(digest)"#))
    try workspace.expect(.done, "replay", "--against", Tool.path())
    // Everything is still decided as before when all names are replaced.
    try workspace.write("a key that nobody may know", to: "key")
    try workspace.expect(
      .done, "extract", "--pseudonymize", "--key-file", "key", "--output", "nobody.jsonl")
    let anonymous = try workspace.expect(.done, "replay", "--store", "nobody.jsonl", "--json")
    #expect(try anonymous.document()["identical"] == .boolean(true))
    #expect(try anonymous.document()["compared"]?.integer == entries)
  }

  @Test func `the orders of a wholesaler come out as they always did`() throws {
    let workspace = try RealOrders.imported("northwind", expecting: 2469)
    let counts = try workspace.expect(.done, "stats", "--json").document()
    #expect(counts["entries"]?.integer == 2469)
    #expect(counts["rejected"] == .object([]))
    #expect(try counts["total"] == JSONValue(parsing: #"{"USD":133073591}"#))
    try workspace.expect(.done, "verify")
    try Self.expectReplay(of: workspace, entries: 2469, digest: "8e16252ec6f413d6")
    try workspace.expect(.done, "check")
  }
}

private enum RealOrders {
  static let folder = Repository.shared
  static let script = folder + "/tools/order_commands.py"

  static var areThere: Bool {
    FileManager.default.fileExists(atPath: script) && Files.program("python3") != nil
  }

  /// A store with the orders of one source.
  static func imported(_ source: String, expecting accepted: Int64) throws -> Workspace {
    let workspace = try Workspace()
    let python = try RunningProcess(
      "/usr/bin/env", ["python3", script, source, "\(folder)/data/\(source)"], in: workspace.path,
      environment: ProcessInfo.processInfo.environment
    ).finish()
    try #require(python.code == 0, "\(python.errors)")
    try workspace.write(python.output, to: "orders.jsonl")
    try workspace.expect(.done, "init")
    let counts = try workspace.run("import", "orders.jsonl", "--json").document()
    #expect(counts["accepted"]?.integer == accepted)
    return workspace
  }
}
