import EventSourcing
import Examination
import JSONLines
import OrderDomain
import Testing

@testable import HistoryScenes
@testable import OrderScenes

/// Histories with other commands.
@Suite struct WhatIfTests {
  private func tell(
    _ change: (inout WhatIf.Request) -> Void, output: HistoryLineSpy? = nil
  ) throws -> PresenterSpy<HistoryDifferences.Response> {
    let spy = PresenterSpy<HistoryDifferences.Response>()
    var request = WhatIf.Request()
    change(&request)
    _ = try Interactor<WhatIf>(source: Story.told().store, presenter: spy, output: output)
      .handle(request)
    return spy
  }

  @Test func `without the payment, nothing is shipped nor delivered`() throws {
    let spy = try tell { $0.skipped = ["3"] }
    #expect(spy.commands.map(\.seq) == [4, 9])
    #expect(
      spy.commands.map { $0.now?["rejected"]?["code"]?.string } == [
        "order-not-paid", "order-not-shipped",
      ])
    #expect(spy.streams.map(\.stream) == ["order/1001"])
    #expect(spy.summary?.money.first?["paid"] == -2500)
    #expect(spy.summary?.money.first?["total"] == 0)
  }

  @Test func `amounts read as elsewhere`() throws {
    let spy = try tell { $0.replaced = [#"3={"type":"pay-order","amount":100}"#] }
    let paragraphs = spy.responses.compactMap { response in
      if case .difference(let found) = HistoryDifferences.viewModel(of: response, .standard) {
        found
      } else {
        nil as HistoryDifferences.Paragraph?
      }
    }
    let end = try #require(paragraphs.last)
    #expect(end.was.contains("paid: 25.00 USD"))
    #expect(end.now.contains("paid: 1.00 USD"))
    let dearer = try tell { $0.replaced = [#"5={"type":"pay-order","amount":600}"#] }
    let paid = HistoryDifferences.viewModel(
      of: try #require(dearer.responses.first), .standard)
    #expect(
      paid
        == .difference(
          .init(
            headline: "@5  order/1002  pay-order", was: ["events[0].amount: 5.00 USD"],
            now: ["events[0].amount: 6.00 USD"])))
  }

  @Test(arguments: [false, true]) func `expected revisions can be ignored`(ignores: Bool) throws {
    let story = try Story()
    try story.asks("amy", "1001", .create(.amy))
    for (expected, amount) in [(1, 100), (2, 200), (3, 300)] as [(Int, Amount)] {
      _ = try story.engine.engine.execute(
        Submission(
          OrderCommand.pay(Payment(amount: amount)), on: .id("1001"), by: "amy",
          expect: expected), in: story.engine.orders)
    }
    let output = HistoryLineSpy()
    let spy = PresenterSpy<HistoryDifferences.Response>()
    var request = WhatIf.Request()
    request.skipped = ["2"]
    request.ignoresExpect = ignores
    _ = try Interactor<WhatIf>(source: story.store, presenter: spy, output: output).handle(request)
    #expect(spy.commands.map(\.seq) == (ignores ? [] : [3, 4]))
    #expect(spy.summary?.money.first?["paid"] == (ignores ? -100 : -600))
    #expect(output.lines.contains { $0.contains("expect") } == false)
  }

  @Test func `a change that changes nothing else`() throws {
    let spy = try tell { $0.skipped = ["@6"] }
    #expect(spy.summary?.isSame == true)
  }

  @Test func `a command instead of another takes over what it doesn't say`() throws {
    let spy = try tell { $0.replaced = [#"5={"type":"cancel-order","reason":"broken"}"#] }
    #expect(spy.commands.map(\.seq) == [5, 6])
    #expect(spy.commands.first?.command == "cancel-order")
    #expect(spy.commands.first?.stream == "order/1002")
    #expect(spy.commands.last?.now?["events"] != nil)
  }

  @Test func `a whole import line before an entry`() throws {
    let line =
      #"{"at":"2026-01-05T09:04:30Z","actor":"zoe","stream":"order/1002","#
      + #""command":{"type":"pay-order","amount":1596}}"#
    let output = HistoryLineSpy()
    let spy = try tell({ $0.inserted = ["5=" + line] }, output: output)
    #expect(spy.commands.map(\.seq) == [5, 5])
    #expect(spy.commands.first?.was == nil)
    #expect(
      spy.commands.last?.now?["rejected"]?["code"] == .string("payment-exceeds-balance"))
    // Everything behind the new entry has another number.
    let seqs = try output.lines.map { try JSONValue(parsing: $0)["seq"]?.integer }
    #expect(seqs == Array(1...10))
    let inserted = try JSONValue(parsing: output.lines[4])
    #expect(inserted["actor"] == .string("zoe"))
    #expect(inserted["rev"] == .integer(2))
    #expect(inserted["events"]?.array?.count == 2)
  }

  @Test func `the alternative is a history, and has the reported outcomes`() throws {
    let output = HistoryLineSpy()
    _ = try tell(
      {
        $0.skipped = ["3"]
        $0.replaced = [#"7={"type":"create-order","customer":"zoe"}"#]
        $0.timed = ["9=2026-02-01T12:00Z"]
      }, output: output)
    #expect(output.lines.count == 8)
    let source = history(output.lines.joined(separator: "\n"))
    let spy = PresenterSpy<ReplayHistory.Response>()
    let result = try replayed(source, spy, ReplayHistory.Request())
    #expect(result == .identical)
    let lines = try Story.told().lines()
    #expect(output.lines[0].replacing(/,"crc":"\w+"/, with: "") == lines[0])
    let last = try JSONValue(parsing: output.lines[7])
    #expect(last["at"] == .string("2026-02-01T12:00:00.000000Z"))
    #expect(last["rejected"]?["code"] == .string("order-not-shipped"))
  }

  @Test func `a command on the catalogue before one on an order`() throws {
    let spy = try tell {
      $0.inserted = [
        #"2={"stream":"catalog","command":{"type":"retire-shipping-method","code":"one-day"}}"#
      ]
    }
    #expect(spy.commands.map(\.stream) == ["catalog"])
    #expect(spy.streams.map(\.stream) == ["catalog"])
    #expect(spy.summary?.money.isEmpty == true)
  }

  @Test func `a command after the last entry`() throws {
    let output = HistoryLineSpy()
    let spy = try tell(
      { $0.inserted = [#"10={"type":"cancel-order"}"#, #"10={"type":"return-order"}"#] },
      output: output)
    #expect(spy.commands.map(\.seq) == [10, 10])
    #expect(spy.commands.map(\.stream) == ["order/1001", "order/1001"])
    #expect(spy.commands.first?.was == nil)
    #expect(spy.commands.first?.now?["rejected"]?["code"] != nil)
    #expect(spy.commands.last?.now?["events"] != nil)
    #expect(spy.streams.map(\.stream) == ["order/1001"])
    let seqs = try output.lines.map { try JSONValue(parsing: $0)["seq"]?.integer }
    #expect(seqs == Array(1...11))
  }

  @Test func `a command in an empty history must be complete`() throws {
    let spy = PresenterSpy<HistoryDifferences.Response>()
    func ask(_ json: String) throws {
      _ = try Interactor<WhatIf>(source: history(""), presenter: spy)
        .handle(Self.request { $0.inserted = ["1=" + json] })
    }
    let failure = try failure { () throws(Failure) in
      _ = try Interactor<WhatIf>(source: history(""), presenter: spy)
        .handle(Self.request { $0.inserted = [#"1={"type":"cancel-order"}"#] })
    }
    #expect(
      failure.message.hasSuffix("The line has no 'at' and no 'actor' and no 'order' or 'stream'."))
    try ask(
      #"{"at":"2026-01-05T09:00Z","actor":"amy","order":"1","command":{"type":"cancel-order"}}"#)
    #expect(spy.commands.map(\.seq) == [1])
  }

  @Test(arguments: [
    ([4], [4], [], "Entry 4 can't be both skipped and replaced."),
    ([], [4, 4], [], "Entry 4 can't be replaced twice."),
    ([4], [], [4], "Entry 4 can't be both skipped and moved."),
    ([], [], [4, 4], "Entry 4 can't be moved to two times."),
  ]) func `changes that contradict each other are refused`(
    skipped: [Int], replaced: [Int], timed: [Int], message: String
  ) throws {
    let request = Self.request {
      $0.skipped = skipped.map { "\($0)" }
      $0.replaced = replaced.map { #"\#($0)={"type":"cancel-order"}"# }
      $0.timed = timed.map { "\($0)=2026-01-05T09:04Z" }
    }
    let source = try Story.told().store
    let failure = try failure { () throws(Failure) in
      _ = try Interactor<WhatIf>(
        source: source, presenter: PresenterSpy<HistoryDifferences.Response>()
      )
      .handle(request)
    }
    #expect(failure.kind == .usage)
    #expect(failure.message == message)
  }

  @Test(arguments: [
    (#"{"type":"pay-order","cardNumber":"4"}"#, ", at byte 20: Unknown key 'cardNumber'."),
    (
      #"{"command":{"type":"pay-order"},"cardNumber":"4"}"#,
      ", at byte 32: Unknown key 'cardNumber'."
    ), (#"{"amount":1}"#, ": The command has no 'type'."),
    (
      #"{"type":"fly"}"#,
      ", at byte 8: There is no such command. The commands are "
        + (Orders.self as any HistoryDomain.Type).commandTypes.joined(separator: ", ") + "."
    ), (#"{"type":"pay-order""#, ", at byte 19: The text ends too early."),
    (
      #"{"at":"noon","command":{"type":"pay-order"}}"#,
      ", at byte 6: A time is a day and a time of that day, in UTC or with an offset: "
        + "2026-01-31T12:00:00Z, 2026-01-31T13:00:00+01:00."
    ),
  ]) func `what is wrong with a command, and where`(json: String, reason: String) throws {
    let source = try Story.told().store
    for (flag, request) in [
      ("--replace", Self.request { $0.replaced = ["3=" + json] }),
      ("--insert", Self.request { $0.inserted = ["3=" + json] }),
    ] {
      let failure = try failure { () throws(Failure) in
        _ = try Interactor<WhatIf>(
          source: source, presenter: PresenterSpy<HistoryDifferences.Response>()
        )
        .handle(request)
      }
      #expect(failure.message == "The value of \(flag) 3 isn't a command" + reason)
    }
  }

  static let mistakes: [(WhatIf.Request, String)] = [
    (request { _ in }, "bad-alteration"), (request { $0.skipped = ["x"] }, "bad-alteration"),
    (request { $0.skipped = ["-1"] }, "bad-alteration"),
    (request { $0.skipped = ["99999999999999999999"] }, "bad-alteration"),
    (request { $0.skipped = ["10"] }, "position-beyond-end"),
    (request { $0.inserted = [#"11={"type":"cancel-order"}"#] }, "position-beyond-end"),
    (request { $0.replaced = [#"10={"type":"cancel-order"}"#] }, "position-beyond-end"),
    (request { $0.replaced = ["3"] }, "bad-alteration"),
    (request { $0.replaced = ["3="] }, "bad-alteration"),
    (request { $0.replaced = ["3=[]"] }, "bad-alteration"),
    (request { $0.replaced = [#"3={"type":"fly"}"#] }, "bad-alteration"),
    (request { $0.replaced = [#"3={"type":"pay-order","cardNumber":"4"}"#] }, "bad-alteration"),
    (
      request {
        $0.replaced = [#"3={"stream":"catalog","command":{"type":"retire-shipping-method"}}"#]
      }, "bad-alteration"
    ),
    (request { $0.timed = ["3=2026-01-05"] }, "bad-alteration"),
    (request { $0.timed = ["3=noon"] }, "bad-alteration"),
    (request { $0.timed = ["3=2026-01-05T09:00Z"] }, "bad-time"),
    (request { $0.timed = ["3=2026-01-05T10:00Z"] }, "bad-time"),
    (
      request {
        $0.inserted = [#"3={"at":"2025-01-05T09:00Z","command":{"type":"cancel-order"}}"#]
      }, "bad-time"
    ),
  ]

  static func request(_ change: (inout WhatIf.Request) -> Void) -> WhatIf.Request {
    var request = WhatIf.Request()
    change(&request)
    return request
  }

  @Test(arguments: mistakes.indices) func `errors are reported before any result`(_ index: Int)
    throws
  {
    let (request, code) = Self.mistakes[index]
    let spy = PresenterSpy<HistoryDifferences.Response>()
    let source = try Story.told().store
    let failure = try failure { () throws(Failure) in
      _ = try Interactor<WhatIf>(source: source, presenter: spy).handle(request)
    }
    #expect(failure.code == code, "\(request)")
    #expect(failure.kind == .usage)
    #expect(spy.response == nil)
  }

  @Test func `differences in words`() throws {
    let display = DisplaySpy<HistoryDifferences.ViewModel>()
    let presenter = HistoryDifferences.presenter(on: display)
    _ = try Interactor<WhatIf>(source: Story.told().store, presenter: presenter).handle(
      Self.request { $0.replaced = [#"3={"type":"pay-order","amount":2499,"method":"card"}"#] })
    #expect(display.differences.count == 4)
    #expect(
      display.differences.first
        == HistoryDifferences.Paragraph(
          headline: "@3  order/1001  pay-order",
          was: ["accepted: payment-received, order-paid"], now: ["accepted: payment-received"]))
    #expect(display.differences.last?.headline == "order/1001 ends differently")
    #expect(display.differences.last?.was.contains(#"status: "delivered""#) == true)
    #expect(display.differences.last?.now.contains("paid: 24.99 USD") == true)
    #expect(
      display.report?.headline == "3 commands have a different outcome, 1 stream ends differently.")
    #expect(display.report?.rows == [["  paid", "-0.01 USD"]])
  }

  @Test func `differences as JSON`() throws {
    let spy = DocumentSpy()
    let presenter = JSONPresenter<HistoryDifferences.Response>(display: spy)
    _ = try Interactor<WhatIf>(source: Story.told().store, presenter: presenter).handle(
      Self.request { $0.skipped = ["9"] })
    #expect(
      spy.documents == [
        #"{"stream":"order/1001","ends":[{"field":"rev","was":4,"now":3},"#
          + #"{"field":"status","was":"delivered","now":"shipped"},"#
          + #"{"field":"updatedAt","was":"2026-01-05T09:09:00.000000Z","#
          + #""now":"2026-01-05T09:04:00.000000Z"}]}"#,
        #"{"same":false,"commands":0,"ends":1,"money":[]}"#,
      ])
  }
}
