import EventSourcing
import JSONLines
import OrderDomain
import Testing

@testable import HistoryScenes
@testable import OrderScenes

@Suite struct OrderHistoryTests {
  private func history(
    of ids: String..., at position: RequestedPosition? = nil, until limit: Int = .max
  )
    throws -> PresenterSpy<ShowLog.Response>
  {
    let spy = PresenterSpy<ShowLog.Response>(until: limit)
    let interactor = Interactor<ShowLog>(
      History(try Story.told().store, of: .orders), presenter: spy)
    try interactor.handle(ShowLog.Request(ids: ids, at: position))
    return spy
  }

  @Test func `entries come from the oldest to the newest, refused ones too`() throws {
    let spy = try history()
    #expect(spy.items.map(\.entry.seq) == Array(1...9))
    #expect(spy.items.map(\.refusal?.code).compactMap(\.self) == ["order-has-payments"])
    #expect(spy.items[5].reason == "duplicate")
    #expect(spy.items[2].events == ["payment-received", "order-paid"])
    #expect(spy.count == 9)
  }

  @Test func `entries of one order, up to a moment`() throws {
    #expect(try history(of: "1001").items.map(\.entry.seq) == [1, 3, 4, 9])
    #expect(try history(of: "1001", at: "1001@3").items.map(\.entry.seq) == [1, 3, 4])
    #expect(try history(at: "start").items.isEmpty)
  }

  @Test func `entries of several orders, as long as all of them are there`() throws {
    #expect(try history(of: "1002", "1001", at: "1001@3").items.map(\.entry.seq) == [1, 2, 3, 4])
    let interactor = Interactor<ShowLog>(
      History(try Story.told().store, of: .orders),
      presenter: PresenterSpy<ShowLog.Response>())
    let failure = try failure { () throws(Failure) in
      try interactor.handle(ShowLog.Request(ids: ["1001", "1009"]))
    }
    #expect(failure.message == "There is no order 1009.")
  }

  @Test(arguments: [
    ("@3", "`cleanstore show @3` shows the entry."),
    ("1001@2", "`cleanstore show 1001@2` shows the order at that revision."),
    ("a b@2", "`cleanstore list` lists the orders."),
    ("1001@x", "`cleanstore list` lists the orders."),
  ]) func `what names an entry or a revision is shown elsewhere`(id: String, hint: String) throws {
    let interactor = Interactor<ShowLog>(
      History(try Story.told().store, of: .orders),
      presenter: PresenterSpy<ShowLog.Response>())
    let failure = try failure { () throws(Failure) in
      try interactor.handle(ShowLog.Request(ids: [id]))
    }
    #expect(failure.hint == hint)
  }

  @Test func `reading stops when no more output is needed`() throws {
    #expect(try history(until: 2).items.count == 2)
  }

  @Test(arguments: ["1004", "..", ""]) func `an order that isn't there`(_ id: String) throws {
    let spy = PresenterSpy<ShowLog.Response>()
    let interactor = Interactor<ShowLog>(
      History(try Story.told().store, of: .orders), presenter: spy)
    let failure = try failure { () throws(Failure) in
      try interactor.handle(ShowLog.Request(ids: [id]))
    }
    #expect(failure.code == "no-such-order")
    #expect(spy.response == nil)
  }

  @Test func `a line that can't be read is named, and what is before it shown`() throws {
    let spy = PresenterSpy<ShowLog.Response>()
    let line =
      #"{"seq":1,"at":"2026-01-01T00:00:00.000000Z","stream":"order/1","rev":1,"actor":"a","#
      + #""command":{"type":"cancel-order"},"events":[{"type":"order-cancelled"}]}"#
    let interactor = Interactor<ShowLog>(
      History(ScenesTests.history(line + "\nnonsense\n"), of: .orders), presenter: spy
    )
    let failure = try failure { () throws(Failure) in
      try interactor.handle(ShowLog.Request())
    }
    #expect(failure.kind == .badData)
    #expect(
      failure.place == Place(file: "sent.jsonl", line: 2, byte: line.utf8.count + 1, column: 1))
    #expect(spy.items.count == 1)
  }

  @Test func `an entry as text has the request, the reason and the outcome`() throws {
    let display = DisplaySpy<ShowLog.ViewModel>()
    let presenter = ShowLog.presenter(on: display)
    let told = try history()
    for response in told.responses { presenter.present(response) }
    #expect(
      display.viewModels[5]
        == .entry(
          .init(
            seq: "6", at: "2026-01-05 09:06:00", stream: "1002@2", actor: "clerk",
            command: "delete-order", reason: "duplicate", amount: nil,
            outcome: "refused: order-has-payments",
            isRefused: true, changes: [])))
    guard case .entry(let payment) = display.viewModels[2] else { return #expect(Bool(false)) }
    #expect(payment.outcome == "payment-received, order-paid")
    #expect(display.viewModel == .summary("9 entries."))
  }

  @Test func `an entry as JSON is its line in the log`() throws {
    let told = try history()
    let spy = DocumentSpy()
    let presenter = JSONPresenter<ShowLog.Response>(display: spy)
    for response in told.responses { presenter.present(response) }
    #expect(spy.documents == told.items.map { String(decoding: $0.entry.bytes, as: UTF8.self) })
    #expect(try JSONValue(parsing: spy.documents[0])["seq"]?.integer == 1)
  }
}
