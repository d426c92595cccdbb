import EventSourcing
import JSONLines
import OrderDomain
import Testing

@testable import HistoryScenes
@testable import OrderScenes

@Suite struct StoreStatisticsTests {
  private func count(_ source: any EntrySource, at position: String? = nil) throws
    -> StoreStatistics.Response
  {
    let spy = PresenterSpy<StoreStatistics.Response>()
    try Interactor<StoreStatistics>(source, presenter: spy)
      .handle(position)
    return try #require(spy.response)
  }

  @Test func `entries are counted by outcome, orders and money without the deleted`() throws {
    let response = try count(Story.told().store)
    #expect(response.end.entries == 9)
    #expect(response.accepted == 8)
    #expect(response.refused.map(\.code) == ["order-has-payments"])
    #expect(response.streams.groups?.map(\.name) == ["placed", "delivered"])
    #expect(response.streams.sums.map(\.currency) == ["USD"])
    #expect(response.streams.sums.first?.amounts[0] == 4096)
    #expect(response.streams.sums.first?.amounts[1] == 3000)
  }

  @Test func `counts as they were before the deletion`() throws {
    let response = try count(Story.told().store, at: "7")
    #expect(response.streams.sums.map(\.currency) == ["EUR", "USD"])
    #expect(response.streams.groups?.map(\.count) == [2, 1])
  }

  @Test func `sums that 64 bits can't hold are a failure, not a crash`() throws {
    // Nine thousand times what an order may be worth, as only an edited history can say.
    let entries = (1...1025).map { seq in
      #"{"seq":\#(seq),"at":"2026-01-01T00:00:00.000000Z","stream":"order/\#(seq)","rev":1,"#
        + #""actor":"a","command":{"type":"create-order"},"events":[{"type":"order-created","#
        + #""currency":"USD","total":9007199254740991}]}"#
    }
    let most = entries.prefix(1024).joined(separator: "\n")
    #expect(try count(history(most)).streams.sums.first?.amounts[0] == 1024 * 9_007_199_254_740_991)
    let spy = PresenterSpy<StoreStatistics.Response>()
    let interactor = Interactor<StoreStatistics>(
      history(entries.joined(separator: "\n")), presenter: spy)
    let failure = try failure { () throws(Failure) in
      try interactor.handle(nil)
    }
    #expect(failure.code == "sum-too-large")
    #expect(spy.response == nil)
  }

  @Test func `the text is grouped, and empty groups are left out`() throws {
    let display = DisplaySpy<StoreStatistics.ViewModel>()
    let presenter = Presenter<StoreStatistics>(display: display, notes: display)
    presenter.present(try count(Story.told().store))
    #expect(
      display.viewModel?.groups.map(\.title) == ["Log", "Refused", "Orders", "Total", "Paid"])
    #expect(display.viewModel?.groups[3].lines == [.init(label: "USD", value: "40.96 USD")])
    presenter.present(try count(MemoryStore()))
    #expect(display.viewModel?.groups.map(\.title) == ["Log"])
    let story = try Story.told()
    try story.asks("amy", "1001", .refund(amount: 1234))
    presenter.present(try count(story.store))
    #expect(display.viewModel?.groups.last?.title == "Refunded")
    #expect(display.viewModel?.groups.last?.lines == [.init(label: "USD", value: "12.34 USD")])
  }

  @Test func `the JSON has all keys but the times of an empty store`() throws {
    let spy = DocumentSpy()
    let presenter = JSONPresenter<StoreStatistics.Response>(display: spy)
    presenter.present(try count(Story.told().store))
    presenter.present(try count(MemoryStore()))
    let keys = try spy.documents.map { try JSONValue(parsing: $0).members?.map(\.key) }
    let common = ["entries", "accepted", "rejected", "orders", "total", "paid", "bytes"]
    #expect(keys == [common + ["firstAt", "lastAt"], common])
  }
}
