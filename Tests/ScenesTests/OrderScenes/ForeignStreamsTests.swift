// Histories of a domain that the tool doesn't have: it says so, and makes no statement about them.

import EventSourcing
import Examination
import JSONLines
import Testing

@testable import HistoryScenes
@testable import OrderScenes

@Suite struct ForeignStreamsTests {
  private static let loan =
    #"{"seq":10,"at":"2026-02-05T09:00:00.000000Z","stream":"loan/7","rev":1,"actor":"amy","#
    + #""command":{"type":"lend","amount":5},"events":[{"type":"lent","amount":5}]}"#

  /// Orders, and then a loan.
  private static func mixed() throws -> History {
    var reader = try EntryReader(Story.told().store)
    var lines: [String] = []
    while let entry = try reader.next() {
      let line = String(decoding: entry.bytes, as: UTF8.self)
      lines.append(
        line.replacing(/,"crc":"\w+"/, with: "").replacing(/"format":1,"store":"\w+",/, with: ""))
    }
    return History(history((lines + [loan]).joined(separator: "\n")), of: .orders)
  }

  static let scenes: [(name: String, run: @Sendable (History) throws(Failure) -> Void)] = [
    ("list", { (h) throws(Failure) in _ = try ListOrders.respond(to: .init(), with: h) }),
    ("stats", { (h) throws(Failure) in _ = try StoreStatistics.respond(to: nil, with: h) }),
    ("check", { (h) throws(Failure) in _ = try CheckInvariants.respond(to: .init(), with: h) }),
    (
      "find",
      { (h) throws(Failure) in
        try Interactor<FindMoments>(h, presenter: PresenterSpy<FindMoments.Response>())
          .handle(.init(condition: "total < 0"))
      }
    ),
    (
      "minimize",
      { (h) throws(Failure) in
        _ = try MinimizeHistory.respond(
          to: .condition("total < 0", ever: true), with: .init(h, output: HistoryLineSpy()))
      }
    ),
  ]

  @Test(arguments: scenes.indices) func `a scene says what it doesn't know`(index: Int) throws {
    let mixed = try Self.mixed()
    let failure = try failure { () throws(Failure) in try Self.scenes[index].run(mixed) }
    #expect(failure.kind == .badData && failure.code == "newer-version")
    #expect(
      failure.message == "The log holds the stream loan/7, which this tool doesn't know.")
    #expect(failure.hint == "Use the tool that wrote it, or a later version of this one.")
    #expect(failure.place?.line == 10)
  }

  @Test func `so does verify`() throws {
    let response = try VerifyHistory.respond(to: (), with: Self.mixed())
    #expect(response.entries == 9)
    #expect(response.defect?.what.contains("loan/7") == true && response.defect?.seq == 10)
  }

  @Test func `an unknown type in an order is still a newer version's`() throws {
    let line = Self.loan.replacing("loan/7", with: "order/7")
    let response = try VerifyHistory.respond(to: (), with: History(history(line), of: .orders))
    #expect(response.defect?.what.contains("written by a newer version: 'lend' is unknown") == true)
  }
}
