// Moving back and forth in a log, with snapshots and without: the answers are those of a reading from the beginning.

import JSONLines
import TestKit
import Testing

@testable import EventLog
@testable import EventSourcing
@testable import HistoryScenes
@testable import OrderScenes

@Suite struct MovingFoldTests {
  private let shop: MadeUpStore

  init() throws { shop = try MadeUpStore(seed: 6) }

  private func answers(_ history: History, at seq: Int?) throws -> [String] {
    let position = seq.map { RequestedPosition.entry($0) }
    var request = ListOrders.Request()
    (request.at, request.limit) = (position, 20)
    let list = try ListOrders.respond(to: request, with: history)
    let statistics = try StoreStatistics.respond(to: position, with: history)
    var texts = list.orders.map { text($0) }
    texts += [text(statistics), String(list.count)]
    return texts
  }

  private func text(_ value: some JSONRepresentable) -> String {
    var writer = JSONWriter()
    value.writeJSON(to: &writer)
    return writer.withBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// Blocks of these lengths, and whether there are snapshots.
  @Test(arguments: [(16, true), (64, true), (16, false), (16_384, false)])
  func `every moment is as if it were read from the beginning`(_ block: Int, _ isKept: Bool) throws
  {
    if isKept { try shop.history().keepSnapshots() }
    let plain = try shop.history()
    let end = try #require(try plain.source.knownEnd()?.seq)
    var moving = try shop.history()
    moving.moving = MovingHistory(of: moving, block: block)
    var random = Seeded.forTest()
    var here = end
    for _ in 0..<Seeded.trials(60) {
      switch random.below(5) {
      case 0: here = random.below(end + 1)
      case 1: here = min(end, here + 1)
      case 2: here = max(0, here - 1)
      case 3: here = max(0, here - random.below(40))
      default: here = min(end, here + random.below(40))
      }
      let found = try answers(moving, at: here)
      #expect(try found == answers(plain, at: here), "CLEANSTORE_SEED=\(random.seed), \(here)")
    }
    #expect(try answers(moving, at: nil) == answers(plain, at: nil))
  }

  @Test func `it stops when it isn't wanted any more, and goes on from there`() throws {
    let history = try shop.history()
    let moving = MovingHistory(of: history, block: 16)
    let end = try #require(try history.source.knownEnd()?.seq)
    var asked = 0
    while try moving.move(to: end, while: { false }) == nil { asked += 1 }
    #expect(asked > 3 && asked < end / 2)
  }

  @Test func `what is after the end is an error, and it can still be moved`() throws {
    let history = try shop.history()
    let moving = MovingHistory(of: history, block: 16)
    let end = try #require(try history.source.knownEnd()?.seq)
    #expect(throws: Failure.self) { _ = try moving.move(to: end + 1, while: { true }) }
    #expect(try moving.move(to: end, while: { true })?.seq == end)
  }
}
