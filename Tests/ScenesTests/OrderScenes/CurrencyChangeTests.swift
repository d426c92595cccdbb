import EventSourcing
import JSONLines
import OrderDomain
import Testing

@testable import HistoryScenes
@testable import OrderScenes

/// An order of 2048 minor units that is placed in one currency, then edited to be in another, then shipped
/// elsewhere: 2.048 KWD, 20.48 EUR.
private func story(_ currencies: (String, String) = ("KWD", "EUR")) throws -> Story {
  let story = try Story()
  var fields = OrderFields.amy
  fields[.currency] = currencies.0
  fields.items = [Item(sku: "DECK-52", quantity: 2, unitPrice: 1024)]
  try story.asks("amy", "1001", .create(fields))
  try story.asks("amy", "1001", .update(.only { $0[.currency] = currencies.1 }))
  try story.asks("amy", "1001", .update(.only { $0[.shipmentCity] = "Volta" }))
  return story
}

extension OrderFields {
  fileprivate static func only(_ change: (inout OrderFields) -> Void) -> OrderFields {
    var fields = OrderFields()
    change(&fields)
    return fields
  }
}

/// Amounts of an order whose currency changed, in conditions and formulas.
@Suite struct CurrencyChangeTests {
  private func rows(_ request: WatchFormulas.Request, _ story: Story) throws -> [String] {
    let display = DisplaySpy<WatchFormulas.ViewModel>()
    try Interactor<WatchFormulas>(
      History(story.store, of: .orders),
      presenter: WatchFormulas.presenter(on: display)
    ).handle(request)
    return display.viewModels.compactMap {
      if case .row(let row) = $0 { row.values.joined(separator: ", ") } else { nil }
    }
  }

  @Test(arguments: [
    ("total", ["2.048 KWD", "20.48 EUR", "20.48 EUR"]),
    ("old(total)", ["-", "2.048 KWD", "20.48 EUR"]),
    ("old(total) * 2", ["-", "4.096 KWD", "40.96 EUR"]),
    ("-old(total - paid)", ["-", "-2.048 KWD", "-20.48 EUR"]),
    ("old(total) - 0.01", ["-", "2.038 KWD", "20.47 EUR"]),
    ("old(paid)", ["-", "0.000 KWD", "0.00 EUR"]),
    ("total - old(total)", ["-", "-", "0.00 EUR"]),
    ("total - old(paid)", ["-", "-", "20.48 EUR"]), ("old(paid) + total", ["-", "-", "20.48 EUR"]),
    ("old(total) - paid", ["-", "-", "20.48 EUR"]), ("paid + old(total)", ["-", "-", "20.48 EUR"]),
    ("old(paid) else total", ["2.048 KWD", "0.00 EUR", "0.00 EUR"]),
    ("old(total) else 0", ["0.000 KWD", "2.048 KWD", "20.48 EUR"]),
    ("old(total) else total", ["2.048 KWD", "20.48 EUR", "20.48 EUR"]),
  ]) func `an amount is shown with its currency`(
    formula: String, values: [String]
  ) throws {
    #expect(try rows(.init(formulas: [formula], id: "1001"), story()) == values)
  }

  @Test(arguments: [
    ("total", ["20.48 USD", "20.48 EUR"]), ("paid", ["0.00 USD"]),
    ("old(total)", ["-", "20.48 USD", "20.48 EUR"]),
  ]) func `the same number in another currency is a change, but for 0`(
    formula: String, values: [String]
  ) throws {
    var request = WatchFormulas.Request(formulas: [formula], id: "1001")
    request.changesOnly = true
    #expect(try rows(request, story(("USD", "EUR"))) == values)
  }

  @Test(arguments: [
    ("old(currency) == 'KWD' and old(total) == 2.048", [2]), ("old(total) == 20.48", [3]),
    ("total == 20.48", [2, 3]),
    ("changed(total)", [1, 2]), ("changed(paid)", []), ("changed(items[0].unitPrice * 2)", [1, 2]),
    ("old(total) == total", [3]), ("old(total) != total", []), ("old(total) >= total", [3]),
    ("old(paid) == paid", [2, 3]), ("old(paid) < total", [2, 3]), ("total not in [old(total)]", []),
    ("not exists(total - old(total))", [1, 2]),
    // Comparing with 0.
    ("old(total) > discount", [2, 3]), ("discount < old(total)", [2, 3]),
    ("total > old(discount)", [2, 3]), ("old(discount) < total", [2, 3]),
    ("old(total) not in [discount]", [2, 3]), ("total not in [old(discount)]", [2, 3]),
    // Adding 0.
    ("old(total) - discount > 0", [3]), ("total - old(discount) > 0", [3]),
    ("exists(old(total) + discount)", [3]), ("exists(total + old(discount))", [3]),
    ("old(total) * 0 + total > 0", [3]), ("total * 0 + old(total) > 0", [3]),
    ("old(paid) + paid == 0", [3]), ("paid - old(paid) == 0", [3]),
  ]) func `amounts in two currencies are neither equal nor different`(
    condition: String, seqs: [Int]
  ) throws {
    let rows = try rows(.init(formulas: [condition]), story())
    #expect(rows.indices.filter { rows[$0] == "true" }.map { $0 + 1 } == seqs)
  }

  @Test func `a broken invariant shows each amount in its currency`() throws {
    let spy = PresenterSpy<CheckInvariants.Response>()
    try Interactor<CheckInvariants>(try story().store, presenter: spy).handle(
      .init(invariants: ["same=rev == 1 or old(total) == 20.48 and total == 20.48"]))
    let model = CheckInvariants.viewModel(of: try #require(spy.response), .standard)
    #expect(
      model.lines.last?.details.dropFirst(2)
        == ["rev = 2", "old(total) = 2.048 KWD", "total = 20.48 EUR"])
  }
}

/// Changed amounts where the currency changed: 20.48 in another currency is another total, 0.00 the same discount.
@Suite struct AmountChangeTests {
  static let changes = [
    "items[0].unitPrice 10.24 USD → 10.24 EUR", "currency USD → EUR", "total 20.48 USD → 20.48 EUR",
    "due 20.48 USD → 20.48 EUR",
  ]

  private func texts(_ lines: [FieldChangeLine]?) -> [String] {
    (lines ?? []).map { "\($0.field) \($0.old ?? "") → \($0.new ?? "")" }
  }

  private func log(_ story: Story, _ change: (inout ShowLog.Request) -> Void) throws
    -> [ShowLog.Item]
  {
    let spy = PresenterSpy<ShowLog.Response>()
    var request = ShowLog.Request(ids: ["1001"])
    change(&request)
    try Interactor<ShowLog>(History(story.store, of: .orders), presenter: spy).handle(request)
    return spy.items
  }

  @Test func `the log shows it`() throws {
    let items = try log(story(("USD", "EUR"))) { $0.showsChanges = true }
    #expect(texts(items[1].changes?.lines(.standard)) == Self.changes)
    #expect(texts(items[2].changes?.lines(.standard)) == ["shipment.city Ampere → Volta"])
  }

  @Test(arguments: [("total", [1, 2]), ("items", [1, 2]), ("paid", [1]), ("discount", [1])])
  func `the log of a field has it`(field: String, seqs: [Int]) throws {
    #expect(try log(story()) { $0.field = field }.map(\.entry.seq) == seqs)
  }

  @Test func `two moments differ in it`() throws {
    let display = DisplaySpy<CompareStates.ViewModel>()
    var request = CompareStates.Request()
    (request.from, request.to) = ("1", "2")
    _ = try Interactor<CompareStates>(
      .init(source: try story(("USD", "EUR")).store),
      presenter: CompareStates.presenter(on: display)
    ).handle(request)
    guard case .section(let section)? = display.viewModels.first else {
      return #expect(Bool(false))
    }
    #expect(texts(section.changes) == Self.changes)
  }

  @Test(arguments: [(false, ["20.48 EUR @2"]), (true, ["2.048 KWD @1", "20.48 EUR @2"])])
  func `who set a total is who changed its currency`(showsHistory: Bool, rows: [String]) throws {
    let spy = PresenterSpy<BlameFields.Response>()
    var request = BlameFields.Request(id: "1001")
    (request.field, request.showsHistory) = ("total", showsHistory)
    try Interactor<BlameFields>(try story().store, presenter: spy).handle(request)
    let model = BlameFields.viewModel(of: try #require(spy.response), .standard)
    #expect(zip(model.texts("VALUE"), model.texts("SEQ")).map { "\($0) @\($1)" } == rows)
  }

  @Test func `an explanation names who changed it`() throws {
    let story = try story()
    try story.asks("amy", "1001", .pay(Payment(amount: 5000)))
    let spy = PresenterSpy<ExplainDecision.Response>()
    try Interactor<ExplainDecision>(story.store, presenter: spy).handle(.init("4"))
    let facts = ExplainDecision.viewModel(of: try #require(spy.response), .standard).rules
      .flatMap(\.facts)
    #expect(facts.contains("balance 20.48 EUR by seq 2, amy (update-order)"), "\(facts)")
  }

  @Test func `an alternative differs in it`() throws {
    let spy = PresenterSpy<HistoryDifferences.Response>()
    var request = WhatIf.Request()
    request.skipped = ["2"]
    _ = try Interactor<WhatIf>(source: try story().store, presenter: spy, output: nil)
      .handle(request)
    let display = DisplaySpy<HistoryDifferences.ViewModel>()
    for response in spy.responses {
      HistoryDifferences.presenter(on: display).present(response)
    }
    let end = try #require(display.differences.last)
    #expect(end.was.contains("total: 20.48 EUR") && end.now.contains("total: 2.048 KWD"))
    #expect(!end.was.contains { $0.hasPrefix("paid") })
  }
}
