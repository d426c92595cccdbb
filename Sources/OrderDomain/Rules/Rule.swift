// A rule and the table of all rules. StandardRules has the rules themselves.

/// One thing that a command must fulfil.
public struct Rule: Sendable {
  /// Looks for a reason to refuse; nil if there is none.
  public typealias Check = @Sendable (borrowing Evaluation) -> OrderRefusal?
  /// The fields of a command that break a rule.
  public typealias Requested = @Sendable (borrowing Evaluation) -> [String]

  /// The code of its refusals: `order-already-shipped`.
  public let code: String
  /// The rule, in one sentence.
  public let explanation: String
  /// The fields of the order that it depends on.
  public let facts: [String]
  /// The fields of a command that break it, besides those that its refusal names.
  let requested: Requested
  /// The versions of the rules that it is among.
  public let versions: RulesVersions
  /// Looks for a reason to refuse.
  public let check: Check

  /// A rule.
  public init(
    code: String, explanation: String, facts: [String] = [],
    requested: @escaping Requested = { _ in [] }, in versions: RulesVersions = .all,
    check: @escaping Check
  ) {
    self.code = code
    self.explanation = explanation
    self.facts = facts
    self.requested = requested
    self.versions = versions
    self.check = check
  }

  /// A rule that always refuses in the same way.
  public init(
    _ refusal: OrderRefusal, _ explanation: String, facts: [String] = [],
    requested: @escaping Requested = { _ in [] }, in versions: RulesVersions = .all,
    isBroken: @escaping @Sendable (borrowing Evaluation) -> Bool
  ) {
    self.init(
      code: refusal.code, explanation: explanation, facts: facts, requested: requested,
      in: versions
    ) { isBroken($0) ? refusal : nil }
  }
}

/// The rules of each kind of command, in the order in which they are evaluated.
///
/// Copies can differ by a row, so that tests see what each row is good for.
public final class RuleTable: Sendable {
  /// The version of the rules that these are.
  public let version: RulesVersion
  /// The checks that the version makes of fields.
  let checks: FieldChecks
  /// The rows, by the raw value of the kind.
  private let rows: [Row]

  /// The rules of one kind, and the same ones chained: evaluating the chain counts no reference to
  /// each rule, as iterating over the rules would.
  private struct Row {
    let rules: [Rule]
    let firstRefusal: Rule.Check

    init(_ rules: [Rule]) {
      self.rules = rules
      var chain: Rule.Check = { _ in nil }
      for rule in rules.reversed() {
        let (check, rest) = (rule.check, chain)
        chain = { check($0) ?? rest($0) }
      }
      firstRefusal = chain
    }
  }

  /// A table with those of the rules for each kind of command that are among a version's.
  public init(_ version: RulesVersion = .current, _ rules: (OrderCommand.Kind) -> [Rule]) {
    self.version = version
    checks = FieldChecks(in: version)
    rows = OrderCommand.Kind.allCases.map { kind in
      Row(rules(kind).filter { $0.versions.contains(version) })
    }
  }

  /// The rules of a kind of command, in order.
  public subscript(kind: OrderCommand.Kind) -> [Rule] { rows[Int(kind.rawValue)].rules }

  /// The refusal of the first rule that is broken, if any is.
  func firstRefusal(_ evaluation: borrowing Evaluation) -> OrderRefusal? {
    rows[Int(evaluation.kind.rawValue)].firstRefusal(evaluation)
  }

  /// This table with other rules for a kind.
  private func with(_ rules: [Rule], of kind: OrderCommand.Kind) -> RuleTable {
    RuleTable(version) { $0 == kind ? rules : self[$0] }
  }

  /// This table without one rule of a kind.
  public func without(_ code: String, of kind: OrderCommand.Kind) -> RuleTable {
    with(self[kind].filter { $0.code != code }, of: kind)
  }

  /// This table with one rule replaced.
  public func replacing(_ code: String, of kind: OrderCommand.Kind, by rule: Rule) -> RuleTable {
    with(self[kind].map { $0.code == code ? rule : $0 }, of: kind)
  }

  /// This table with two rules of a kind in each other's place.
  public func swapping(_ code: String, _ other: String, of kind: OrderCommand.Kind) -> RuleTable {
    let swapped = self[kind].map { rule in
      let partner = rule.code == code ? other : rule.code == other ? code : rule.code
      return self[kind].first { $0.code == partner } ?? rule
    }
    return with(swapped, of: kind)
  }
}
