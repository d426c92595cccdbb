import EventSourcing
import Formatting
import OrderDomain
import Testing

@testable import HistoryScenes
@testable import OrderScenes

@Suite struct ReportHistoryTests {
  typealias Request = ReportHistory.Request
  typealias Section = ReportHistory.ViewModel.Section

  private func page(
    _ source: any EntrySource, _ request: Request = Request(), _ formatting: Formatting = .standard
  ) throws -> ReportHistory.ViewModel {
    let times = TypedTimes(now: nil, zone: formatting.timeZone)
    let response = try ReportHistory.respond(
      to: request, with: (History(source, of: .orders, times: times), nil, nil))
    return ReportHistory.viewModel(of: response, formatting)
  }

  private func section(_ name: ReportHistory.ViewModel.Name, _ page: ReportHistory.ViewModel)
    throws -> Section
  {
    try #require(page.sections.first { $0.name == name })
  }

  /// Rows as people read them.
  private func rows(_ table: ReportTable?) throws -> [String] {
    try #require(table).rows.map { $0.map(\.text).joined(separator: " | ") }
  }

  /// Amy and Bob refund orders, one of which is deleted afterwards.
  private func refunded() throws -> Story {
    let story = try Story()
    for (id, fields) in [("1001", OrderFields.amy), ("1002", .bob), ("1003", .chris)] {
      try story.asks("clerk", id, .create(fields))
    }
    try story.asks("till", "1001", .pay(Payment(amount: 2500)))
    try story.asks("till", "1002", .pay(Payment(amount: 1596)))
    try story.asks("amy", "1001", .cancel)
    try story.asks("amy", "1001", .refund(amount: 1000), because: "broken")
    try story.asks("bob", "1001", .refund(amount: 1500))
    try story.asks("bob", "1001", .refund(amount: 1))
    try story.asks("boss", "1001", .delete)
    try story.asks("bob", "1002", .refund(amount: 596))
    return story
  }

  @Test func `totals are apart for deleted orders, and say what is due`() throws {
    let totals = try section(.totals, page(Story.told().store))
    #expect(
      try rows(totals.tables.first) == [
        "USD | orders | 40.96 USD | 30.00 USD | 0.00 USD | 10.96 USD | 0.00 USD",
        "EUR | deleted orders | 1299.00 EUR | 0.00 EUR | 0.00 EUR |  | ",
      ])
    #expect(try rows(totals.tables.last) == ["placed | 1", "delivered | 1", "deleted | 1"])
  }

  @Test func `who refunded what in each month`() throws {
    let refunds = try section(.refunds, page(refunded().store))
    #expect(
      try rows(refunds.tables.first) == [
        "2026-01 | amy | deleted orders | 1 | 10.00 USD",
        "2026-01 | bob | orders | 2 | 5.96 USD", "2026-01 | bob | deleted orders |  | 15.00 USD",
      ])
  }

  @Test func `the rule that refused most comes first`() throws {
    let story = try Story.told()
    for actor in ["bob", "clerk", "clerk"] { try story.asks(actor, "1002", .deliver) }
    let refusals = try section(.refusals, page(story.store))
    #expect(
      try rows(refusals.tables.first) == [
        "order-not-shipped | clerk | 2", "order-not-shipped | bob | 1",
        "order-has-payments | clerk | 1",
      ])
    #expect(refusals.paragraphs[0].contains("4 commands were refused"))
    #expect(refusals.paragraphs[0].contains("refused most is order-not-shipped."))
    #expect(refusals.charts[0].points.map(\.value) == [3, 1])
  }

  @Test func `how many orders went from which status to which, and how long they were in it`()
    throws
  {
    let flow = try section(.flow, page(Story.told().store))
    #expect(
      try rows(flow.tables.first) == [
        "new | placed | 3 |  |  |  | ", "placed | paid | 1 | 2 min | 2 min | 2 min | 2 min",
        "placed | deleted | 1 | 1 min | 1 min | 1 min | 1 min",
        "paid | shipped | 1 | 1 min | 1 min | 1 min | 1 min",
        "shipped | delivered | 1 | 5 min | 5 min | 5 min | 5 min",
      ])
  }

  @Test func `months have what happened in them, deleted orders apart, and charts have all of it`()
    throws
  {
    let months = try section(.months, page(Story.told().store))
    #expect(
      try rows(months.tables.first) == [
        "2026-01 | orders | 9 | 1 | 2 | 40.96 USD | 30.00 USD | 0.00 USD",
        "2026-01 | deleted orders |  |  | 1 | 1299.00 EUR | 0.00 EUR | 0.00 EUR",
      ])
    #expect(
      months.charts.map { "\($0.title): \($0.points.map(\.value))" } == [
        "New orders a month: [3]", "Ordered a month, EUR: [129900]",
        "Ordered a month, USD: [4096]", "Paid a month, USD: [3000]",
      ])
  }

  @Test func `what an audit finds, with the entries that show it`() throws {
    let audit = try section(.audit, page(refunded().store))
    let findings = try rows(audit.tables.last)
    #expect(findings.contains("refund-without-return | 11 | 1002 | "))
    #expect(audit.tables.last?.rows.contains { $0[2].stream == "1002" } == true)
    #expect(audit.paragraphs.last?.hasPrefix("To explain:") == true)
  }

  @Test func `a time line has every command, what it changed and why, refused ones too`() throws {
    let order = try #require(page(Story.told().store, Request(ids: ["1002"])).timeLines.first)
    #expect(order.summary == "placed, 15.96 USD")
    #expect(
      order.steps.map { "\($0.entry) \($0.revision) \($0.actor) \($0.command): \($0.outcome)" } == [
        "@2 1 bob create-order: order-created", "@5 2 bob pay-order: payment-received",
        "@6 2 clerk delete-order: refused: order-has-payments",
      ])
    #expect(order.steps[2].reason == "duplicate" && order.steps[2].isRefused)
    #expect(
      order.steps[1].changes.map { "\($0.field) \($0.old ?? "") \($0.new ?? "")" } == [
        "paid 0.00 USD 5.00 USD", "due 15.96 USD 10.96 USD",
      ])
    #expect(order.fields.first { $0.label == "due" }?.text == "10.96 USD")
  }

  @Test func `fields at the end are what all steps lead to`() throws {
    let story = try refunded()
    let orders = try page(story.store).timeLines
    #expect(orders.map(\.id) == ["1002", "1003"])
    for order in orders {
      let now = try ShowStream.respond(
        to: .init(id: order.id), with: History(story.store, of: .orders))
      let currency = now.state["currency"]?.string ?? ""
      let paid = now.state["paid"]?.integer.map {
        Formatting.standard.money($0, currency: currency)
      }
      #expect(order.fields.first { $0.label == "paid" }?.text == paid)
      #expect(order.fields.first { $0.label == "status" }?.text == now.state["status"]?.string)
    }
  }

  static let personal = ["contact.firstName", "billing.street1", "shipment.city", "contact.email"]

  @Test func `personal fields are left out unless they are asked for`() throws {
    var request = Request(ids: ["1001"])
    for isIncluded in [false, true] {
      request.includesPersonal = isIncluded
      let page = try page(Story.told().store, request)
      let fields = Set(page.timeLines.flatMap(\.steps).flatMap(\.changes).map(\.field))
      #expect(fields.isSuperset(of: Self.personal) == isIncluded)
      #expect(fields.isDisjoint(with: Self.personal) == !isIncluded)
      #expect(fields.contains("payment.kind") && fields.contains("customer"))
      #expect(
        try section(.list, page).tables[0].headings.contains { $0.text == "Name" } == isIncluded)
    }
  }

  private static let deleted = " Deleted ones are shown if their ids are passed."

  static let selections: [(request: Request, orders: [String], sentence: String)] = [
    (Request(), ["1001", "1002"], "All 2 orders.\(deleted)"),
    (limited(1), ["1001"], "1 of 2 orders: those that were changed last.\(deleted)"),
    (limited(0), [], "None of 2 orders.\(deleted)"),
    (Request(ids: ["1003"]), ["1003"], "The requested order."),
    (
      Request(ids: ["1002", "1001", "1002"]), ["1002", "1001"], "The 2 requested orders."
    ),
    (at("1"), ["1001"], "One order."), (at("start"), [], "There are no orders."),
  ]

  private static func limited(_ limit: Int) -> Request {
    var request = Request()
    request.limit = limit
    return request
  }

  private static func at(_ position: RequestedPosition) -> Request {
    var request = Request()
    request.at = position
    return request
  }

  @Test(arguments: selections.indices)
  func `which orders are shown, and how many there are`(_ number: Int) throws {
    let (request, orders, sentence) = Self.selections[number]
    let page = try page(Story.told().store, request)
    #expect(page.timeLines.map(\.id) == orders)
    #expect(try section(.list, page).paragraphs == [sentence])
    let cells = try section(.list, page).tables[0].rows.map { $0[0].stream }
    #expect(cells == orders)
  }

  @Test func `figures are about a period, totals about everything before its end`() throws {
    var request = Request()
    (request.since, request.until) = ("2026-01-05T09:02Z", "2026-01-05T09:04Z")
    let page = try page(Story.told().store, request)
    #expect(
      try rows(section(.months, page).tables.first) == [
        "2026-01 | orders | 3 | 0 | 1 | 15.96 USD | 25.00 USD | 0.00 USD"
      ])
    #expect(
      try rows(section(.flow, page).tables.first).map { String($0.prefix(20)) } == [
        "new | placed | 1 |  ", "placed | paid | 1 | ", "paid | shipped | 1 |",
      ])
    #expect(try rows(section(.totals, page).tables.last) == ["placed | 1", "shipped | 1"])
    #expect(page.facts.contains { $0 == .init("As of", "entry 4") })
  }

  @Test func `months, times and days are those of the zone`() throws {
    let zone = try #require(TimeZoneRules(offset: "-10:00"))
    let page = try page(
      Story.told().store, Request(ids: ["1001"]), Formatting(timeZone: zone))
    #expect(page.timeLines[0].steps[0].day == "2026-01-04")
    #expect(page.facts.contains { $0.text.contains("2026-01-04 23:01:00 -10:00") })
  }

  @Test func `long histories are no reason for a page that is too long`() throws {
    let story = try Story()
    for id in 1001...1003 {
      try story.asks("clerk", "\(id)", .create(.amy))
      // Each changes the quantities of a hundred items.
      for quantity in 1...100 {
        var fields = OrderFields()
        fields.items = (1...100).map { number in
          Item(sku: "DECK-\(number)", quantity: Amount(Int64(quantity)), unitPrice: 1250)
        }
        try story.asks("clerk", "\(id)", .update(fields))
      }
    }
    let page = try page(story.store)
    #expect(page.timeLines.map(\.id) == ["1003"])
    #expect(try section(.list, page).paragraphs == ["1 of 3 orders: those that were changed last."])
    #expect(try self.page(story.store, Self.limited(3)).timeLines.count == 3)
  }

  @Test func `an order that isn't there is named, with the position as it was typed`() throws {
    let store = try Story.told().store
    var request = Request(ids: ["1003"])
    request.at = "2"
    let failure = try failure { () throws(Failure) in
      _ = try ReportHistory.respond(to: request, with: (History(store, of: .orders), nil, nil))
    }
    #expect(failure.code == "no-such-order" && failure.message == "There is no order 1003 at 2.")
  }
}
