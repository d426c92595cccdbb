// The sums over streams in a domain without currencies: what is a count stays one, and of an amount of money it isn't
// known how many decimals it has.

import EventSourcing
import Formatting
import JSONLines
import Testing

@testable import HistoryScenes

@Suite struct SumsTests {
  /// Two jars, of five coins and of three.
  private func history() throws -> History {
    let store = MemoryStore()
    let jars = StreamStates(Jar.self)
    let engine = try Engine(
      store, states: [jars.erased], clock: { Timestamp(microseconds: 0) }, salts: { Salt(1, 2) })
    for (jar, coins) in [("kitchen", 5), ("hall", 3)] {
      for _ in 0..<coins {
        _ = try engine.execute(Submission(.count, on: .id(jar), by: "amy"), in: jars)
      }
    }
    return History(store, of: HistoryDomains(Jar.self))
  }

  @Test func `statistics have the sums, with a name where there is no currency`() throws {
    let response = try StoreStatistics.respond(to: nil, with: try history())
    let groups = StoreStatistics.viewModel(of: response, .standard).groups
    #expect(groups.first { $0.title == "Coins" }?.lines.map(\.text) == ["8"])
    #expect(groups.first { $0.title == "Worth" }?.lines.map(\.text) == ["2000 minor units"])
    let json = JSONValue.written { writer in writer.object { response.writeMembers(to: &$0) } }
    #expect(json["coins"]?.integer == 8 && json["worth"]?.integer == 2000)
    let none = try StoreStatistics.respond(to: "start", with: try history())
    let empty = JSONValue.written { writer in writer.object { none.writeMembers(to: &$0) } }
    #expect(empty["coins"]?.integer == 0)
  }

  @Test func `groups have the same sums, for people, programs and spreadsheets`() throws {
    let response = try GroupedStatistics.respond(to: .init(by: ["isFull"]), with: try history())
    let rows = GroupedStatistics.viewModel(of: response, .standard).rows
    #expect(rows.map(\.values) == [["false"], ["true"]])
    #expect(rows.map(\.amounts) == [["3", "750 minor units"], ["5", "1250 minor units"]])
    let document = JSONValue.written { response.documents[1].writeJSON(to: &$0) }
    #expect(document["coins"]?.integer == 5 && document["worth"]?.integer == 1250)
    var writer = CSVWriter(.database)
    for row in response.rows { writer.row(response.columns.map { $0.value(row) }) }
    #expect(
      String(decoding: writer.bytes, as: UTF8.self)
        == "false,3,0,false,1,,3,\r\ntrue,5,0,false,1,,5,\r\n")
  }

  @Test func `the log as a table has what each entry changed`() throws {
    let spy = Rows()
    var request = ShowLog.Request(ids: ["hall"])
    request.tellsAmounts = true
    try Interactor<ShowLog>(try history(), presenter: CSVPresenter(display: spy, .database))
      .handle(request)
    let lines = String(decoding: spy.bytes, as: UTF8.self).split(separator: "\r\n")
    #expect(lines.first?.hasSuffix(",amount,currency,coins,worth") == true)
    #expect(lines.dropFirst().map { $0.suffix(5) } == [",,,1,", ",,,1,", ",,,1,"])
  }
}

private final class Rows: TableDisplay {
  private(set) var bytes: [UInt8] = []
  func display(rows: CSVWriter) { bytes += rows.bytes }
  func display(note: String) {}
  func display(failure: Failure) {}
}

/// A jar of coins.
private enum Jar: CountingDomain {
  static let category = "jar"
  static var words: DomainWords {
    DomainWords("jar", example: "1", exampleCommand: #"{"type":"count"}"#)
  }
  static var schema: FieldSchema<Int> {
    FieldSchema(fields: [
      .init("coins", .integer) { .integer(Int64($0)) },
      .init("worth", .money) { .integer(250 * Int64($0)) },
      .init("isFull", .boolean) { .boolean($0 == 5) },
    ])
  }
  static var totals: [SummedField] { [SummedField("coins"), SummedField("worth")] }

  static func writeState(_ coins: Int, id: String, to writer: inout JSONWriter) -> Bool {
    guard coins > 0 else { return false }
    writer.object { $0.member("coins", coins) }
    return true
  }
}
