import EventLog
import Testing

/// The output, for people and programs, of the commands that change something, compared to the byte. The
/// store is the demo's: order 1001 is shipped, for 1002 5.00 of 24.90 USD are paid. Record again with
/// CLEANSTORE_RECORD_GOLDEN=1.
@Suite struct ChangingOutputTests {
  static let sessions: [(name: String, commandLines: [[String]])] = [
    (
      "pay",
      [
        ["pay", "1002", "4.90", "--method", "cash", "--dry-run"],
        ["pay", "1002", "4.90", "--method", "cash", "--reference", "till 3", "--id", "p-1"],
        ["pay", "1002", "4.90", "--method", "cash", "--reference", "till 3", "--id", "p-1"],
        ["pay", "1002", "4.90", "--id", "p-1"],
        ["pay", "1002", "15.01"],
        ["pay", "1002", "15.01", "--json"],
        ["pay", "1002", "15.001", "--json"],
        ["pay", "1002", "-1"],
        ["pay", "1002", "15", "--expect", "2"],
        ["pay", "1002", "15", "--expect", "3", "--json"],
        ["pay", "1001", "1"],
        ["help", "pay"],
      ]
    ),
    (
      "ship",
      [
        ["ship", "1002"],
        ["ship", "1001", "--json"],
        ["pay", "1002", "19.90"],
        ["ship", "1002", "--carrier", "Snail & Co.", "--dry-run", "--json"],
        ["ship", "1002", "--carrier", "Snail & Co.", "--tracking", "S-1", "--reason", "express"],
        ["ship", "1002"],
      ]
    ),
    (
      "deliver",
      [
        ["deliver", "1002"],
        ["deliver", "1001", "--id", "d-1"],
        ["deliver", "1001", "--id", "d-1", "--json"],
        ["deliver", "1001", "--json"],
      ]
    ),
    (
      "cancel",
      [
        ["cancel", "1001"],
        ["cancel", "1002", "--reason", "changed his mind"],
        ["cancel", "1002", "--json"],
        ["refund", "1002", "5"],
        ["refund", "1002", "0.01"],
        ["delete", "1002"],
        ["cancel", "1002"],
      ]
    ),
    (
      "refund",
      [
        ["refund", "1001", "62.40"],
        ["refund", "1001", "12.39"],
        ["refund", "1001", "50", "--json"],
        ["refund", "1001", "much"],
        ["refund", "1001", "0", "--json"],
      ]
    ),
    (
      "delete",
      [
        ["delete", "1002"],
        ["delete", "1001", "--json"],
        ["refund", "1002", "5.00"],
        ["delete", "1002", "--dry-run"],
        ["delete", "1002", "--reason", "duplicate"],
        ["delete", "1002", "--reason", "duplicate"],
        ["pay", "1002", "1", "--json"],
        ["list"],
      ]
    ),
    (
      "shipping-methods",
      [
        ["shipping-methods"],
        ["shipping-methods", "add", "drone", "Drone Delivery", "--dry-run"],
        ["shipping-methods", "add", "drone", "Drone Delivery", "--id", "m-1"],
        ["shipping-methods", "add", "drone", "Drone Delivery", "--id", "m-1", "--json"],
        ["shipping-methods", "add", "drone", "Another"],
        ["shipping-methods", "retire", "two-day", "--reason", "too dear"],
        ["shipping-methods", "retire", "two-day", "--json"],
        ["shipping-methods", "add", "two-day", "Two days"],
        ["shipping-methods", "retire", "nix", "--expect", "1", "--json"],
        ["shipping-methods", "add", "", " ", "--json"],
        ["shipping-methods", "list"],
        ["shipping-methods", "--json"],
        ["shipping-methods", "--at", "7"],
        ["help", "shipping-methods"],
      ]
    ),
    (
      "mistakes",
      [
        ["cancel", "../1001"],
        ["cancel", "", "--json"],
        ["cancel", "4711"],
        ["cancel", "1001", "--actor", " ", "--id", "", "--json"],
        ["cancel"],
        ["refund", "1001"],
        ["pay", "1001", "1", "--expect", "-1"],
        ["cancel", "1001", "--store", "nowhere"],
        ["shipping-methods", "remove"],
        ["shipping-methods", "add", "drone"],
        ["shipping-methods", "retire", "--json"],
        ["shipping-methods", "retire", "drone", "now"],
        ["shipping-methods", "list", "drone"],
        ["shipping-methods", "--reason", "curiosity"],
        ["shipping-methods", "add", "drone", "Drone", "--at", "3"],
      ]
    ),
  ]

  @Test(arguments: sessions.map(\.name)) func `the session is what it was`(_ name: String) throws {
    let commandLines = try #require(Self.sessions.first { $0.name == name }?.commandLines)
    let workspace = try Workspace()
    try workspace.expect(.done, "demo", "store")
    try Golden.expect(try workspace.transcript(of: commandLines), "session-\(name).txt")
    try workspace.expect(.done, "verify")
  }
}
