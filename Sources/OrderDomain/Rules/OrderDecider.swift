// Makes the rule table into a decider of the engine. A decider of orders is a table and nothing else,
// so that tests can compare it with one that differs by a row.

import EventSourcing
import JSONLines

/// A decider of orders by some table of rules.
public protocol OrderDecider: ExplainableDecider
where
  Command == OrderCommand, Event == OrderEvent, State == Order?, Refusal == OrderRefusal
{
  /// The rules that commands are decided by.
  static var rules: RuleTable { get }
}

/// The decider of orders.
public enum Orders: OrderDecider {
  /// The rules in force.
  public static let rules = RuleTable.standard
}

extension OrderDecider {
  /// Streams are called `order/1001`.
  public static var category: String { "order" }
  /// The version of these rules.
  public static var version: String { rules.version.name }
  /// There is no order before its first event.
  public static var initial: Order? { nil }

  /// What the command leads to: the refusal of the first rule that is broken, or events.
  ///
  /// - Returns: The events, in order; none if an update changes nothing.
  public static func decide(
    _ command: OrderCommand, on state: Order?, in context: EntryContext
  ) throws(OrderRefusal) -> [OrderEvent] {
    let command = command.decodedOnce()
    if let refusal = rules.firstRefusal(of: command, on: state, in: context) { throw refusal }
    return command.events(on: state)
  }

  /// Brings an order up to date with one event.
  public static func evolve(
    _ state: inout Order?, with event: OrderEvent, in context: EntryContext
  ) {
    state.evolve(with: event, in: context)
  }

  /// Why the event can't have happened to the order, whatever the rules were.
  public static func objection(to event: OrderEvent, in state: Order?) -> String? {
    state.objection(to: event)
  }

  /// The members of a personal block.
  public static var personalShape: ObjectShape { OrderField.personalShape }

  /// Converts entries of older versions to the current form.
  public static var upcasters: [Upcaster] { OrderUpcasters.all }
}
