import EventSourcing
import JSONLines
import OrderDomain
import QuizDomain
import Testing

@testable import Examination

/// Histories that are made smaller for as long as they show something.
@Suite struct MinimizerTests {
  /// Amy's order is paid, shipped and delivered; Bob's is refused a shipping.
  private static func past() throws -> Past<Orders> {
    let past = try Past<Orders>()
    try past.asks(.create(.amy), on: "1")
    try past.asks(.create(.bob), on: "2", by: "bob")
    try past.asks(.pay(Payment(amount: 3099, method: "card")), on: "1")
    try past.asks(.ship(), on: "2", by: "clerk")
    try past.asks(.ship(Shipping(carrier: "Snail & Co.")), on: "1", by: "clerk")
    try past.asks(.deliver, on: "1", by: "clerk")
    return past
  }

  private static func orders() throws -> RecordedHistory<Orders> {
    try RecordedHistory(past().store)
  }

  private static func minimized(
    _ history: RecordedHistory<Orders>, when text: String, ever: Bool = false
  ) throws -> RecordedHistory<Orders> {
    let condition = try Condition(text, of: Orders.schema)
    let minimizer = Minimizer(history, .rules) {
      $0.fulfils(condition, ever: ever) ? .shows : .doesNot
    }
    #expect(minimizer.minimize())
    #expect(minimizer.end == .complete)
    #expect(minimizer.history.fulfils(condition, ever: ever))
    return minimizer.history
  }

  @Test(arguments: [
    ("status == 'delivered'", [1, 5, 6]), ("status == 'shipped'", [1, 5]), ("paid > 0", [1, 3]),
    ("contact.firstName == 'Bob'", [2]), ("rejected.code == 'order-not-paid'", [2, 4]),
    ("paid > 25.00", [1, 3]),
  ]) func `what a condition needs is left`(condition: String, expected: [Int]) throws {
    let history = try Self.orders()
    let left = try Self.minimized(history, when: condition, ever: true)
    #expect(left.commands.map(\.seq) == expected)
  }

  @Test func `numbers shrink to the limit, and what repeats them follows`() throws {
    let left = try Self.minimized(Self.orders(), when: "paid >= 20.00 and balance == 0")
    let lines = left.renumberedLines(.rules)
    #expect(lines.count == 2)
    let payment = try JSONValue(parsing: lines[1])["command"]
    #expect(payment == (try JSONValue(parsing: #"{"type":"pay-order","amount":2000}"#)))
    let order = try #require(left.rerun().states.streams.states.first ?? nil)
    #expect(order.total == 2000)
    #expect(order.fields.items?.count == 1)
    #expect(order.fields.amount(.tax).value == 0)
    #expect(order.fields[.email] == "y@e")
    #expect(left.commands.allSatisfy { $0.at == left.commands[0].at })
  }

  @Test(arguments: [OutcomeOrigin.rules, .record])
  func `payments become one of their sum`(_ origin: OutcomeOrigin) throws {
    let past = try Past<Orders>()
    try past.asks(.create(.amy), on: "1")
    for amount in [1000, 1, 2000, 98] as [Int64] {
      try past.asks(.pay(Payment(amount: Amount(amount))), on: "1")
    }
    try past.asks(.ship(), on: "1")
    var limits = MinimizingLimits()
    limits.stages = [.commands]
    let minimizer = Minimizer(try RecordedHistory<Orders>(past.store), origin, within: limits) {
      $0.commands.first?.seq == 1 && $0.rerun().states.state(of: "order/1")?.status == .shipped
        ? .shows : .doesNot
    }
    #expect(minimizer.minimize())
    let lines = minimizer.history.renumberedLines(origin)
    #expect(minimizer.history.commands.map(\.seq) == [1, 5, 6])
    #expect(lines[1].contains(#""command":{"type":"pay-order","amount":3099}"#))
    #expect(lines[1].contains(#""order-paid""#))
    #expect(try RecordedHistory<Orders>(history(lines)).firstDivergence() == nil)
  }

  @Test func `what is left is a history of its own`() throws {
    let left = try Self.minimized(Self.orders(), when: "status == 'delivered'")
    let lines = left.renumberedLines(.rules)
    let trees = try lines.map { try JSONValue(parsing: $0) }
    #expect(trees.map { $0["seq"]?.integer } == [1, 2, 3])
    #expect(trees.map { $0["rev"]?.integer } == [1, 2, 3])
    #expect(trees.map { $0["meta"]?["original-seq"]?.string } == ["1", "5", "6"])
    let again = try RecordedHistory<Orders>(history(lines))
    #expect(again.firstDivergence() == nil)
    #expect(again.rerun().states.state(of: "order/1")?.status == .delivered)
    // Once more, and nothing changes: not even where the entries come from.
    let twice = try Self.minimized(again, when: "status == 'delivered'")
    #expect(twice.renumberedLines(.rules) == lines)
  }

  @Test func `a divergence keeps its entry as it was recorded`() throws {
    let source = try Self.past().edited(6, "order-delivered", "order-returned")
    let history = try RecordedHistory<Orders>(source)
    let divergence = try #require(history.firstDivergence())
    #expect(divergence.difference.kind == .eventTypeDiffers)
    let minimizer = Minimizer(history, .record) { candidate in
      candidate.firstDivergence()?.difference.kind == .eventTypeDiffers ? .shows : .doesNot
    }
    #expect(minimizer.minimize())
    // An order that costs nothing needs no payment to be shipped.
    #expect(minimizer.history.commands.map(\.seq) == [1, 5, 6])
    let lines = minimizer.history.renumberedLines(.record)
    let replayed = try divergences(in: Orders.self, lines)
    #expect(replayed.map(\.seq) == [3])
    #expect(replayed.first?.difference == divergence.difference)
    let last = try JSONValue(parsing: try #require(lines.last))
    #expect(last["events"]?.array?.first?["type"]?.string == "order-returned")
  }

  private func divergences(in domain: Orders.Type, _ lines: [String]) throws -> [Divergence] {
    try ExaminationTests.divergences(in: history(lines), under: domain)
  }

  @Test func `a history that doesn't show it stays as it is`() throws {
    let history = try Self.orders()
    let minimizer = Minimizer(history, .rules) { _ in .unclear }
    #expect(!minimizer.minimize())
    #expect(minimizer.runs == 1)
    #expect(minimizer.history.commands.count == history.commands.count)
  }

  @Test(arguments: 1...20) func `a bound on the histories tried is kept`(maximum: Int) throws {
    let history = try Self.orders()
    var limits = MinimizingLimits()
    limits.maximumRuns = maximum
    let condition = try Condition("status == 'shipped'", of: Orders.schema)
    let minimizer = Minimizer(history, .rules, within: limits) {
      $0.fulfils(condition, ever: true) ? .shows : .doesNot
    }
    #expect(minimizer.minimize())
    #expect(minimizer.runs == maximum)
    #expect(minimizer.end == .outOfRuns)
    #expect(minimizer.history.fulfils(condition, ever: true))
  }

  @Test func `an interrupted search returns the best so far`() throws {
    let history = try Self.orders()
    var limits = MinimizingLimits()
    var stages: [MinimizingStage] = []
    limits.report = { stages.append($0.stage) }
    limits.isInterrupted = { stages.last == .fields }
    let minimizer = Minimizer(history, .rules, within: limits) { candidate in
      candidate.rerun().states.state(of: "order/1")?.status == .shipped ? .shows : .doesNot
    }
    #expect(minimizer.minimize() == false)
    let cut = try RecordedHistory<Orders>(Self.past().store, through: 5)
    let second = Minimizer(cut, .rules, within: limits) { candidate in
      candidate.rerun().states.state(of: "order/1")?.status == .shipped ? .shows : .doesNot
    }
    #expect(second.minimize())
    #expect(second.end == .interrupted)
    #expect(second.history.commands.map(\.seq) == [1, 3, 5])
  }

  @Test func `a command whose personal data was erased keeps what is left of it`() throws {
    var lines = try Self.past().lines()
    lines[0] = try erased(lines[0])
    let left = try Self.minimized(
      RecordedHistory<Orders>(history(lines)), when: "status == 'delivered'")
    #expect(left.renumberedLines(.rules)[0].contains("sha256:"))
  }

  @Test func `any domain's histories get smaller`() throws {
    let past = try Past<Quiz>()
    try past.asks(.init(.load, Quiz.deck("uno = one\ndos = two\ntres = three")))
    for command in [Quiz.CommandType.reveal, .next, .reveal, .next, .next, .reveal, .next] {
      try past.asks(.init(command))
    }
    let history = try RecordedHistory<Quiz>(past.store)
    let minimizer = Minimizer(history, .rules) { candidate in
      candidate.rerun().verdicts.last == .refused("last-card") ? .shows : .doesNot
    }
    #expect(minimizer.minimize())
    let commands = minimizer.history.commands.map(\.command)
    #expect(commands.count == 3)
    #expect(commands.last == .init(.next))
    #expect(commands[0].type == .load && commands[0][Quiz.deck].utf8.count == 1)
  }

  @Test func `elements and numbers get as small as they can`() {
    let needed: Set = [3, 17, 64]
    let left = Examination.minimized(Array(0..<100)) { needed.isSubset(of: $0) }
    #expect(left == [3, 17, 64])
    #expect(Examination.minimized([1, 2, 3]) { _ in true } == [])
    #expect(Examination.minimized([1, 2, 3]) { $0.count == 3 } == [1, 2, 3])
    #expect(Examination.minimized([1, 2, 3]) { _ in nil } == [1, 2, 3])
    for limit in [0, 1, 2, 41, 1000, 9999] as [Int64] {
      #expect(Examination.minimized(10_000) { $0 >= limit } == limit)
      #expect(Examination.minimized(-10_000) { $0 <= -limit } == -limit)
    }
    #expect(Examination.minimized(Int64.max) { $0 == .max } == .max)
    #expect(Examination.minimized(Int64.min) { $0 == .min } == .min)
  }
}
