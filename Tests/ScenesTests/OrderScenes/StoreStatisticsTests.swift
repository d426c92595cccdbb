import EventSourcing
import JSONLines
import OrderDomain
import Testing

@testable import HistoryScenes
@testable import OrderScenes

@Suite struct StoreStatisticsTests {
  private func count(_ source: any EntrySource, at position: RequestedPosition? = nil) throws
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
    #expect(response.refused == ["order-has-payments": 1])
    #expect(response.streams.groups?.map(\.name) == ["placed", "delivered"])
    #expect(response.streams.sums.map(\.currency) == ["USD"])
    #expect(response.streams.sums.first?.amounts[0] == 4096)
    #expect(response.streams.sums.first?.amounts[1] == 3000)
  }

  @Test func `the money of deleted orders is apart`() throws {
    let story = try Story.told()
    try story.asks("clerk", "1002", .refund(amount: 500))
    try story.asks("clerk", "1002", .delete)
    let response = try count(story.store)
    let model = StoreStatistics.viewModel(of: response, .standard)
    #expect(model.groups.contains { $0.title == "Refunded" } == false)
    #expect(
      model.groups.last?.lines.map { "\($0.label) \($0.text)" } == [
        "orders 2", "total 1299.00 EUR", "total 15.96 USD", "paid 0.00 EUR", "paid 5.00 USD",
        "refunded 5.00 USD",
      ])
    var writer = JSONWriter()
    writer.object { response.writeMembers(to: &$0) }
    let json = try JSONValue(writer.storage(), in: 0..<writer.count, profile: .anyOrder)
    #expect(json["refunded"]?["USD"]?.integer == 0)
    #expect(json["deleted"]?["orders"]?.integer == 2)
    #expect(json["deleted"]?["refunded"]?["USD"]?.integer == 500)
    #expect(json["deleted"]?["total"]?["EUR"]?.integer == 129_900)
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
    let presenter = StoreStatistics.presenter(on: display)
    presenter.present(try count(Story.told().store))
    #expect(
      display.viewModel?.groups.map(\.title) == [
        "Log", "Refused", "Orders", "Total", "Paid", "Deleted orders",
      ])
    #expect(display.viewModel?.groups[3].lines == [.init("USD", "40.96 USD")])
    presenter.present(try count(MemoryStore()))
    #expect(display.viewModel?.groups.map(\.title) == ["Log"])
    let story = try Story.told()
    try story.asks("amy", "1001", .refund(amount: 1234))
    presenter.present(try count(story.store))
    #expect(display.viewModel?.groups.dropLast().last?.title == "Refunded")
    #expect(
      display.viewModel?.groups.dropLast().last?.lines
        == [.init("USD", "12.34 USD")])
  }

  @Test func `the JSON has all keys but the times of an empty store`() throws {
    let spy = DocumentSpy()
    let presenter = JSONPresenter<StoreStatistics.Response>(display: spy)
    presenter.present(try count(Story.told().store))
    presenter.present(try count(MemoryStore()))
    let keys = try spy.documents.map { try JSONValue(parsing: $0).members?.map(\.key) }
    let common = [
      "entries", "accepted", "rejected", "orders", "total", "paid", "refunded", "deleted", "bytes",
    ]
    #expect(keys == [common + ["firstAt", "lastAt"], common])
  }
}
