import EventSourcing
import Examination
import Formatting
import JSONLines
import OrderDomain
import Testing

@testable import HistoryScenes
@testable import OrderScenes

@Suite struct ReplayHistoryTests {
  private func replay(
    _ source: any EntrySource, _ change: (inout ReplayHistory.Request) -> Void = { _ in }
  ) throws -> (ReplayHistory.Conclusion, PresenterSpy<ReplayHistory.Response>) {
    let spy = PresenterSpy<ReplayHistory.Response>()
    var request = ReplayHistory.Request()
    change(&request)
    let result = try replayed(source, spy, request)
    return (result, spy)
  }

  @Test(arguments: [
    ("totl", "Did you mean total?"), ("tracing", "Did you mean tracking?"), ("items[0].skuu", nil),
    ("contact.email", nil), ("nowhere", nil), ("", nil),
  ]) func `a field to ignore that no event has is a mistake`(name: String, hint: String?) throws {
    let spy = PresenterSpy<ReplayHistory.Response>()
    var request = ReplayHistory.Request()
    request.ignored = ["total", name]
    let failure = try failure { () throws(Failure) in
      _ = try ReplayHistory.replay(request, in: History(history(""), of: .orders), spy)
    }
    #expect(failure.kind == .usage && failure.code == "unknown-field")
    #expect(failure.hint?.isEmpty == false && hint.map { failure.hint == $0 } ?? true)
  }

  @Test(arguments: [
    "total", "personal", "items", "items[3]", "items[3].sku", "amount", "tracking", "code",
  ]) func `a field that an event has can be ignored`(name: String) throws {
    var request = ReplayHistory.Request()
    request.ignored = [name]
    let spy = PresenterSpy<ReplayHistory.Response>()
    let story = try Story.told()
    #expect(
      try ReplayHistory.replay(request, in: History(story.store, of: .orders), spy) == .identical)
  }

  @Test func `a history comes out as it was recorded`() throws {
    let (result, spy) = try replay(Story.told().store)
    #expect(result == .identical)
    #expect(spy.items.isEmpty)
    let response = try #require(spy.summary)
    #expect(response.compared == 9)
    #expect(response.groups.isEmpty)
    #expect(!response.hasStopped)
    #expect(response.digest?.count == 64)
  }

  @Test func `the digest is the same for a store and its lines, another for another state`() throws
  {
    let digest = try replay(Story.told().store).1.summary?.digest
    let lines = try Story.told().lines().joined(separator: "\n")
    #expect(try replay(history(lines)).1.summary?.digest == digest)
    #expect(try replay(Story.told().store) { $0.until = "8" }.1.summary?.digest != digest)
  }

  @Test func `it stops at the first divergence unless it is to go on`() throws {
    let source = try Story.edited(1, #""total":2500"#, #""total":2501"#)
    let (result, spy) = try replay(source)
    #expect(result == .diverged)
    #expect(spy.items.map(\.divergence.seq) == [1])
    #expect(spy.summary?.hasStopped == true)
    #expect(spy.summary?.digest == nil)

    let (_, all) = try replay(source) { $0.keepsGoing = true }
    #expect(all.items.map(\.divergence.seq) == [1, 3, 4])
    #expect(all.items.map(\.divergence.compared) == [1, 3, 4])
    #expect(all.summary?.compared == 9)
    #expect(all.summary?.digest != nil)
    #expect(
      all.summary?.groups == [
        .init(kind: .acceptedNowRejected, command: "ship-order", count: 1),
        .init(kind: .eventMissing, command: "pay-order", count: 1),
        .init(kind: .fieldDiffers, command: "create-order", count: 1),
      ])
  }

  @Test func `a divergence has a command line that reproduces it alone`() throws {
    let source = try Story.edited(1, #""total":2500"#, #""total":2501"#)
    let (_, spy) = try replay(source) {
      $0.keepsGoing = true
      $0.ignored = ["total"]
      $0.store = "my shop"
    }
    #expect(
      spy.items.map(\.again) == [
        ["replay", "--from", "2", "--until", "3", "--ignore", "total", "--store", "my shop"],
        ["replay", "--from", "3", "--until", "4", "--ignore", "total", "--store", "my shop"],
      ])
    let (_, again) = try replay(source) {
      $0.from = "3"
      $0.until = "4"
    }
    #expect(again.items.map(\.divergence.seq) == [4])
    #expect(again.summary?.compared == 1)
  }

  @Test(
    arguments: [("5", "2"), ("end", "start"), ("99", "2")]
      as [(RequestedPosition, RequestedPosition)])
  func `a range with nothing in it is an error`(
    from: RequestedPosition, until: RequestedPosition
  ) throws {
    let failure = try #require(throws: Failure.self) {
      try replay(Story.told().store) {
        $0.from = from
        $0.until = until
      }
    }
    #expect(failure.code == "empty-range")
  }

  @Test func `a part without commands isn't identical`() throws {
    let failure = try #require(throws: Failure.self) {
      try replay(Story.told().store) {
        $0.ids = ["1003"]
        $0.from = "8"
      }
    }
    #expect(failure.code == "nothing-to-compare")
    #expect(failure.kind == .usage)
  }

  @Test func `only some orders are replayed`() throws {
    let source = try Story.edited(1, #""total":2500"#, #""total":2501"#)
    let (result, spy) = try replay(source) { $0.ids = ["1002", "1003"] }
    #expect(result == .identical)
    #expect(spy.summary?.compared == 5)
    for (order, until) in [("1004", nil as RequestedPosition?), ("1003", "6"), ("../x", nil)] {
      let failure = try failure { () throws(Failure) in
        _ = try replayed(
          source, spy,
          request {
            $0.ids = [order]
            $0.until = until
          })
      }
      #expect(failure.code == "no-such-order")
    }
  }

  private func request(_ change: (inout ReplayHistory.Request) -> Void) -> ReplayHistory.Request {
    var request = ReplayHistory.Request()
    change(&request)
    return request
  }

  @Test(
    arguments: [("10", nil), (nil, "10"), ("x", nil)]
      as [(RequestedPosition?, RequestedPosition?)])
  func `positions beyond the end`(
    from: RequestedPosition?, until: RequestedPosition?
  ) throws {
    let source = try Story.told().store
    let spy = PresenterSpy<ReplayHistory.Response>()
    let failure = try failure { () throws(Failure) in
      _ = try replayed(
        source, spy,
        request {
          $0.from = from
          $0.until = until
        })
    }
    #expect(failure.kind == .usage)
    #expect(spy.summary == nil)
  }

  @Test func `an entry that can't be read ends it`() throws {
    let source = try Story.edited(4, "ship-order", "teleport-order")
    let (result, spy) = try replay(source) { $0.keepsGoing = true }
    #expect(result == .unreadable)
    #expect(spy.items.map(\.divergence.difference.kind) == [.unreadable])
    #expect(spy.items.first?.divergence.seq == 4)
    #expect(spy.items.first?.problem?.code == .newerVersion)
    #expect(spy.summary?.compared == 3)
    #expect(spy.summary?.digest == nil)
  }

  @Test func `the catalogue is replayed, too`() throws {
    let story = try Story.told()
    _ = try story.engine.engine.execute(
      Submission(.retireShippingMethod(code: "one-day"), on: .single, by: "amy"),
      in: story.engine.catalogue)
    let lines = try story.lines().joined(separator: "\n")
    #expect(try replay(history(lines)).1.summary?.compared == 10)
    let source = history(
      lines.replacing(
        #""events":[{"type":"shipping-method-retired","code":"one-day"}]"#,
        with: #""rejected":{"code":"method-not-found"}"#))
    let (_, spy) = try replay(source)
    #expect(spy.items.map(\.divergence.stream) == ["catalog"])
    #expect(spy.items.first?.divergence.difference.kind == .rejectedNowAccepted)
  }

  @Test func `a divergence in words`() throws {
    let display = DisplaySpy<ReplayHistory.ViewModel>()
    let presenter = ReplayHistory.presenter(on: display)
    let source = try Story.edited(1, #""total":2500"#, #""total":2501"#)
    _ = try replayed(source, presenter, request { $0.keepsGoing = true })
    #expect(
      display.differences.first
        == HistoryDifferences.Paragraph(
          headline: "@1  order/1001  create-order  field-differs",
          subject: "order-created total", was: ["25.01 USD"], now: ["25.00 USD"],
          notes: [
            "2026-01-05 09:01:00, recorded by rules \(Orders.version), replayed by rules \(Orders.version); 1 command compared",
            "again: cleanstore replay --until 1",
          ]))
    #expect(display.differences.last?.was == ["accepted: order-shipped"])
    #expect(display.differences.last?.now == ["rejected: order-not-paid"])
    #expect(display.report?.isError == true)
    #expect(display.report?.headline == "Diverged: 3 of 9 commands.")
    #expect(display.report?.rows.first == ["  accepted-now-rejected", "ship-order", "1"])
  }

  @Test func `a divergence as JSON`() throws {
    let spy = DocumentSpy()
    let presenter = JSONPresenter<ReplayHistory.Response>(display: spy)
    let source = try Story.edited(1, #""total":2500"#, #""total":2501"#)
    _ = try replayed(source, presenter, ReplayHistory.Request())
    #expect(
      spy.documents == [
        #"{"seq":1,"at":"2026-01-05T09:01:00.000000Z","stream":"order/1001","#
          + #""command":"create-order","kind":"field-differs","event":"order-created","#
          + #""field":"total","recorded":2501,"replayed":2500,"recordedEngine":"\#(Orders.version)","#
          + #""replayedEngine":"\#(Orders.version)","compared":1,"again":"cleanstore replay --until 1"}"#,
        #"{"identical":false,"compared":1,"diverged":1,"#
          + #""groups":[{"kind":"field-differs","command":"create-order","count":1}]}"#,
      ])
  }

  @Test(arguments: [
    (["a", "-b", "c/d.e"], "a -b c/d.e"), (["my shop", ""], "'my shop' ''"),
    (["it's", "$x;"], #"'it'\''s' '$x;'"#), (["ü"], "'ü'"),
  ]) func `words for a shell are quoted where they must be`(words: [String], line: String) {
    #expect(shellLine(words) == line)
  }

  @Test(arguments: [#"{"type":"payment-refunded"}"#, #"{"type":"payment-refunded","amount":null}"#])
  func `an entry that can't be read changes nothing, whichever of its events is at fault`(
    _ event: String
  ) throws {
    func line(_ seq: Int, _ command: String, _ events: String) -> String {
      #"{"seq":\#(seq),"at":"2026-01-01T00:00:00.000000Z","stream":"order/1","rev":\#(seq),"#
        + #""actor":"a","command":{"type":"\#(command)"},"events":[\#(events)]}"# + "\n"
    }
    let source = history(
      line(1, "create-order", #"{"type":"order-created","total":100}"#)
        + line(2, "pay-order", #"{"type":"payment-received","amount":50},"# + event))
    var states = StateProjection<Orders>(checksRevisions: false)
    var end = ReadingEnd()
    #expect(throws: LogError.self) { try source.project(into: &states, &end) }
    #expect(end.seq == 1 && states.states.map { $0?.paid } == [0])
  }
}
