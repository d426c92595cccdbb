import Foundation
import OrderDomain
import TestKit
import Testing

@testable import HistoryScenes
@testable import OrderScenes

/// Docs/Conditions.md lists the invariants of the house as they are.
@Suite struct ConditionsPageTests {
  @Test func `the page of conditions lists every invariant`() throws {
    let page = try Repository.text("Docs/Conditions.md")
    let lines = Orders.invariants.map { "\($0.name) = \($0.condition)" }
    #expect(page.contains("```\n" + lines.joined(separator: "\n") + "\n```\n"))
  }

  @Test func `the block of the page can be read as a file of invariants`() throws {
    let page = try Repository.text("Docs/Conditions.md")
    let first = try #require(Orders.invariants.first).name
    let block = try #require(
      page.components(separatedBy: "```\n").first { $0.hasPrefix("\(first) = ") })
    // There are already some of these names.
    let lines = block.split(separator: "\n").map { "own-\($0)" }
    var reader = try InvariantReader<Orders>(.utc)
    try reader.read(.init(name: "rules", lines: lines))
    let read = reader.invariants.suffix(lines.count)
    #expect(read.map(\.condition.text) == Orders.invariants.map(\.condition))
  }
}
