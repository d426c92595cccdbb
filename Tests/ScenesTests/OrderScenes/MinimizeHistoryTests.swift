import EventSourcing
import Examination
import JSONLines
import OrderDomain
import Testing

@testable import HistoryScenes
@testable import OrderScenes

@Suite struct MinimizeHistoryTests {
  private struct Found {
    let response: MinimizeHistory.Response
    let lines: [String]
    let test: [String]
  }

  private func minimize(
    _ request: MinimizeHistory.Request, in source: any EntrySource, maximumRuns: Int? = nil
  ) throws -> Found {
    let (output, test) = (HistoryLineSpy(), HistoryLineSpy())
    var limits = MinimizingLimits()
    limits.maximumRuns = maximumRuns
    var context = MinimizeHistory.Context(History(source, of: .orders), output: output, limits)
    context.test = ("Found", "found.jsonl", test)
    let response = try MinimizeHistory.respond(to: request, with: context)
    return Found(response: response, lines: output.lines, test: test.lines)
  }

  @Test(arguments: [
    ("status == 'delivered'", false, [1, 4, 9]), ("status == 'shipped'", true, [1, 4]),
    ("rejected.code == 'order-has-payments'", true, [2, 5, 6]),
    ("status == 'deleted'", false, [7, 8]),
  ]) func `a condition is shown by the fewest commands`(
    condition: String, ever: Bool, expected: [Int]
  ) throws {
    let found = try minimize(.condition(condition, ever: ever), in: Story.told().store)
    #expect(found.response.items.map(\.seq) == expected)
    #expect(found.response.total == 9)
    let stream = try #require(found.response.items.first?.stream)
    let label = HistoryDomains.orders.label(of: stream)
    #expect(found.response.shown == .condition(condition, ever: ever, stream: label))
    let spy = PresenterSpy<FindMoments.Response>()
    let finder = Interactor<FindMoments>(
      History(history(found.lines.joined(separator: "\n")), of: .orders), presenter: spy)
    #expect(try finder.handle(.init(condition: condition)))
  }

  /// Amy's order shows it first, and with the fewest commands in all, but needs two of them.
  private static func twoTotals() throws -> Story {
    let story = try Story()
    try story.asks("amy", "1001", .create(.amy))
    var discount = OrderFields()
    discount.set(.discount, to: Amount(1600))
    try story.asks("amy", "1001", .update(discount))
    var fields = OrderFields.bob
    fields.items = [Item(sku: "CELL-9", quantity: 1, unitPrice: 900)]
    try story.asks("bob", "1002", .create(fields))
    try story.asks("clerk", "1002", .ship())
    try story.asks("clerk", "1002", .ship())
    return story
  }

  @Test(arguments: [true, false]) func `of the orders that show it the smallest is kept`(ever: Bool)
    throws
  {
    let found = try minimize(
      .condition("total == 9.00", ever: ever), in: Self.twoTotals().store)
    #expect(found.response.items.map(\.seq) == [3])
    #expect(found.lines.count == 1)
    let label = HistoryDomains.orders.label(of: "order/1002")
    #expect(found.response.shown == .condition("total == 9.00", ever: ever, stream: label))
  }

  @Test(arguments: ["seq == 3", "total == 9.00 and not (seq < 2)"])
  func `a condition about numbers is refused, because entries are numbered again`(text: String)
    throws
  {
    let source = try Self.twoTotals().store
    let failure = try #require(throws: Failure.self) {
      try minimize(.condition(text, ever: true), in: source)
    }
    #expect(failure.code == "bad-condition" && failure.kind == .usage)
  }

  @Test(arguments: 1...40) func `the limit of runs is for all orders together`(maximum: Int) throws
  {
    let found = try minimize(
      .condition("total == 9.00", ever: true), in: Self.twoTotals().store, maximumRuns: maximum)
    #expect(found.response.runs == maximum)
    #expect(found.response.end == .outOfRuns)
    let again = History(history(found.lines.joined(separator: "\n")), of: .orders)
    let spy = PresenterSpy<FindMoments.Response>()
    #expect(
      try Interactor<FindMoments>(again, presenter: spy).handle(.init(condition: "total == 9.00")))
  }

  @Test func `how many orders are tried is bounded`() throws {
    let story = try Story()
    for number in 1...SmallestHistory<Orders>.bounds.streams + 1 {
      try story.asks("amy", "a-\(number)", .deliver)
    }
    let found = try minimize(
      .condition("refused and not exists(status)", ever: true), in: story.store)
    #expect(found.response.items.map(\.seq) == [1])
    #expect(found.response.runs < 4 * SmallestHistory<Orders>.bounds.streams)
  }

  @Test func `a divergence stays what it is`() throws {
    let source = try Story.edited(4, "order-shipped", "order-delivered")
    let found = try minimize(.divergence, in: source)
    #expect(found.response.items.map(\.seq) == [1, 4])
    let spy = PresenterSpy<ReplayHistory.Response>()
    #expect(
      try replayed(history(found.lines.joined(separator: "\n")), spy, .init()) == .diverged)
    #expect(spy.items.map(\.divergence.difference.kind) == [.eventTypeDiffers])
    #expect(spy.items.map(\.divergence.seq) == [2])
  }

  @Test func `a divergence of the catalogue is one, too`() throws {
    let lines = [
      ##"{"seq":1,"at":"2026-01-05T09:00:00.000000Z","stream":"catalog","rev":1,"actor":"amy","##
        + ##""command":{"type":"add-shipping-method","code":"pigeon","name":"Pigeon"},"##
        + ##""events":[{"type":"shipping-method-added","code":"pigeon","name":"Snail"}]}"##,
      ##"{"seq":2,"at":"2026-01-05T09:00:00.000000Z","stream":"catalog","rev":2,"actor":"amy","##
        + ##""command":{"type":"retire-shipping-method","code":"pigeon"},"##
        + ##""events":[{"type":"shipping-method-retired","code":"pigeon"}]}"##,
    ]
    let found = try minimize(.divergence, in: history(lines.joined(separator: "\n")))
    #expect(found.response.items.map(\.seq) == [1])
    #expect(found.response.items.map(\.stream) == ["catalog"])
  }

  @Test func `the result of a program is shown`() throws {
    let probe = ProbeStub { lines in
      lines.contains { $0.contains("ship-order") } && lines.contains { $0.contains("chris") }
        ? .shows : lines.count > 4 ? .doesNot : .unclear
    }
    let found = try minimize(.program(probe), in: Story.told().store)
    #expect(found.response.items.count == 2)
    #expect(found.response.shown == .program)
    #expect(found.response.runs == probe.asked)
    #expect(found.lines.allSatisfy { !$0.contains(#""crc""#) })
  }

  @Test(arguments: [("ship-order", "pay-order"), ("chris", "carol"), ("chris", "chris")])
  func `a program is run on what was read back before the file gets its name`(
    _ old: String, _ new: String
  ) throws {
    let probe = ProbeStub { lines in
      lines.contains { $0.contains("ship-order") } && lines.contains { $0.contains("chris") }
        ? .shows : .doesNot
    }
    let output = HistoryLineSpy()
    output.damage = { $0.replacing(old, with: new) }
    let context = MinimizeHistory.Context(
      History(try Story.told().store, of: .orders), output: output)
    let result = Result { try MinimizeHistory.respond(to: .program(probe), with: context) }
    #expect(output.isComplete == (old == new))
    switch result {
    case .success(let response):
      #expect(response.isReadBack && old == new)
      #expect(probe.asked == response.runs + 1)
    case .failure(let failure): #expect((failure as? Failure)?.code == "not-read-back")
    }
  }

  @Test func `what a program needs of two domains keeps the order of its times`() throws {
    let lines = [
      ##"{"seq":1,"at":"2026-01-05T09:00:07.000000Z","stream":"order/1","rev":0,"actor":"amy","##
        + ##""command":{"type":"deliver-order"},"rejected":{"code":"order-not-found"}}"##,
      ##"{"seq":2,"at":"2026-01-05T10:30:15.000000Z","stream":"catalog","rev":1,"actor":"amy","##
        + ##""command":{"type":"add-shipping-method","code":"pigeon","name":"Pigeon"},"##
        + ##""events":[{"type":"shipping-method-added","code":"pigeon","name":"Pigeon"}]}"##,
    ]
    let probe = ProbeStub { lines in lines.count == 2 ? .shows : .doesNot }
    let found = try minimize(.program(probe), in: history(lines.joined(separator: "\n")))
    #expect(found.response.items.map(\.seq) == [1, 2])
    let again = History(history(found.lines.joined(separator: "\n")), of: .orders)
    #expect(try VerifyHistory.respond(to: (), with: again).entries == 2)
  }

  @Test func `a program that fails ends the search`() throws {
    let failure = Failure(.notFound, code: "program-failed", "It can't be started.")
    let probe = ProbeStub { _ throws(Failure) in throw failure }
    #expect(throws: failure) {
      try minimize(.program(probe), in: Story.told().store)
    }
    #expect(probe.asked == 1)
  }

  @Test(arguments: [
    ("total < 0", true, "nothing-to-minimize"),
    ("status == 'shipped'", false, "nothing-to-minimize"), ("satus == 1", false, "unknown-field"),
    (nil, false, "nothing-to-minimize"),
  ]) func `what isn't there can't be minimized`(condition: String?, ever: Bool, code: String) throws
  {
    let output = HistoryLineSpy()
    let context = MinimizeHistory.Context(
      History(try Story.told().store, of: .orders), output: output)
    let failure = #expect(throws: Failure.self) {
      try MinimizeHistory.respond(
        to: condition.map { .condition($0, ever: ever) } ?? .divergence, with: context)
    }
    #expect(failure?.code == code)
    #expect(failure?.hint?.isEmpty == false)
    #expect(output.lines.isEmpty)
  }

  @Test func `a test names its file and what it expects`() throws {
    let found = try minimize(.condition("customer == \"bob\"", ever: false), in: Story.told().store)
    let source = found.test.joined(separator: "\n")
    #expect(source.contains(##"try Condition("customer == \"bob\"", of: Orders.schema)"##))
    #expect(source.contains("@Suite struct Found {"))
    #expect(source.contains(##""found.jsonl""##))
  }

  @Test func `the minimized history is shown as text and as JSON`() throws {
    let found = try minimize(
      .condition("rejected.code == 'order-has-payments'", ever: true), in: Story.told().store,
      maximumRuns: 30)
    let display = DisplaySpy<MinimizeHistory.ViewModel>()
    MinimizeHistory.presenter(on: display).present(found.response)
    #expect(display.viewModel?.headline == "3 commands of 9 show it; histories tried: 30.")
    #expect(
      display.viewModel?.rows.last
        == ["@6", "order/1002", "delete-order", "rejected: order-has-payments"])
    #expect(
      display.viewModel?.notes == [
        "rejected.code == 'order-has-payments' holds for 1002 after an entry, with all commands decided again.",
        "Stopped at the limit of histories: a smaller one may exist.",
      ])
    let documents = DocumentSpy()
    JSONPresenter<MinimizeHistory.Response>(display: documents).present(found.response)
    #expect(
      documents.documents == [
        ##"{"commands":3,"of":9,"runs":30,"complete":false,"entries":["##
          + ##"{"seq":1,"originalSeq":2,"stream":"order/1002","command":"create-order"},"##
          + ##"{"seq":2,"originalSeq":5,"stream":"order/1002","command":"pay-order"},"##
          + ##"{"seq":3,"originalSeq":6,"stream":"order/1002","command":"delete-order","##
          + ##""rejected":"order-has-payments"}]}"##
      ])
  }
}

/// A program that answers as it is told.
final class ProbeStub: HistoryProbe {
  private let answer: ([String]) throws(Failure) -> Showing
  private(set) var asked = 0
  init(_ answer: @escaping ([String]) throws(Failure) -> Showing) { self.answer = answer }
  func ask(_ lines: [String]) throws(Failure) -> Showing {
    asked += 1
    return try answer(lines)
  }
}
