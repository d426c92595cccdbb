import EventSourcing
import Examination
import JSONLines
import OrderDomain
import Testing

@testable import HistoryScenes
@testable import OrderScenes

@Suite struct WatchFormulasTests {
  private func watch(_ request: WatchFormulas.Request) throws -> PresenterSpy<
    WatchFormulas.Response
  > {
    let spy = PresenterSpy<WatchFormulas.Response>()
    try Interactor<WatchFormulas>(
      History(try Story.told().store, of: .orders), presenter: spy
    ).handle(request)
    return spy
  }

  @Test func `values are shown after every entry of an order`() throws {
    let spy = try watch(.init(formulas: ["status", "balance"], id: "1001"))
    #expect(spy.columns.map(\.text) == ["status", "balance"])
    #expect(spy.columns.map(\.isNumber) == [false, true])
    #expect(spy.rows.map(\.mark.seq) == [1, 3, 4, 9])
    #expect(
      spy.rows.map { $0.values.map(\.value) } == [
        [.text("placed"), .integer(2500)], [.text("paid"), .integer(0)],
        [.text("shipped"), .integer(0)], [.text("delivered"), .integer(0)],
      ])
    #expect(spy.count == 4)
  }

  @Test func `entries that change nothing can be left out, order by order`() throws {
    var request = WatchFormulas.Request(formulas: ["paid"])
    request.changesOnly = true
    #expect(try watch(request).rows.map(\.mark.seq) == [1, 2, 3, 5, 7])
    request.from = "2"
    #expect(try watch(request).rows.map(\.mark.seq) == [3, 5, 7])
    request.at = "4"
    #expect(try watch(request).rows.map(\.mark.seq) == [3])
  }

  @Test(
    arguments: [("5", "2"), ("end", "start"), ("99", "2")]
      as [(RequestedPosition, RequestedPosition)])
  func `a range with nothing in it is an error`(
    from: RequestedPosition, at: RequestedPosition
  ) throws {
    let failure = try #require(throws: Failure.self) {
      try watch(.init(formulas: ["paid"], from: from, at: at))
    }
    #expect(failure.code == "empty-range")
  }

  @Test func `a formula that is given twice is shown once`() throws {
    #expect(try watch(.init(formulas: ["paid", "total", "paid"])).columns.count == 2)
  }

  @Test func `absent values are shown as absent`() throws {
    let display = DisplaySpy<WatchFormulas.ViewModel>()
    let spy = DocumentSpy()
    let source = try Story.told().store
    let request = WatchFormulas.Request(formulas: ["carrier", "exists(carrier)"], id: "1001")
    try Interactor<WatchFormulas>(
      History(source, of: .orders),
      presenter: WatchFormulas.presenter(on: display)
    ).handle(request)
    let rows = display.viewModels.compactMap { if case .row(let row) = $0 { row } else { nil } }
    #expect(rows.first?.values == ["-", "false"])
    #expect(rows.last?.values == ["Snail & Co.", "true"])
    #expect(display.viewModel == .summary("4 entries."))
    try Interactor<WatchFormulas>(
      History(source, of: .orders),
      presenter: JSONPresenter<WatchFormulas.Response>(display: spy)
    ).handle(request)
    #expect(
      spy.documents.first
        == #"{"seq":1,"at":"2026-01-05T09:01:00.000000Z","order":"1001","rev":1,"#
        + #""values":{"carrier":null,"exists(carrier)":false}}"#)
  }

  @Test func `a formula that can't be read, or an order that isn't there`() throws {
    for (request, code) in [
      (WatchFormulas.Request(formulas: ["paid", "totl"]), "unknown-field"),
      (WatchFormulas.Request(formulas: ["paid"], id: "4711"), "no-such-order"),
      (WatchFormulas.Request(formulas: ["paid"], from: "soon"), "bad-position"),
    ] {
      let source = try Story.told().store
      let failure = try failure { () throws(Failure) in
        try Interactor<WatchFormulas>(
          History(source, of: .orders), presenter: PresenterSpy<WatchFormulas.Response>()
        )
        .handle(request)
      }
      #expect(failure.code == code)
    }
  }
}
