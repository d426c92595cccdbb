import EventSourcing
import Examination
import JSONLines
import OrderDomain
import Testing

@testable import HistoryScenes
@testable import OrderScenes

@Suite struct FindMomentsTests {
  @discardableResult
  private func find(
    _ request: FindMoments.Request, in source: (any EntrySource)? = nil, until limit: Int = .max
  ) throws -> (isFound: Bool, spy: PresenterSpy<FindMoments.Response>) {
    let spy = PresenterSpy<FindMoments.Response>(until: limit)
    let interactor = Interactor<FindMoments>(
      History(try source ?? Story.told().store, of: .orders), presenter: spy)
    return (try interactor.handle(request), spy)
  }

  /// The numbers of the entries at which something was found; negative where it ended.
  private func entries(
    _ condition: String, id: String? = nil, from: RequestedPosition? = nil,
    at: RequestedPosition? = nil,
    _ selection: FindMoments.Selection = .all
  ) throws -> [Int] {
    var request = FindMoments.Request(condition: condition, id: id, from: from, at: at)
    request.selection = selection
    return try find(request).spy.moments.map { moment in
      if case .ends = moment.change { -moment.mark.seq } else { moment.mark.seq }
    }
  }

  @Test func `a condition begins and ceases to hold, order by order`() throws {
    #expect(try entries(#"status == "placed""#) == [1, 2, -3, 7, -8])
    #expect(try entries("balance > 0") == [1, 2, -3, 7])
    #expect(try entries(#"status == "shipped" and paid < total"#) == [])
  }

  @Test func `an end names the beginning`() throws {
    let moment = try find(.init(condition: #"status == "paid""#)).spy.moments.last
    #expect(moment?.change == .ends(since: 3))
    #expect(moment?.mark.seq == 4)
    #expect(moment?.mark.stream == "order/1001")
    #expect(moment?.mark.rev == 3)
  }

  @Test(arguments: [
    ("changed(status)", [1, 2, 3, 4, 7, 8, 9]), ("actor == 'clerk'", [4, 6, 9]),
    ("rejected.code == 'order-has-payments'", [6]), ("command.type == 'pay-order'", [3, 5]),
    ("old(paid) < paid", [3, 5]), ("seq > 7 and status != 'deleted'", [9]),
    ("at >= 2026-01-05T09:08Z", [8, 9]), ("refused", [6]),
    ("accepted and actor == 'clerk'", [4, 9]), ("changed(refunded)", []),
    ("changed(paid)", [3, 5]), ("changed(shippingFee)", []), ("changed(total)", [1, 2, 7]),
    ("changed(total < 0)", []), ("changed(customer)", [1, 2, 7]),
  ]) func `a condition on the entry holds at single entries`(condition: String, expected: [Int])
    throws
  {
    let (isFound, spy) = try find(.init(condition: condition))
    #expect(isFound == !expected.isEmpty)
    #expect(spy.moments.map(\.mark.seq) == expected)
    #expect(spy.moments.allSatisfy { $0.change == .holds })
    #expect(spy.summary?.times == expected.count)
  }

  @Test(arguments: [
    "exists(old(total))", "exists(old(1))", "old(len(items)) == 0", "exists(old(total else 0))",
    "not old(exists(total)) and exists(old(true))", "old(total) not in [0]",
  ]) func `the old value of an order that wasn't there is absent`(_ condition: String) throws {
    let created = try entries("command.type == 'create-order'")
    #expect(created == [1, 2, 7])
    #expect(try entries(condition).filter { created.contains($0) } == [])
  }

  @Test func `nothing of an order that was never created is there`() throws {
    let story = try Story()
    try story.asks("amy", "1", .ship())
    for condition in [
      "len(items) == 0", "len(items) != 0", "sum(items, quantity) == 0", "status not in ['paid']",
      "not exists(len(items))", "not (total == 1.00)",
    ] {
      #expect(try !find(.init(condition: condition), in: story.store).isFound, "\(condition)")
    }
    let ofEntries = "refused and not exists(len(items))"
    #expect(try find(.init(condition: ofEntries), in: story.store).isFound)
  }

  @Test func `the first, the last, or only how many`() throws {
    let condition = #"status == "placed""#
    #expect(try entries(condition, .first) == [1])
    #expect(try entries(condition, .last) == [7])
    #expect(try entries(condition, .count) == [])
    var request = FindMoments.Request(condition: condition)
    request.selection = .count
    let response = try #require(try find(request).spy.summary)
    #expect(response.times == 3)
    #expect(response.streams == 3)
    #expect(response.holding == 1)
  }

  @Test func `one order, after a position, up to a position`() throws {
    let condition = #"status == "placed""#
    #expect(try entries(condition, id: "1001") == [1, -3])
    #expect(try entries(condition, from: "2") == [-3, 7, -8])
    #expect(try entries(condition, from: "2", at: "7") == [-3, 7])
  }

  @Test(
    arguments: [
      ("5", "2"), ("end", "start"), ("99", "2"), ("end", nil), ("7", "7"),
    ] as [(RequestedPosition?, RequestedPosition?)]) func `a range with nothing in it is an error`(
      from: RequestedPosition?, at: RequestedPosition?
    ) throws
  {
    let failure = try failure { () throws(Failure) in
      _ = try Interactor<FindMoments>(
        History((try? Story.told().store) ?? MemoryStore(), of: .orders),
        presenter: PresenterSpy<FindMoments.Response>()
      ).handle(.init(condition: "total > 0", from: from, at: at))
    }
    #expect(failure.kind == .usage)
    #expect(failure.code == "empty-range")
  }

  @Test(arguments: [FindMoments.Selection.first, .last])
  func `what holds already when the range begins is said`(_ selection: FindMoments.Selection) throws
  {
    let display = DisplaySpy<FindMoments.ViewModel>()
    let presenter = FindMoments.presenter(on: display)
    var request = FindMoments.Request(condition: "total > 1000.00", from: "8")
    request.selection = selection
    let store = try Story.told().store
    #expect(
      try Interactor<FindMoments>(History(store, of: .orders), presenter: presenter)
        .handle(request))
    #expect(display.summary?.hasPrefix("It held already when the range began") == true)
    let documents = DocumentSpy()
    _ = try Interactor<FindMoments>(
      History(store, of: .orders),
      presenter: JSONPresenter<FindMoments.Response>(display: documents)
    ).handle(request)
    #expect(documents.documents == [#"{"times":0,"orders":0,"holding":1,"refused":0}"#])
  }

  @Test(arguments: [
    ("command.type == 'pay'", "Did you mean \"pay-order\"?"),
    ("rejected.code == 'order-has-payment'", "Did you mean \"order-has-payments\"?"),
  ]) func `unknown commands and codes are errors`(condition: String, hint: String) throws {
    let failure = try failure { () throws(Failure) in
      _ = try Interactor<FindMoments>(
        History(MemoryStore(), of: .orders), presenter: PresenterSpy<FindMoments.Response>()
      ).handle(.init(condition: condition))
    }
    #expect(failure.code == "unknown-word")
    #expect(failure.hint == hint)
  }

  @Test func `nothing holds where nothing was recorded`() throws {
    let (isFound, spy) = try find(.init(condition: "total > 0", from: "9", at: "end"))
    #expect(!isFound)
    #expect(spy.moments.isEmpty)
    #expect(spy.summary?.holding == 0)
  }

  @Test func `what held before and still holds is found`() throws {
    let (isFound, spy) = try find(.init(condition: "total > 1000.00", from: "8"))
    #expect(isFound)
    #expect(spy.moments.isEmpty)
    #expect(spy.summary?.holding == 1)
    #expect(try !find(.init(condition: "total > 10000.00")).isFound)
  }

  @Test func `reading stops when no more output is needed`() throws {
    #expect(try find(.init(condition: "changed(status)"), until: 2).spy.moments.count == 2)
  }

  @Test(arguments: ["4711", "..", ""]) func `an order that isn't there`(_ id: String) throws {
    let failure = try failure { () throws(Failure) in
      let interactor = Interactor<FindMoments>(
        History(MemoryStore(), of: .orders),
        presenter: PresenterSpy<FindMoments.Response>())
      _ = try interactor.handle(.init(condition: "true", id: id))
    }
    #expect(failure.code == "no-such-order")
  }

  @Test func `a text that is no condition is refused with its place`() throws {
    let failure = try failure { () throws(Failure) in
      let interactor = Interactor<FindMoments>(
        History(MemoryStore(), of: .orders),
        presenter: PresenterSpy<FindMoments.Response>())
      _ = try interactor.handle(.init(condition: #"status == "shiped""#))
    }
    #expect(failure.kind == .usage)
    #expect(failure.code == "unknown-word")
    #expect(failure.excerpt?.part == #""shiped""#)
    #expect(failure.excerpt?.column == 11)
    #expect(failure.hint == #"Did you mean "shipped"?"#)
  }

  @Test func `the text shows where, and how often`() throws {
    let display = DisplaySpy<FindMoments.ViewModel>()
    let presenter = FindMoments.presenter(on: display)
    let interactor = Interactor<FindMoments>(
      History(try Story.told().store, of: .orders), presenter: presenter)
    _ = try interactor.handle(.init(condition: #"status == "paid""#))
    #expect(display.moments.map(\.change) == ["begins", "ends; it held since @3"])
    #expect(display.moments.map(\.stream) == ["1001@2", "1001@3"])
    #expect(display.summary == "It begins to hold 1 time, for 1 order; at the end it holds for 0.")
    #expect(display.moments.map(\.outcome) == ["accepted", "accepted"])
    _ = try interactor.handle(.init(condition: "actor == 'clerk'"))
    #expect(display.summary == "It holds at 3 entries of 2 orders, 1 of them refused.")
    #expect(
      display.moments.suffix(2).map(\.outcome) == ["refused: order-has-payments", "accepted"])
    _ = try interactor.handle(.init(condition: "total < 0"))
    #expect(display.summary == "It never holds.")
  }

  @Test func `the JSON says the same`() throws {
    let spy = DocumentSpy()
    let presenter = JSONPresenter<FindMoments.Response>(display: spy)
    let interactor = Interactor<FindMoments>(
      History(try Story.told().store, of: .orders), presenter: presenter)
    _ = try interactor.handle(.init(condition: #"status == "paid""#))
    #expect(
      spy.documents == [
        #"{"seq":3,"at":"2026-01-05T09:03:00.000000Z","order":"1001","rev":2,"change":"begins","outcome":"accepted"}"#,
        #"{"seq":4,"at":"2026-01-05T09:04:00.000000Z","order":"1001","rev":3,"change":"ends","since":3,"outcome":"accepted"}"#,
      ])
    var request = FindMoments.Request(condition: #"status == "paid""#)
    request.selection = .count
    _ = try interactor.handle(request)
    #expect(spy.documents.last == #"{"times":1,"orders":1,"holding":0,"refused":0}"#)
    request.condition = "refused"
    request.selection = .all
    _ = try interactor.handle(request)
    #expect(
      spy.documents.last?.hasSuffix(
        #""change":"holds","outcome":"rejected","code":"order-has-payments"}"#) == true)
  }
}
