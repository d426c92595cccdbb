// A rule and the table of all rules. StandardRules has the rules themselves.

import EventSourcing

/// One thing that a command must fulfil.
public struct Rule: Sendable {
  /// Looks for a reason to refuse; nil if there is none.
  public typealias Check = @Sendable (OrderCommand, Order?, EntryContext) -> OrderRefusal?

  /// The code of its refusals: `order-already-shipped`.
  public let code: String
  /// The rule, in one sentence.
  public let explanation: String
  /// The fields of the order that it depends on.
  public let facts: [String]
  /// The fields of a command that break it, besides those that its refusal names.
  let requested: @Sendable (OrderCommand, Order?) -> [String]
  /// The versions of the rules that it is among.
  public let versions: RulesVersions
  /// Looks for a reason to refuse.
  public let check: Check

  /// A rule.
  public init(
    code: String, explanation: String, facts: [String] = [], in versions: RulesVersions = .all,
    check: @escaping Check
  ) {
    self.init(
      code: code, explanation: explanation, facts: facts, in: versions, requested: { _, _ in [] },
      check: check)
  }

  init(
    code: String, explanation: String, facts: [String], in versions: RulesVersions = .all,
    requested: @escaping @Sendable (OrderCommand, Order?) -> [String], check: @escaping Check
  ) {
    self.code = code
    self.explanation = explanation
    self.facts = facts
    self.versions = versions
    self.requested = requested
    self.check = check
  }

  /// A rule that always refuses in the same way.
  public init(
    _ refusal: OrderRefusal, _ explanation: String, facts: [String] = [],
    in versions: RulesVersions = .all,
    isBroken: @escaping @Sendable (OrderCommand, Order?) -> Bool
  ) {
    self.init(code: refusal.code, explanation: explanation, facts: facts, in: versions) {
      command, order, _ in isBroken(command, order) ? refusal : nil
    }
  }

  /// A rule that always refuses in the same way, because of these fields of the command.
  init(
    _ refusal: OrderRefusal, _ explanation: String, facts: [String],
    requested: @escaping @Sendable (OrderCommand, Order?) -> [String],
    in versions: RulesVersions = .all, isBroken: @escaping @Sendable (OrderCommand, Order?) -> Bool
  ) {
    self.init(
      code: refusal.code, explanation: explanation, facts: facts, in: versions,
      requested: requested
    ) { command, order, _ in isBroken(command, order) ? refusal : nil }
  }
}

/// The rules of each kind of command, in the order in which they are evaluated.
///
/// A value: copies can be altered by a row, so that tests see what each row is good for.
public struct RuleTable: Sendable {
  /// The version of the rules that these are.
  public let version: RulesVersion
  /// By the raw value of the kind.
  private var rows: [Row]

  /// The rules of one kind, and the same ones chained: evaluating the chain counts no reference to
  /// each rule, as iterating over the rules would.
  private struct Row {
    let rules: [Rule]
    let firstRefusal: Rule.Check

    init(_ rules: [Rule]) {
      self.rules = rules
      var chain: Rule.Check = { _, _, _ in nil }
      for rule in rules.reversed() {
        let (check, rest) = (rule.check, chain)
        chain = { check($0, $1, $2) ?? rest($0, $1, $2) }
      }
      firstRefusal = chain
    }
  }

  /// A table with those of the rules for each kind of command that are among a version's.
  public init(_ version: RulesVersion = .current, _ rules: (OrderCommand.Kind) -> [Rule]) {
    self.version = version
    rows = OrderCommand.Kind.allCases.map { kind in
      Row(rules(kind).filter { $0.versions.contains(version) })
    }
  }

  /// The rules of a kind of command, in order.
  public subscript(kind: OrderCommand.Kind) -> [Rule] {
    get { rows[Int(kind.rawValue)].rules }
    set { rows[Int(kind.rawValue)] = Row(newValue) }
  }

  /// The refusal of the first rule that is broken, if any is.
  func firstRefusal(
    of command: OrderCommand, on order: Order?, in context: EntryContext
  ) -> OrderRefusal? {
    rows[Int(command.kind.rawValue)].firstRefusal(command, order, context)
  }

  /// This table without one rule of a kind.
  public func without(_ code: String, of kind: OrderCommand.Kind) -> RuleTable {
    var table = self
    table[kind].removeAll { $0.code == code }
    return table
  }

  /// This table with one rule replaced.
  public func replacing(_ code: String, of kind: OrderCommand.Kind, by rule: Rule) -> RuleTable {
    var table = self
    table[kind] = self[kind].map { $0.code == code ? rule : $0 }
    return table
  }

  /// This table with two rules of a kind in each other's place.
  public func swapping(_ code: String, _ other: String, of kind: OrderCommand.Kind) -> RuleTable {
    var table = self
    table[kind] = self[kind].map { rule in
      let partner = rule.code == code ? other : rule.code == other ? code : rule.code
      return self[kind].first { $0.code == partner } ?? rule
    }
    return table
  }
}
