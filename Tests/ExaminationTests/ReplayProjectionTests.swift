import EventSourcing
import Examination
import JSONLines
import OrderDomain
import QuizDomain
import Testing

/// Recorded commands put to rules once more: today's, and others that differ by a row.
@Suite struct ReplayProjectionTests {
  @Test func `what the rules decided they decide again`() throws {
    let past = try Past<Orders>.ofTwoOrders()
    #expect(try divergences(in: past.store, under: Orders.self).isEmpty)
    #expect(try divergences(in: history(past.lines()), under: Orders.self).isEmpty)
  }

  struct Edit: CustomTestStringConvertible, Sendable {
    let line: Int
    let old: String
    let new: String
    let kind: Difference.Kind
    var event: String?
    var field: String?
    var recorded: String?
    var replayed: String?
    var testDescription: String { "\(kind.rawValue): \(new)" }
  }

  static let edits = [
    Edit(
      line: 6, old: #""events":[{"type":"order-shipped","carrier":"Snail & Co."}]"#,
      new: #""rejected":{"code":"order-not-paid"}"#, kind: .rejectedNowAccepted,
      recorded: #"{"code":"order-not-paid"}"#, replayed: #"["order-shipped"]"#),
    Edit(
      line: 4, old: #""rejected":{"code":"order-not-paid"}"#,
      new: #""events":[{"type":"order-shipped"}]"#, kind: .acceptedNowRejected,
      recorded: #"["order-shipped"]"#, replayed: #"{"code":"order-not-paid"}"#),
    Edit(
      line: 4, old: #"{"code":"order-not-paid"}"#,
      new: #"{"code":"invalid","fields":[{"field":"carrier","code":"too-long"}]}"#,
      kind: .rejectionDiffers, field: "code",
      recorded: #"{"code":"invalid","fields":[{"field":"carrier","code":"too-long"}]}"#,
      replayed: #"{"code":"order-not-paid"}"#),
    Edit(
      line: 3, old: #""amount":1000}]"#, new: #""amount":1000},{"type":"order-paid"}]"#,
      kind: .eventMissing, event: "order-paid", recorded: #"{"type":"order-paid"}"#),
    Edit(
      line: 5, old: #",{"type":"order-paid"}"#, new: "", kind: .eventExtra, event: "order-paid",
      replayed: #"{"type":"order-paid"}"#),
    Edit(
      line: 7, old: #"{"type":"order-delivered"}"#, new: #"{"type":"order-returned"}"#,
      kind: .eventTypeDiffers, event: "order-returned", recorded: #""order-returned""#,
      replayed: #""order-delivered""#),
    Edit(
      line: 3, old: #"{"type":"payment-received","amount":1000"#,
      new: #"{"type":"payment-received","amount":1001"#, kind: .fieldDiffers,
      event: "payment-received", field: "amount", recorded: "1001", replayed: "1000"),
    Edit(
      line: 6, old: #""order-shipped","carrier":"Snail & Co.""#, new: #""order-shipped""#,
      kind: .fieldDiffers, event: "order-shipped", field: "carrier", replayed: #""Snail & Co.""#),
  ]

  @Test(arguments: edits) func `an edited history diverges where it was edited`(_ edit: Edit)
    throws
  {
    let past = try Past<Orders>.ofTwoOrders().edited(edit.line, edit.old, edit.new)
    let first = try #require(divergences(in: past, under: Orders.self).first)
    #expect(first.seq == edit.line)
    #expect(first.compared == edit.line)
    #expect(first.recordedRulesVersion == Orders.version)
    #expect(first.replayedRulesVersion == Orders.version)
    let difference = first.difference
    #expect(difference.kind == edit.kind)
    #expect(difference.event == edit.event)
    #expect(difference.field == edit.field)
    #expect(try difference.recorded == edit.recorded.map { try JSONValue(parsing: $0) })
    #expect(try difference.replayed == edit.replayed.map { try JSONValue(parsing: $0) })
  }

  @Test(arguments: [
    (#""expect":1"#, #""expect":0"#, "revision-conflict"),
    (#""id":"second""#, #""id":"first""#, "command-id-reused"),
  ]) func `the engine's own checks are made again`(old: String, new: String, code: String) throws {
    let past = try Past<Orders>()
    try past.asks(.create(.amy), id: "first")
    try past.asks(.pay(Payment(amount: 5)), id: "second", expect: 1)
    // The same id on another stream is another command's.
    try past.asks(.create(.bob), on: "3", id: "first", expect: 0)
    #expect(try divergences(in: history(past.lines()), under: Orders.self).isEmpty)
    let found = try divergences(in: past.edited(2, old, new), under: Orders.self)
    #expect(found.map(\.seq) == [2])
    #expect(found.first?.difference.kind == .acceptedNowRejected)
    #expect(found.first?.difference.replayed?["code"]?.string == code)
  }

  enum Careless: OrderDecider {
    static let rules = RuleTable.standard.without("order-not-paid", of: .ship)
    static let version = "careless"
  }

  /// A wrapper around the rules: mails go to small letters, and totals are off by one.
  enum Meddling: OrderDecider {
    static let rules = RuleTable.standard
    static func decide(_ command: OrderCommand, on state: Order?, in context: EntryContext)
      throws(OrderRefusal) -> [OrderEvent]
    {
      let events = try Orders.decide(command, on: state, in: context)
      guard case .created(var fields, let total)? = events.first else { return events }
      if context.actor == "bob" { return [.created(fields, total: total + 1)] }
      fields[.email] = "other@example.com"
      return [.created(fields, total: total)]
    }
  }

  @Test func `other rules diverge where they matter`() throws {
    let past = try Past<Orders>.ofTwoOrders()
    let found = try divergences(in: past.store, under: Careless.self)
    #expect(found.map(\.seq) == [4])
    #expect(found.first?.difference.kind == .rejectedNowAccepted)
    #expect(found.first?.recordedRulesVersion == Orders.version)
    #expect(found.first?.replayedRulesVersion == "careless")
    #expect(found.first?.stream == "order/2")
    #expect(found.first?.command == "ship-order")
  }

  @Test func `what differs in personal data is named but not quoted`() throws {
    let found = try divergences(in: Past<Orders>.ofTwoOrders().store, under: Meddling.self)
    #expect(found.map(\.seq) == [1, 2])
    #expect(
      found.first?.difference
        == Difference(.fieldDiffers, event: "order-created", field: "personal"))
    #expect(found.last?.difference.field == "total")
  }

  @Test(arguments: [
    (["personal", "total"], []), (["personal"], [2]), (["tot"], [1, 2]), (["total.x"], [1, 2]),
  ]) func `ignored fields don't count`(paths: [String], seqs: [Int]) throws {
    var options = ReplayOptions.all
    options.ignored = IgnoredFields(paths)
    let past = try Past<Orders>.ofTwoOrders()
    #expect(try divergences(in: past.store, under: Meddling.self, options).map(\.seq) == seqs)
  }

  @Test func `a container includes everything in it`() throws {
    let lines = try Past<Orders>.ofTwoOrders().lines()
    let events = try #require(lines[0].firstRange(of: #""events""#)).lowerBound
    let edited =
      lines[0][..<events] + lines[0][events...].replacing(#""sku":"A-1""#, with: #""sku":"Z""#)
    let source = history([String(edited)] + lines.dropFirst())
    #expect(
      try divergences(in: source, under: Orders.self).first?.difference.field == "items[0].sku")
    for path in ["items", "items[0]", "items[0].sku"] {
      var options = ReplayOptions.all
      options.ignored = IgnoredFields([path])
      #expect(try divergences(in: source, under: Orders.self, options).isEmpty)
    }
  }

  @Test func `only some streams, only from some entry on, only the first`() throws {
    let past = try Past<Orders>.ofTwoOrders()
    var options = ReplayOptions.all
    options.streams = ["order/1"]
    #expect(try divergences(in: past.store, under: Careless.self, options).isEmpty)
    options.streams = ["order/2"]
    #expect(try divergences(in: past.store, under: Careless.self, options).count == 1)
    options.streams = nil
    options.from = 1
    #expect(try divergences(in: past.store, under: Meddling.self, options).map(\.seq) == [2])
    #expect(
      try divergences(in: past.store, under: Meddling.self, ReplayOptions()).map(\.seq) == [1])
  }

  @Test func `a quiz is replayed as well`() throws {
    let past = try Past<Quiz>()
    try past.asks(.init(.next))
    try past.asks(.init(.load, Quiz.deck("gato = cat")))
    for command in [Quiz.CommandType.reveal, .next] { try past.asks(.init(command)) }
    #expect(try divergences(in: past.store, under: Quiz.self).isEmpty)
    let edited = try past.edited(4, "last-card", "not-revealed")
    let found = try divergences(in: edited, under: Quiz.self)
    #expect(found.map(\.difference.kind) == [.rejectionDiffers])
  }
}
