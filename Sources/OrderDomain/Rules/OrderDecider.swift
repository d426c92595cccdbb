// Makes the rule table into a decider of the engine. A decider of orders is a table and nothing else,
// so that tests can compare it with one that differs by a row.

/// A decider of orders by some table of rules.
public protocol OrderDecider: InspectableDecider
where
  Command == OrderCommand, Event == OrderEvent, State == Order?, Refusal == OrderRefusal
{
  /// The rules that commands are decided by.
  static var rules: RuleTable { get }
  /// The rules of all versions, the oldest first, up to `rules`.
  static var allRules: [RuleTable] { get }
}

/// The decider of orders.
public enum Orders: OrderDecider {
  /// The rules in force.
  public static let rules = RuleTable.standard
  /// The rules of all versions.
  public static let allRules = RuleTable.versions
  /// The versions of the rules there are.
  public static let versions = allRules.map(\.version.name)
}

extension OrderDecider {
  /// Streams are called `order/1001`.
  public static var category: String { "order" }
  /// The version of these rules.
  public static var version: String { rules.version.name }
  /// The versions of the rules there are.
  public static var versions: [String] { allRules.dropLast().map(\.version.name) + [version] }
  /// Default: the rules have one version.
  public static var allRules: [RuleTable] { [rules] }
  /// There is no order before its first event.
  public static var initial: Order? { nil }

  /// Decides a command: the refusal of the first rule that is broken, or events.
  ///
  /// - Returns: The events, in order; none if an update changes nothing.
  public static func decide(
    _ command: OrderCommand, on state: Order?, in context: EntryContext
  ) throws(OrderRefusal) -> [OrderEvent] {
    try decide(command, on: state, in: context, by: rules)
  }

  /// Decides a command by one version of the rules.
  public static func decide(
    _ command: OrderCommand, on state: Order?, in context: EntryContext, by version: Int
  ) throws(OrderRefusal) -> [OrderEvent] {
    let tables = allRules
    guard version < tables.count - 1 else { return try decide(command, on: state, in: context) }
    return try decide(command, on: state, in: context, by: tables[version])
  }

  private static func decide(
    _ command: OrderCommand, on state: Order?, in context: EntryContext, by rules: RuleTable
  ) throws(OrderRefusal) -> [OrderEvent] {
    let evaluation = command.evaluated(on: state, in: context, by: rules.checks)
    if let refusal = rules.firstRefusal(evaluation) { throw refusal }
    return evaluation.events(of: command, by: rules.version.number)
  }

  /// Brings an order up to date with one event.
  public static func evolve(
    _ state: inout Order?, with event: OrderEvent, in context: EntryContext
  ) {
    state.evolve(with: event, in: context)
  }

  /// A sentence that says why the event can't have happened to the order, whatever the rules were.
  public static func objection(to event: OrderEvent, in state: Order?) -> String? {
    state.objection(to: event)
  }

  /// Its commands and events.
  public static var shapes: PayloadShapes { Orders.allShapes }

  /// True: what an event needs is among its shape, and the rules say which fields are missing.
  @inlinable public static var shapesSayAll: Bool { true }

  /// Converts entries of older versions to the current form.
  public static var upcasters: [Upcaster] { OrderUpcasters.all }
}
