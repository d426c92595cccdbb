import EventSourcing
import Formatting
import JSONLines
import OrderDomain
import Testing

@testable import HistoryScenes
@testable import OrderScenes

@Suite struct GroupedStatisticsTests {
  typealias Request = GroupedStatistics.Request

  private func response(_ request: Request, _ source: any EntrySource, _ times: TypedTimes = .utc)
    throws -> GroupedStatistics.Response
  {
    try GroupedStatistics.respond(to: request, with: History(source, of: .orders, times: times))
  }

  /// Rows as people read them: the group, its counts, and its sums.
  private func rows(
    _ by: [String], where condition: String? = nil, _ source: any EntrySource
  ) throws -> [String] {
    var request = Request(by: by)
    request.condition = condition
    return try response(request, source).groups.map(Self.text)
  }

  private static func text(_ group: GroupedStatistics.Group) -> String {
    let values = group.values.map { $0 ?? "-" }.joined(separator: " ")
    let deleted = group.deleted.map { " deleted " + text($0) } ?? ""
    return "\(values): \(group.accepted)+\(group.rejected) " + text(group.kept) + deleted
  }

  private static func text(_ part: GroupedStatistics.Part) -> String {
    let sums = part.sums.map { sum in
      "\(sum.currency) " + sum.amounts.map { String($0) }.joined(separator: "/")
    }
    return ([String(part.streams)] + sums).joined(separator: " ")
  }

  static let answers: [(by: [String], condition: String?, rows: [String])] = [
    (
      ["actor"], nil,
      [
        "amy: 2+0 1 USD 2500/2500/0", "bob: 2+0 1 USD 1596/500/0",
        "chris: 2+0 0 deleted 1 EUR 129900/0/0", "clerk: 2+1 0 USD 0/0/0",
      ]
    ),
    (
      ["status"], nil,
      [
        "placed: 2+1 1 USD 1596/500/0", "delivered: 4+0 1 USD 2500/2500/0",
        "deleted: 2+0 0 deleted 1 EUR 129900/0/0",
      ]
    ),
    (
      ["method"], "command.type == \"pay-order\"",
      ["card: 1+0 0 USD 0/2500/0", "-: 1+0 0 USD 0/500/0"]
    ),
    (["code"], "refused", ["order-has-payments: 0+1 0"]),
    (["month"], nil, ["2026-01: 8+1 2 USD 4096/3000/0 deleted 1 EUR 129900/0/0"]),
    (
      ["day", "currency"], nil,
      ["2026-01-05 EUR: 2+0 0 deleted 1 EUR 129900/0/0", "2026-01-05 USD: 6+1 2 USD 4096/3000/0"]
    ),
    // On the state alone: the orders that are so at the end, with all of their entries.
    ([], "status == \"delivered\"", [": 4+0 1 USD 2500/2500/0"]),
    // On what only an entry has: the entries.
    ([], "changed(status) and status == \"delivered\"", [": 1+0 0 USD 0/0/0"]),
    (["command"], "total > 9999.00", []),
  ]

  @Test(arguments: answers.indices)
  func `entries are counted once, and what they changed adds up`(_ number: Int) throws {
    let (by, condition, expected) = Self.answers[number]
    #expect(try rows(by, where: condition, Story.told().store) == expected)
  }

  /// Groups add up to the statistics of the whole.
  @Test func `groups add up to the whole, by whatever they are`() throws {
    let store = MemoryStore()
    let shop = try OrderEngine(
      store, clock: { Timestamp(microseconds: 1_900_000_000_000_000) }, salts: { Salt(1, 2) })
    for command in MadeUpShop(orders: 150, seed: 3) {
      _ = try shop.engine.execute(command, in: shop.orders, durability: .none)
    }
    let whole = try StoreStatistics.respond(to: nil, with: History(store, of: .orders))
    for first in Orders.groupings {
      for second in [nil, "month", "status", "actor"] where second != first {
        let groups = try response(Request(by: [first] + (second.map { [$0] } ?? [])), store).groups
        #expect(groups.reduce(0) { $0 + $1.accepted } == whole.accepted)
        #expect(groups.reduce(0) { $0 + $1.rejected } == whole.refused.values.reduce(0, +))
        #expect(groups.reduce(0) { $0 + $1.kept.streams } == whole.streams.count)
        for sum in whole.streams.sums {
          let sums = groups.flatMap(\.kept.sums).filter { $0.currency == sum.currency }
          for place in sum.amounts.indices {
            #expect(sums.reduce(0) { $0 + $1.amounts[place] } == sum.amounts[place], "\(first)")
          }
        }
      }
    }
  }

  @Test func `people are named as they are, whatever JSON makes of their names`() throws {
    let story = try Story()
    for actor in [#"O'"Neill\"#, "\u{1}\n", "é"] { try story.asks(actor, "1001", .create(.amy)) }
    let groups = try response(Request(by: ["actor"]), story.store).groups
    #expect(Set(groups.map { $0.values[0] }) == [#"O'"Neill\"#, "\u{1}\n", "é"])
  }

  @Test func `an order that changes its currency is taken out of the sums of the first`() throws {
    let story = try Story()
    try story.asks("amy", "1001", .create(.amy))
    var fields = OrderFields()
    fields[.currency] = "EUR"
    try story.asks("bob", "1001", .update(fields))
    #expect(
      try rows(["actor"], story.store) == [
        "amy: 1+0 1 USD 2500/0/0", "bob: 1+0 0 EUR 2500/0/0 USD -2500/0/0",
      ])
  }

  @Test func `months and days are those of the zone that times are typed in`() throws {
    let story = try Story.told()
    let zone = try #require(TimeZoneRules(offset: "-10:00"))
    let groups = try response(
      Request(by: ["day"]), story.store, TypedTimes(now: nil, zone: zone)
    ).groups
    #expect(groups.map(\.values) == [["2026-01-04"]])
  }

  @Test func `a window counts its own entries, on orders as they are at its end`() throws {
    let story = try Story.told()
    var request = Request(by: ["status"])
    request.since = "2026-01-05T09:02Z"
    request.until = "2026-01-05T09:04Z"
    let groups = try response(request, story.store).groups
    #expect(groups.map(Self.text) == ["placed: 1+0 1 USD 1596/0/0", "shipped: 2+0 0 USD 0/2500/0"])
    request.until = nil
    request.at = "4"
    #expect(try response(request, story.store).groups.map(Self.text) == groups.map(Self.text))
  }

  @Test func `entries of the catalogue are counted, too, unless there is a condition`() throws {
    let story = try Story()
    try story.asks("amy", "1001", .create(.amy))
    _ = try story.engine.engine.execute(
      Submission(.addShippingMethod(code: "drone", name: "Drone"), on: .single, by: "boss"),
      in: story.engine.catalogue)
    #expect(try rows(["actor"], story.store) == ["amy: 1+0 1 USD 2500/0/0", "boss: 1+0 0"])
    #expect(try rows(["status"], story.store) == ["placed: 1+0 1 USD 2500/0/0", "-: 1+0 0"])
    #expect(try rows(["actor"], where: "accepted", story.store) == ["amy: 1+0 1 USD 2500/0/0"])
  }

  @Test(
    arguments: [
      (["colour"], "bad-grouping"), (["total"], "bad-grouping"),
      (["actor", "actor"], "bad-grouping"),
      (["actor", "month", "code"], "bad-grouping"), ([""], "bad-grouping"),
    ])
  func `what entries can't be grouped by`(_ by: [String], _ code: String) throws {
    let failure = try failure { () throws(Failure) in
      _ = try GroupedStatistics.respond(
        to: Request(by: by), with: History(MemoryStore(), of: .orders))
    }
    #expect(failure.code == code && failure.kind == .usage)
  }

  @Test func `an amount with decimals that a currency doesn't have is an error`() throws {
    let story = try Story()
    var fields = OrderFields.amy
    fields[.currency] = "JPY"
    try story.asks("amy", "1001", .create(fields))
    var request = Request()
    request.condition = "total > 1.50"
    let failure = try failure { () throws(Failure) in
      _ = try GroupedStatistics.respond(to: request, with: History(story.store, of: .orders))
    }
    #expect(failure.kind == .usage)
  }

  @Test func `a table has counts once, so that they can be added up`() throws {
    let response = try response(Request(by: ["month"]), Story.told().store)
    var writer = CSVWriter()
    for row in response.rows { writer.row(response.columns.map { $0.value(row) }) }
    #expect(
      String(decoding: writer.bytes, as: UTF8.self)
        == "2026-01,9,1,false,2,USD,40.96,30.00,0.00\r\n2026-01,,,true,1,EUR,1299.00,0.00,0.00\r\n")
  }
}
