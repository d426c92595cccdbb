import EventSourcing
import Examination
import JSONLines
import OrderDomain
import QuizDomain
import Testing

/// Histories that go another way from some entry on.
@Suite struct AlternativeProjectionTests {
  struct Told {
    var steps: [String] = []
    var ends: [String] = []
  }

  /// The entries decided again, as `seq: recorded > alternative`, and the fields that then differ.
  static func tell<D: InspectableDecider>(
    _ source: any EntrySource, _ alterations: [Int: Alteration<D>]
  ) throws -> Told {
    var alternative = AlternativeProjection(alterations, checksRevisions: false)
    var reader = try EntryReader(source)
    var told = Told()
    while true {
      alternative.insert(before: reader.seq + 1)
      guard try reader.next(into: &alternative) != nil else { break }
      for step in alternative.steps {
        told.steps.append(
          "\(step.command.seq): \(text(step.recorded)) > \(text(step.alternative))")
      }
    }
    for end in alternative.ends {
      let fields = end.recorded.differences(to: end.alternative).map(\.path)
      told.ends.append("\(end.name): \(fields.joined(separator: " "))")
    }
    return told
  }

  static func text<D>(_ verdict: DecisionOutcome<D>?) -> String {
    switch verdict {
    case .accepted(let events)?: events.map { "\(D.type(of: $0))" }.joined(separator: ",")
    case .refused(let refusal)?: refusal.code
    case .unchanged?: "unchanged"
    case .conflict(let actual)?: "conflict at \(actual)"
    case .unknown?: "unknown"
    case nil: "not asked"
    }
  }

  static func command(_ command: OrderCommand, at seq: Int, on id: String) throws
    -> RecordedCommand<Orders>
  {
    RecordedCommand(
      command, seq: seq, at: .noon, stream: try #require(StreamName(category: "order", id: id)),
      actor: "amy")
  }

  @Test func `a payment that wasn't made`() throws {
    var alteration = Alteration<Orders>()
    alteration.isSkipped = true
    let told = try Self.tell(Past<Orders>.ofTwoOrders().store, [3: alteration])
    #expect(
      told.steps == [
        "3: payment-received > not asked", "5: payment-received,order-paid > payment-received",
        "6: order-shipped > order-not-paid", "7: order-delivered > order-not-shipped",
      ])
    #expect(told.ends == ["order/1: rev status paid balance due updatedAt carrier"])
  }

  @Test func `a command in another's place, and one before another`() throws {
    var replaced = Alteration<Orders>()
    replaced.replacement = try Self.command(.pay(Payment(amount: 3099)), at: 3, on: "1")
    var inserted = Alteration<Orders>()
    inserted.insertions = [
      try Self.command(.pay(Payment(amount: 1000)), at: 4, on: "2"),
      try Self.command(.create(.bob), at: 4, on: "3"),
    ]
    let told = try Self.tell(
      Past<Orders>.ofTwoOrders().store, [3: replaced, 4: inserted])
    #expect(
      told.steps == [
        "3: payment-received > payment-received,order-paid",
        "4: not asked > payment-received,order-paid", "4: not asked > order-created",
        "4: order-not-paid > order-shipped",
        "5: payment-received,order-paid > payment-exceeds-balance",
        "6: order-shipped > order-shipped", "7: order-delivered > order-delivered",
      ])
    #expect(told.ends.map { $0.prefix(8) } == ["order/1:", "order/2:", "order/3:"])
  }

  @Test func `a command in the place of one on another stream`() throws {
    var alteration = Alteration<Orders>()
    alteration.replacement = try Self.command(.cancel, at: 7, on: "2")
    let told = try Self.tell(Past<Orders>.ofTwoOrders().store, [7: alteration])
    #expect(
      told.steps == ["7: order-delivered > not asked", "7: not asked > order-cancelled"])
    #expect(told.ends.count == 2)
  }

  @Test func `a card that has expired by then`() throws {
    var alteration = Alteration<Orders>()
    alteration.time = Timestamp("2028-01-01T00:00:00.000000Z")
    let told = try Self.tell(Past<Orders>.ofTwoOrders().store, [1: alteration])
    #expect(told.steps.first == "1: order-created > invalid")
    #expect(told.steps.dropFirst().allSatisfy { $0.hasSuffix("> order-not-found") })
  }

  @Test func `a revision that isn't the expected one any more`() throws {
    let past = try Past<Orders>()
    try past.asks(.create(.bob))
    try past.asks(.pay(Payment(amount: 1)))
    try past.asks(.cancel, expect: 2)
    var alteration = Alteration<Orders>()
    alteration.isSkipped = true
    #expect(
      try Self.tell(past.store, [2: alteration]).steps.last == "3: order-cancelled > conflict at 1")
  }

  @Test func `a quiz that goes another way`() throws {
    let past = try Past<Quiz>()
    try past.asks(.init(.load, Quiz.deck("gato = cat\nperro = dog")), on: "spanish")
    for command in [Quiz.CommandType.reveal, .next] {
      try past.asks(.init(command), on: "spanish")
    }
    var alteration = Alteration<Quiz>()
    alteration.isSkipped = true
    let told = try Self.tell(past.store, [2: alteration])
    #expect(told.steps == ["2: answer-revealed > not asked", "3: next-shown > not-revealed"])
    #expect(told.ends == ["quiz/spanish: card left"])
  }
}
