import EventSourcing
import Examination
import JSONLines
import OrderDomain
import Testing

@testable import HistoryScenes
@testable import OrderScenes

/// Which entries the log shows.
@Suite struct HistoryFilterTests {
  static func request(_ change: (inout ShowLog.Request) -> Void) -> ShowLog.Request {
    var request = ShowLog.Request()
    change(&request)
    return request
  }

  static let cases: [(what: String, request: ShowLog.Request, seqs: [Int])] = [
    ("a range leaves its start out", request { $0.range = "2..4" }, [3, 4]),
    ("a range without start", request { $0.range = "..2" }, [1, 2]),
    ("a range without end", request { $0.range = "7.." }, [8, 9]),
    ("a range of revisions", request { $0.range = "1001@1..1001@3" }, [2, 3, 4]),
    (
      "a range and a moment",
      request {
        $0.range = "2.."; $0.at = "3"
      }, [3]
    ),
    ("a range of days without entries", request { $0.range = "2026-02-01..2026-02-02" }, []),
    ("a range to a day without entries", request { $0.range = "2025-02-01..2026-01-04" }, []),
    ("a range up to the end", request { $0.range = "9..end" }, []),
    ("refused", request { $0.outcome = .rejected }, [6]),
    ("accepted", request { $0.outcome = .accepted }, [1, 2, 3, 4, 5, 7, 8, 9]),
    ("by actor", request { $0.actor = "bob" }, [2, 5]),
    ("by command", request { $0.command = "pay-order" }, [3, 5]),
    ("since", request { $0.since = "2026-01-05T09:08Z" }, [8, 9]),
    ("until", request { $0.until = "2026-01-05T09:02Z" }, [1, 2]),
    ("by field", request { $0.field = "status" }, [1, 2, 3, 4, 7, 8, 9]),
    ("by a field above", request { $0.field = "items" }, [1, 2, 7]),
    (
      "by a field of one order",
      request {
        $0.ids = ["1001"]; $0.field = "paid"
      }, [1, 3]
    ),
    ("the last ones", request { $0.limit = 2 }, [8, 9]),
    ("more than there are", request { $0.limit = 100 }, Array(1...9)),
    ("none", request { $0.limit = 0 }, []),
    ("the newest first", request { $0.isReversed = true }, Array((1...9).reversed())),
    (
      "the newest two first",
      request {
        $0.isReversed = true; $0.limit = 2; $0.showsChanges = true
      }, [9, 8]
    ),
    (
      "everything at once",
      request {
        $0.ids = ["1002"]; $0.outcome = .accepted; $0.limit = 1
      }, [5]
    ),
  ]

  @Test(arguments: cases.map(\.what)) func `the log shows the requested entries`(_ what: String)
    throws
  {
    let row = try #require(Self.cases.first { $0.what == what })
    let spy = PresenterSpy<ShowLog.Response>()
    try Interactor<ShowLog>(History(try Story.told().store, of: .orders), presenter: spy)
      .handle(row.request)
    #expect(spy.items.map(\.entry.seq) == row.seqs)
    #expect(spy.count == row.seqs.count)
  }

  @Test(arguments: ["10..", "..10", "3", "2...4", "x..y"]) func `a range that isn't one`(
    _ range: String
  ) throws {
    let failure = try failure { () throws(Failure) in
      try Interactor<ShowLog>(
        History((try? Story.told().store) ?? MemoryStore(), of: .orders),
        presenter: PresenterSpy<ShowLog.Response>()
      ).handle(Self.request { $0.range = range })
    }
    #expect(failure.kind == .usage)
  }

  static let mistakes: [(request: ShowLog.Request, code: String, hint: String)] = [
    (request { $0.range = "5..2" }, "empty-range", "Did you mean after 2 and up to 5?"),
    (request { $0.range = "end..start" }, "empty-range", "Did you mean after start and up to end?"),
    (request { $0.range = "3..3" }, "empty-range", "begin earlier"),
    (request { $0.range = "1001@2..1001@1" }, "empty-range", "Did you mean"),
    (request { $0.range = "2026-01-06..2026-01-05" }, "empty-range", "Did you mean"),
    (request { $0.range = "2026-01-05..2026-01-05" }, "empty-range", "begin earlier"),
    (request { $0.range = "end.." }, "empty-range", "begin earlier"),
    (
      request {
        $0.range = "5.."; $0.at = "3"
      }, "empty-range", "Did you mean after 3 and up to 5?"
    ),
    (
      request {
        $0.since = "2026-01-06"; $0.until = "2026-01-05"
      }, "empty-range", "Did you mean --since 2026-01-05 --until 2026-01-06?"
    ),
    (request { $0.command = "pay" }, "unknown-command", "Did you mean pay-order?"),
    (request { $0.command = "x" }, "unknown-command", "retire-shipping-method"),
    (request { $0.field = "totl" }, "unknown-field", "Did you mean total?"),
    (request { $0.field = "items[2].skuu" }, "unknown-field", "Did you mean items[0].sku?"),
    (request { $0.field = "bill" }, "unknown-field", "billing.street1"),
  ]

  @Test(arguments: mistakes.indices) func `what can't be meant is an error with a suggestion`(
    _ index: Int
  ) throws {
    let row = Self.mistakes[index]
    let failure = try failure { () throws(Failure) in
      try Interactor<ShowLog>(
        History((try? Story.told().store) ?? MemoryStore(), of: .orders),
        presenter: PresenterSpy<ShowLog.Response>()
      ).handle(row.request)
    }
    #expect(failure.kind == .usage)
    #expect(failure.code == row.code)
    #expect(failure.hint?.contains(row.hint) == true, "\(failure)")
  }

  @Test(arguments: [
    ("id", 3), ("items", 3), ("items[12]", 0), ("items[3].sku", 0), ("billing", 3), ("methods", 0),
    ("rev", 8),
  ])
  func `known fields are looked for`(_ field: String, _ count: Int) throws {
    let spy = PresenterSpy<ShowLog.Response>()
    try Interactor<ShowLog>(History(try Story.told().store, of: .orders), presenter: spy)
      .handle(Self.request { $0.field = field })
    #expect(spy.count == count)
  }

  @Test func `an order without such entries is no missing order`() throws {
    let spy = PresenterSpy<ShowLog.Response>()
    try Interactor<ShowLog>(History(try Story.told().store, of: .orders), presenter: spy)
      .handle(
        Self.request {
          $0.ids = ["1001"]; $0.actor = "nobody"
        })
    #expect(spy.count == 0)
  }

  @Test func `going back block by block shows each entry once`() throws {
    let story = try Story()
    let blockSize = LogReading(
      history: History(story.store, of: .orders), presenter: PresenterSpy()
    ).blockSize
    let count = blockSize * 2 + 10
    let submissions = (0..<count).map { _ in
      Submission(OrderCommand.deliver, on: .id("1"), by: "a")
    }
    _ = try story.engine.engine.execute(batch: submissions, in: story.engine.orders)
    for limit in [nil, 5, blockSize + 3] {
      let spy = PresenterSpy<ShowLog.Response>()
      try Interactor<ShowLog>(History(story.store, of: .orders), presenter: spy)
        .handle(
          Self.request {
            $0.isReversed = true; $0.limit = limit
          })
      let first = count - (limit ?? count) + 1
      #expect(spy.items.map(\.entry.seq) == Array((first...count).reversed()))
    }
  }

  @Test func `following shows new entries until waiting ends`() throws {
    let story = try Story.told()
    let spy = PresenterSpy<ShowLog.Response>()
    let notes = DisplaySpy<ShowLog.ViewModel>()
    var waits = 0
    let request = Self.request {
      $0.ids = ["1002"]; $0.limit = 1; $0.showsChanges = true
    }
    try ShowLog.follow(request, in: History(story.store, of: .orders), spy, notes: notes) {
      waits += 1
      if waits == 2 { try? story.asks("bob", "1002", .pay(Payment(amount: 100))) }
      return waits < 5
    }
    #expect(spy.items.map(\.entry.seq) == [6, 10])
    #expect(notes.notes.isEmpty)
    #expect(spy.items.last?.changes?.lines(.standard).map(\.field) == ["paid", "due"])
  }

  @Test(arguments: [(Timestamp.latest, 0), (.earliest, 3)])
  func `following ends once new entries are too late`(now: Timestamp, expected: Int) throws {
    let spy = PresenterSpy<ShowLog.Response>()
    var waits = 0
    try ShowLog.follow(
      Self.request { $0.until = "9000-01-01" }, in: History(Story.told().store, of: .orders), spy,
      notes: DisplaySpy<ShowLog.ViewModel>(), clock: { now }
    ) {
      waits += 1
      return waits < 3
    }
    #expect(waits == expected && spy.items.count == 9)
  }
}

/// Changes, in words.
@Suite struct FieldChangesTests {
  @Test func `what was there is in the currency that it was in`() throws {
    let story = try Story()
    _ = try story.create(.amy)
    var form = OrderForm.only([.currency: "JPY"])
    form.items = [OrderForm.Item(typed: "DECK-52:1:2500")]
    _ = try story.edit("1001", form)
    let spy = PresenterSpy<ShowLog.Response>()
    var request = ShowLog.Request(ids: ["1001"])
    request.showsChanges = true
    try Interactor<ShowLog>(History(story.store, of: .orders), presenter: spy).handle(
      request)
    let lines = spy.items.last?.changes?.lines(.standard) ?? []
    #expect(lines.first { $0.field == "items[0].unitPrice" }?.old == "12.50 USD")
    #expect(lines.first { $0.field == "items[0].unitPrice" }?.new == "2500 JPY")
  }
}

/// The entry that set each field.
@Suite struct BlameOrderTests {
  private func blame(_ change: (inout BlameFields.Request) -> Void = { _ in }) throws
    -> BlameFields.Response
  {
    let spy = PresenterSpy<BlameFields.Response>()
    var request = BlameFields.Request(id: "1001")
    change(&request)
    try Interactor<BlameFields>(try Story.told().store, presenter: spy).handle(request)
    return try #require(spy.response)
  }

  @Test func `every field names the entry that last set it`() throws {
    let lines = try blame().lines
    let origins = Dictionary(uniqueKeysWithValues: lines.map { ($0.field, $0.origin.seq) })
    #expect(origins["customer"] == 1)
    #expect(origins["paid"] == 3)
    #expect(origins["carrier"] == 4)
    #expect(origins["status"] == 9)
    #expect(lines.map(\.field).first == "id")
  }

  @Test func `the past has its own origins`() throws {
    let status = try blame {
      $0.at = "3"; $0.field = "status"
    }.lines
    #expect(status.map(\.value) == [.string("paid")])
    #expect(status.map(\.origin.seq) == [3])
  }

  @Test func `a field's history is all its values`() throws {
    let values = try blame {
      $0.field = "status"; $0.showsHistory = true
    }.lines
    #expect(values.map { $0.value?.string } == ["placed", "paid", "shipped", "delivered"])
    #expect(values.map(\.origin.actor) == ["amy", "amy", "clerk", "clerk"])
  }

  @Test(arguments: [("1009", nil, "no-such-order"), ("1001", "colour", "no-such-field")])
  func `what isn't there is not found`(id: String, field: String?, code: String) throws {
    let failure = try failure { () throws(Failure) in
      var request = BlameFields.Request(id: id)
      request.field = field
      try Interactor<BlameFields>(
        (try? Story.told().store) ?? MemoryStore(), presenter: PresenterSpy<BlameFields.Response>()
      ).handle(request)
    }
    #expect(failure.code == code)
    #expect(failure.kind == .notFound)
  }

  @Test func `amounts are shown in major units, and as numbers in JSON`() throws {
    let response = try blame { $0.field = "paid" }
    let display = DisplaySpy<BlameFields.ViewModel>()
    BlameFields.presenter(on: display).present(response)
    #expect(display.viewModel?.texts("VALUE") == ["25.00 USD"])
    let documents = DocumentSpy()
    JSONPresenter<BlameFields.Response>(display: documents).present(response)
    #expect(
      documents.documents == [
        #"{"field":"paid","value":2500,"currency":"USD","seq":3,"rev":2,"#
          + #""at":"2026-01-05T09:03:00.000000Z","actor":"amy","command":"pay-order"}"#
      ])
  }
}

/// An order that was in yen before it was in dollars, and should have been in dinars since.
private func yenStory() throws -> Story {
  let story = try Story()
  var yen = OrderFields.amy
  yen[.currency] = "JPY"
  yen.items = [Item(sku: "DECK-52", quantity: 1, unitPrice: 100)]
  try story.asks("amy", "1001", .create(yen))
  var dollars = OrderFields()
  dollars[.currency] = "USD"
  dollars.items = [Item(sku: "DECK-52", quantity: 1, unitPrice: 2500)]
  try story.asks("amy", "1001", .update(dollars))
  var dinars = OrderFields()
  dinars[.currency] = "KWD"
  dinars.items = [Item(sku: "", quantity: 1, unitPrice: 2500)]
  try story.asks("amy", "1001", .update(dinars))
  return story
}

/// Amounts in the currency that held at their entry.
@Suite struct OldCurrencyTests {
  @Test(arguments: [("total", ["100 JPY", "25.00 USD"]), ("currency", ["JPY", "USD"])])
  func `a field's history has each amount in its currency`(field: String, values: [String]) throws {
    let spy = PresenterSpy<BlameFields.Response>()
    var request = BlameFields.Request(id: "1001")
    request.field = field
    request.showsHistory = true
    try Interactor<BlameFields>(try yenStory().store, presenter: spy).handle(request)
    let model = BlameFields.viewModel(of: try #require(spy.response), .standard)
    #expect(model.texts("VALUE") == values)
  }

  @Test(arguments: [(1, "100 JPY"), (2, "25.00 USD"), (3, "2.500 KWD")])
  func `what was asked is in the currency that was asked`(seq: Int, price: String) throws {
    let spy = PresenterSpy<ShowEntry.Response>()
    try Interactor<ShowEntry>(try yenStory().store, presenter: spy).handle(.init(.entry(seq)))
    let model = ShowEntry.viewModel(of: try #require(spy.response), .standard)
    #expect(model.isRefused == (seq == 3))
    #expect(model.requested.first { $0.label == "items[0].unitPrice" }?.text == price)
  }
}

/// One entry in full, and why it came out as it did.
@Suite struct EntryAndDecisionTests {
  @Test func `an entry in full`() throws {
    let spy = PresenterSpy<ShowEntry.Response>()
    try Interactor<ShowEntry>(try Story.told().store, presenter: spy)
      .handle(.init("@3"))
    let display = DisplaySpy<ShowEntry.ViewModel>()
    ShowEntry.presenter(on: display).present(try #require(spy.response))
    let entry = try #require(display.viewModel)
    #expect(entry.title == "Entry 3: pay-order, accepted")
    #expect(entry.requested.map(\.text) == ["25.00 USD", "card"])
    #expect(entry.events == ["payment-received", "order-paid"])
    #expect(entry.changes.first == FieldChangeLine(field: "status", old: "placed", new: "paid"))
  }

  @Test(arguments: ["0", "-1", "x", "", "@", "99999999999999999999"]) func `no entry`(
    _ number: String
  ) throws {
    let failure = try failure { () throws(Failure) in
      try Interactor<ShowEntry>(MemoryStore(), presenter: PresenterSpy<ShowEntry.Response>())
        .handle(.init(.typed(number)))
    }
    #expect(failure.code == "bad-entry")
  }

  @Test func `a refusal is explained by the facts and where they came from`() throws {
    let spy = PresenterSpy<ExplainDecision.Response>()
    try Interactor<ExplainDecision>(try Story.told().store, presenter: spy)
      .handle(.init("6"))
    let response = try #require(spy.response)
    #expect(response.checks.map(\.rule.verdict) == [.held, .held, .held, .held, .broken])
    let facts = try #require(response.checks.last).facts
    #expect(facts.map(\.field) == ["paid", "refunded"])
    #expect(facts.map { $0.origin?.seq } == [5, 2])
    let display = DisplaySpy<ExplainDecision.ViewModel>()
    ExplainDecision.presenter(on: display).present(response)
    #expect(display.viewModel?.rules.last?.facts.first == "paid 5.00 USD by seq 5, bob (pay-order)")
    #expect(display.viewModel?.conclusion == "Refused as order-has-payments.")
  }

  @Test func `rules after a broken one weren't evaluated`() throws {
    let story = try Story()
    try story.asks("amy", "1", .ship())
    let spy = PresenterSpy<ExplainDecision.Response>()
    try Interactor<ExplainDecision>(story.store, presenter: spy)
      .handle(.init("1"))
    let verdicts = try #require(spy.response).checks.map(\.rule.verdict)
    #expect(
      verdicts == [
        .broken, .notEvaluated, .notEvaluated, .notEvaluated, .notEvaluated, .notEvaluated,
      ])
  }

  @Test func `a decision that today's rules wouldn't make is reported`() throws {
    let line =
      #"{"seq":1,"at":"2026-01-01T00:00:00.000000Z","stream":"order/1","rev":1,"actor":"a","#
      + #""command":{"type":"cancel-order"},"events":[{"type":"order-cancelled"}]}"#
    let spy = PresenterSpy<ExplainDecision.Response>()
    try Interactor<ExplainDecision>(ScenesTests.history(line), presenter: spy)
      .handle(.init("1"))
    let display = DisplaySpy<ExplainDecision.ViewModel>()
    ExplainDecision.presenter(on: display).present(
      try #require(spy.response))
    #expect(
      display.viewModel?.conclusion
        == "Version \(Orders.version) of the rules would refuse it as order-not-found: see `cleanstore replay`."
    )
  }
}
