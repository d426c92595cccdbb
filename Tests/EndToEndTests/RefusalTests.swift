import Foundation
import JSONLines
import Testing

/// Every refusal can be met at the command line, and says its code there. The store is the demo's:
/// order 1001 is shipped, for 1002 5.00 of 24.90 USD are paid.
@Suite struct RefusalTests {
  struct Row: Sendable, CustomStringConvertible {
    let code: String
    /// The exit code.
    var ending = ExitStatus.negative
    /// The commands executed before, a command line each.
    var given: [[String]] = []
    /// The command that is refused.
    let asked: [String]

    var description: String { "\(code): \(asked.joined(separator: " "))" }
  }

  static let table = [
    Row(code: "order-exists", asked: ["create", "--order", "1001"] + Forms.flags),
    Row(code: "order-not-found", asked: ["pay", "4711", "1"]),
    Row(code: "order-not-found", asked: ["edit", "4711", "--phone", "555-0100"]),
    Row(code: "order-not-found", asked: ["refund", "4711", "1"]),
    Row(code: "order-not-found", asked: ["delete", "4711"]),
    Row(
      code: "order-deleted", given: [["refund", "1002", "5"], ["delete", "1002"]],
      asked: ["cancel", "1002"]),
    Row(
      code: "order-deleted", given: [["refund", "1002", "5"], ["delete", "1002"]],
      asked: ["edit", "1002", "--phone", "555-0100"]),
    Row(
      code: "order-cancelled", given: [["cancel", "1002"]],
      asked: ["edit", "1002", "--phone", "555-0100"]),
    Row(code: "order-cancelled", given: [["cancel", "1002"]], asked: ["pay", "1002", "1"]),
    Row(code: "order-cancelled", given: [["cancel", "1002"]], asked: ["cancel", "1002"]),
    Row(code: "invalid", asked: ["edit", "1002", "--email", "bob"]),
    Row(code: "invalid", asked: ["pay", "1002", "0"]),
    Row(code: "invalid", asked: ["ship", "1001", "--carrier", String(repeating: "x", count: 201)]),
    Row(code: "invalid", asked: ["shipping-methods", "add", "", "Nameless"]),
    Row(code: "payment-exceeds-balance", asked: ["pay", "1002", "19.91"]),
    Row(code: "order-already-shipped", asked: ["edit", "1001", "--billing-city", "Ampere"]),
    Row(code: "order-already-shipped", asked: ["ship", "1001"]),
    Row(code: "order-already-shipped", asked: ["cancel", "1001"]),
    Row(code: "order-already-shipped", asked: ["delete", "1001"]),
    Row(code: "order-not-paid", asked: ["ship", "1002"]),
    Row(
      code: "order-already-delivered", given: [["deliver", "1001"]], asked: ["deliver", "1001"]),
    Row(code: "order-not-shipped", asked: ["deliver", "1002"]),
    Row(
      code: "order-already-returned", given: [["deliver", "1001"], ["return", "1001"]],
      asked: ["return", "1001"]),
    Row(code: "order-not-delivered", asked: ["return", "1001"]),
    Row(code: "refund-exceeds-payments", asked: ["refund", "1002", "5.01"]),
    Row(code: "order-has-payments", asked: ["edit", "1002", "--currency", "EUR"]),
    Row(code: "order-has-payments", asked: ["delete", "1002"]),
    Row(
      code: "personal-erased", given: [["erase", "1002", "--reason", "asked for it", "--yes"]],
      asked: ["edit", "1002", "--phone", "555-0100"]),
    Row(code: "method-exists", asked: ["shipping-methods", "add", "standard", "Standard"]),
    Row(code: "method-not-found", asked: ["shipping-methods", "retire", "drone"]),
    Row(
      code: "revision-conflict", ending: .tryAgain, asked: ["cancel", "1002", "--expect", "1"]),
    Row(
      code: "revision-conflict", ending: .tryAgain,
      asked: ["edit", "1002", "--phone", "555-0100", "--expect", "1"]),
    Row(
      code: "revision-conflict", ending: .tryAgain,
      asked: ["shipping-methods", "retire", "one-day", "--expect", "1"]),
    Row(
      code: "command-id-reused", given: [["pay", "1002", "1", "--id", "c-1"]],
      asked: ["pay", "1002", "2", "--id", "c-1"]),
  ]

  /// The refusals that aren't recorded: the rules didn't evaluate the command.
  static let unrecorded = ["revision-conflict", "command-id-reused"]

  @Test(arguments: table) func `a refusal shows its code`(_ row: Row) throws {
    let workspace = try Workspace()
    try workspace.expect(.done, "demo", "store")
    for arguments in row.given {
      let finished = try workspace.run(arguments)
      #expect(finished.code == 0, "\(arguments): \(finished)")
    }
    let before = try workspace.entries().count
    let finished = try workspace.run(row.asked + ["--json"])
    #expect(finished.code == row.ending.rawValue, "\(finished)")
    #expect(finished.output.isEmpty)
    let error = try finished.errorObject()
    #expect(error["code"]?.string == row.code)
    #expect(error["hint"]?.string?.isEmpty == false)
    let recorded = try workspace.entries().dropFirst(before)
    if Self.unrecorded.contains(row.code) {
      #expect(recorded.isEmpty)
    } else {
      #expect(recorded.map { $0["rejected"]?["code"]?.string } == [row.code])
    }
    // In words it says the same.
    let text = try workspace.run(row.asked)
    #expect(text.code == row.ending.rawValue)
    #expect(text.errors.contains(error["hint"]?.string ?? "-"))
  }

  /// Refusals of commands that are only imported.
  static let importedOnly: [String] = []

  @Test func `the table has every refusal of the rules' page`() throws {
    let page = try Files.text(Files.repository + "/Docs/Rules.md")
    let rules = try #require(page.components(separatedBy: "## Fields").first)
    let codes = Set(rules.matches(of: /(?m)^\| `([a-z-]+)` \|/).map { String($0.1) })
    #expect(codes.count > 10)
    let others = ["method-exists", "method-not-found"] + Self.unrecorded + Self.importedOnly
    #expect(codes.union(others).subtracting(Self.table.map(\.code)) == Set(Self.importedOnly))
  }
}
