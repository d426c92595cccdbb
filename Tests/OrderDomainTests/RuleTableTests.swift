// The table itself: what it says, and that each of its rows matters.

import EventSourcing
import Testing

@testable import OrderDomain

@Suite struct RuleTableTests {
  static let rules: [OrderCommand.Kind: String] = [
    .create: "order-exists invalid",
    .update:
      "order-not-found order-deleted order-cancelled personal-erased invalid order-already-shipped order-has-payments",
    .pay:
      "order-not-found order-deleted order-cancelled invalid order-already-returned payment-exceeds-balance",
    .ship:
      "order-not-found order-deleted order-cancelled invalid order-already-shipped order-not-paid",
    .deliver:
      "order-not-found order-deleted order-cancelled invalid order-already-delivered order-not-shipped",
    .cancel: "order-not-found order-deleted order-cancelled invalid order-already-shipped",
    .return:
      "order-not-found order-deleted order-cancelled invalid order-already-returned order-not-delivered",
    .refund: "order-not-found order-deleted invalid refund-exceeds-payments",
    .delete: "order-not-found order-deleted invalid order-already-shipped order-has-payments",
    .erase: "invalid",
  ]

  @Test(arguments: OrderCommand.Kind.allCases) func `rules are evaluated in this order`(
    kind: OrderCommand.Kind
  ) {
    #expect(
      RuleTable.standard[kind].map(\.code).joined(separator: " ") == Self.rules[kind])
  }

  @Test(arguments: OrderCommand.Kind.allCases) func `each rule is explained in a sentence`(
    kind: OrderCommand.Kind
  ) {
    for rule in RuleTable.standard[kind] {
      #expect(rule.explanation.hasSuffix(".") && rule.explanation.first?.isUppercase == true)
    }
  }

  enum Careless: OrderDecider {
    static let rules = RuleTable.standard.without("order-not-paid", of: .ship)
  }

  enum Strict: OrderDecider {
    static let rules = RuleTable.standard.replacing(
      "order-not-paid", of: .ship, by: Rule(.hasPayments, "Never.") { _ in true })
  }

  enum Confused: OrderDecider {
    static let rules = RuleTable.standard.swapping(
      "order-not-found", "invalid", of: .cancel)
  }

  func refusal<Rules: OrderDecider>(
    of command: OrderCommand, on events: [OrderEvent], by actor: String = "amy", _: Rules.Type
  ) -> OrderRefusal? {
    let context = EntryContext(stream: "order/1001", at: .noon, actor: actor)
    var order = Rules.initial
    for event in events { Rules.evolve(&order, with: event, in: context) }
    do throws(OrderRefusal) {
      _ = try Rules.decide(command, on: order, in: context)
      return nil
    } catch {
      return error
    }
  }

  @Test func `another decider differs by its rows only`() {
    #expect(refusal(of: .ship(), on: [.amyOrdered], Orders.self) == .notPaid)
    #expect(refusal(of: .ship(), on: [.amyOrdered], Careless.self) == nil)
    #expect(refusal(of: .ship(), on: [.amyOrdered], Strict.self) == .hasPayments)
    #expect(refusal(of: .cancel, on: [], by: "", Orders.self) == .notFound)
    #expect(refusal(of: .cancel, on: [], by: "", Confused.self)?.code == "invalid")
    #expect(refusal(of: .pay(5000), on: [.amyOrdered], Careless.self) == .paymentExceedsBalance)
  }

  @Test func `a table has the rules of its version, and no others`() {
    func codes(_ version: Int) -> [String] {
      RuleTable(RulesVersion(version)) { _ in
        [
          Rule(.notPaid, "Always.") { _ in true },
          Rule(.notShipped, "No more.", in: RulesVersions(since: 1, through: 1)) { _ in true },
          Rule(.notDelivered, "Since then.", in: RulesVersions(since: 2)) { _ in true },
        ]
      }[.pay].map(\.code)
    }
    #expect(codes(1) == ["order-not-paid", "order-not-shipped"])
    #expect(codes(2) == ["order-not-paid", "order-not-delivered"])
    #expect(Orders.version == RulesVersion.current.name)
  }

  /// For each kind of command what is tried to see that each of its rules matters.
  static let attempts: [OrderCommand] =
    [
      .create(.amy), .create(OrderFields()), .update { $0[.phone] = "x" },
      .update { $0[.customer] = "bob" }, .update { $0.set(.tax, to: 1) },
      .update { $0[.currency] = "EUR" }, .pay(0), .pay(1),
      .pay(5000),
      .ship(), .deliver, .cancel, .return, .refund(amount: 0), .refund(amount: 1),
      .refund(amount: 4000), .delete, .erase,
    ]

  @Test func `without any one of its rows the table decides something else`() {
    let histories = Array(StateMachineTests.histories.values)
    for kind in OrderCommand.Kind.allCases {
      for rule in RuleTable.standard[kind] {
        let mutant = RuleTable.standard.without(rule.code, of: kind)
        let isMissed = histories.contains { events in
          Self.attempts.contains { command in
            ["amy", ""].contains { actor in
              outcome(of: command, on: events, by: actor, mutant)
                != outcome(of: command, on: events, by: actor, .standard)
            }
          }
        }
        #expect(isMissed, "\(kind) without \(rule.code)")
      }
    }
  }

  func outcome(
    of command: OrderCommand, on events: [OrderEvent], by actor: String, _ table: RuleTable
  ) -> OrderRefusal? {
    let context = EntryContext(stream: "order/1001", at: .noon, actor: actor)
    var order: Order?
    for event in events { Orders.evolve(&order, with: event, in: context) }
    return table.firstRefusal(command.evaluated(on: order, in: context, by: table.checks))
  }
}
