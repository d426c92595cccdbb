import EventSourcing
import Examination
import JSONLines
import OrderDomain
import Testing

@testable import HistoryScenes
@testable import OrderScenes

/// A history's outcomes as lines, and this build's lines beside another one's.
@Suite struct CompareBuildsTests {
  static func outcomes(
    _ source: any EntrySource, _ request: HistoryOutcomes.Request = HistoryOutcomes.Request()
  ) throws -> [String] {
    let spy = DocumentSpy()
    let response = try HistoryOutcomes.respond(to: request, in: History(source, of: .orders)) {
      (line, _) in spy.display(document: line)
    }
    JSONPresenter(display: spy).present(response)
    return spy.documents
  }

  @Test func `every command and every end is a line, and the digest is that of a replay`() throws {
    let lines = try Self.outcomes(Story.told().store)
    #expect(lines.count == 9 + 3 + 1)
    #expect(
      lines[5]
        == #"{"seq":6,"stream":"order/1002","command":"delete-order","#
        + #""rejected":{"code":"order-has-payments"}}"#)
    #expect(
      lines[4]
        == #"{"seq":5,"stream":"order/1002","command":"pay-order","#
        + #""events":[{"type":"payment-received","amount":500}]}"#)
    #expect(lines[9].hasPrefix(#"{"stream":"order/1001","rev":4,"state":{"id":"1001","rev":4,"#))
    let spy = PresenterSpy<ReplayHistory.Response>()
    _ = try replayed(Story.told().store, spy, ReplayHistory.Request())
    let digest = try #require(spy.summary?.digest)
    #expect(lines.last == #"{"commands":9,"engine":"\#(Orders.version)","digest":"\#(digest)"}"#)
  }

  @Test func `decisions build on one another`() throws {
    let source = try Story.edited(
      3, #""command":{"type":"pay-order","amount":2500"#,
      #""command":{"type":"pay-order","amount":2400"#)
    let lines = try Self.outcomes(source)
    #expect(lines[3].hasSuffix(#""rejected":{"code":"order-not-paid"}}"#))
    #expect(lines[8].hasSuffix(#""rejected":{"code":"order-not-shipped"}}"#))
  }

  @Test func `only some orders, only up to a position`() throws {
    var request = HistoryOutcomes.Request()
    request.ids = ["1002"]
    request.until = "5"
    let lines = try Self.outcomes(Story.told().store, request)
    #expect(lines.count == 2 + 1 + 1)
    request.ids = ["1003"]
    let failure = try failure { () throws(Failure) in
      try HistoryOutcomes.respond(to: request, in: History(history(""), of: .orders)) { _, _ in }
    }
    #expect(failure.kind == .usage)
  }

  private func compare(with lines: [String]) throws -> (
    Bool, PresenterSpy<HistoryDifferences.Response>
  ) {
    let spy = PresenterSpy<HistoryDifferences.Response>()
    let isSame = try Interactor<CompareBuilds>(
      source: Story.told().store, other: OtherBuildStub(lines), presenter: spy
    ).handle(HistoryOutcomes.Request())
    return (isSame, spy)
  }

  @Test func `the same build has the same outcomes`() throws {
    let (isSame, spy) = try compare(with: Self.outcomes(Story.told().store))
    #expect(isSame)
    #expect(spy.summary?.isSame == true)
  }

  @Test func `different outcomes of another build are reported, with the money`() throws {
    let source = try Story.edited(
      5, #""command":{"type":"pay-order","amount":500"#,
      #""command":{"type":"pay-order","amount":5000"#)
    let (isSame, spy) = try compare(with: Self.outcomes(source))
    #expect(!isSame)
    #expect(spy.commands.map(\.seq) == [5, 6])
    #expect(spy.commands.first?.now?["rejected"]?["code"] == .string("payment-exceeds-balance"))
    #expect(spy.commands.last?.was?["rejected"]?["code"] == .string("order-has-payments"))
    #expect(spy.commands.last?.now?["events"] != nil)
    #expect(spy.streams.map(\.stream) == ["order/1002"])
    let fields = spy.streams.first?.fields.map(\.path) ?? []
    #expect(fields.contains("status") && fields.contains("paid"))
    // The other build's order is deleted, so nothing of it counts there.
    #expect(spy.summary?.money.map(\.currency) == ["USD"])
    #expect(spy.summary?.money.first?["total"] == -1596)
    #expect(spy.summary?.money.first?["paid"] == -500)
  }

  @Test(arguments: [0, 5, 12, 14]) func `lines of something else`(_ count: Int) throws {
    var lines = try Self.outcomes(Story.told().store)
    lines = count > lines.count ? lines + ["{}"] : Array(lines.prefix(count))
    let failure = try failure { () throws(Failure) in
      do { _ = try compare(with: lines) } catch let error as Failure { throw error } catch {}
    }
    #expect(failure.code == "other-outcomes")
  }

  @Test func `garbage isn't compared`() throws {
    var lines = try Self.outcomes(Story.told().store)
    for bad in ["", "nonsense", #"{"seq":9,"stream":"order/1001"}"#, "[]"] {
      lines[2] = bad
      let failure = try failure { () throws(Failure) in
        do { _ = try compare(with: lines) } catch let error as Failure { throw error } catch {}
      }
      #expect(failure.kind == .badData)
    }
  }
}
