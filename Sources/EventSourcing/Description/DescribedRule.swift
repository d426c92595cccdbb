// Rules as rows: they say when commands are refused. A domain's decisions, checks and explanations follow from them.

/// A rule of a domain: commands that it doesn't hold for are refused with its code.
public struct DescribedRule<Domain: DescribedDecider>: Sendable {
  /// Whether it holds.
  public typealias Condition =
    @Sendable (Domain.Command, Domain.State, EntryContext) -> Bool

  let code: String
  let sentence: String
  let commands: [Domain.CommandType]?
  let fields: [String]
  let since: String?
  let through: String?
  let holds: Condition

  /// A rule.
  ///
  /// - Parameters:
  ///   - code: The code of refusals, in kebab case: `insufficient-funds`.
  ///   - sentence: A sentence that holds where the command is accepted.
  ///   - commands: The commands that it is evaluated for; all if nil.
  ///   - fields: The fields of the state that it depends on, for explanations. Where personal data was erased, the record
  ///     tells how a rule went that names a personal field; so it must name each that it reads.
  ///   - since: The first version of the rules that has it; nil for the first there was.
  ///   - through: The last version of the rules that has it; nil if today's has.
  ///   - holds: Whether it holds for a command, a state and the circumstances. Pure.
  public init(
    _ code: String, _ sentence: String, on commands: [Domain.CommandType]? = nil,
    reading fields: [String] = [], since: String? = nil, through: String? = nil,
    _ holds: @escaping Condition
  ) {
    self.code = code
    self.sentence = sentence
    self.commands = commands
    self.fields = fields
    self.since = since
    self.through = through
    self.holds = holds
  }

  /// Whether the last of these versions has it.
  func isOf(_ versions: ArraySlice<String>) -> Bool {
    since.map(versions.contains) ?? true && !(through.map(versions.dropLast().contains) ?? false)
  }
}

/// A refusal of a command: the code of the rule that it breaks, or `invalid` with the members that are beyond
/// their limits.
public struct RuleRefusal<Domain: DescribedDecider>: RecordedRefusal {
  static var invalidCode: String { "invalid" }

  /// The rule's code.
  public let code: String
  /// The members that are beyond their limits.
  public let fields: [InvalidField]

  init(_ rule: DescribedRule<Domain>) { (code, fields) = (rule.code, []) }

  /// Refused because one member is beyond its limit.
  ///
  /// - Parameters:
  ///   - field: The member: `amount`, or `items[0].quantity`.
  ///   - code: The code of what is wrong: `out-of-range`; `blank`, `too-short` or `too-long` of a text; `too-few` or
  ///     `too-many` of a list.
  public static func invalid(_ field: String, _ code: String) -> Self {
    Self(invalidCode, of: [InvalidField(field: field, code: code)])
  }

  /// Refused because of these members; nil if there are none.
  init?(_ fields: [InvalidField]) {
    if fields.isEmpty { return nil }
    self.init(Self.invalidCode, of: fields)
  }

  private init(_ code: String, of fields: [InvalidField]) {
    (self.code, self.fields) = (code, fields)
  }

  /// The refusal that was written with this code and these fields; nil if the domain has no such rule.
  public init?(code: String, fields: [InvalidField]) {
    guard Domain.description.codes.contains(code), fields.isEmpty != (code == Self.invalidCode)
    else { return nil }
    (self.code, self.fields) = (code, fields)
  }
}

extension RuleRefusal: ExpressibleByStringLiteral {
  /// The refusal of the rule with this code.
  public init(stringLiteral code: String) { (self.code, fields) = (code, []) }
}

extension DescribedDecider {
  /// Decides a command by today's rules.
  public static func decide(_ command: Command, on state: State, in context: EntryContext)
    throws(Refusal) -> [Event]
  { try decide(command, on: state, in: context, by: versions.count - 1) }

  /// The refusal of the first rule that doesn't hold; otherwise its events.
  public static func decide(
    _ command: Command, on state: State, in context: EntryContext, by version: Int
  ) throws(Refusal) -> [Event] {
    if let refusal = Refusal(invalidFields(of: command, by: version)) { throw refusal }
    let versions = versions[...version]
    for rule in description.row(of: command.type).rules
    where rule.isOf(versions) && !rule.holds(command, state, context) {
      throw Refusal(rule)
    }
    return events(of: command, on: state, in: context, by: version)
  }

  /// The limits of the command's members, then its rules, with the verdict of each.
  public static func checks(
    of command: Command, on state: State, in context: EntryContext, by version: Int
  ) -> [RuleCheck]? {
    RuleCheck.inOrder(rules(for: command, by: version)) { rule -> Refusal? in
      guard let rule else { return Refusal(invalidFields(of: command, by: version)) }
      return rule.holds(command, state, context) ? nil : Refusal(rule)
    } check: {
      RuleCheck($0, $1, requested: ($2?.fields ?? []).map(\.field))
    }
  }

  /// The rules that a version evaluates for a command: nil stands for the limits of its members, which come first.
  static func rules(for command: Command, by version: Int) -> [Rule?] {
    let row = description.row(of: command.type)
    let rules = row.rules.filter { $0.isOf(versions[...version]) }
    return (row.members.hasLimits ? [nil] : []) + rules
  }

  static func invalidFields(of command: Command, by version: Int) -> [InvalidField] {
    command.members.list.invalidFields(of: command.members, by: versions[...version])
  }
}

extension RuleCheck {
  /// The check of a rule of a described domain, or of limits.
  init<Domain>(_ rule: DescribedRule<Domain>?, _ verdict: Verdict, requested: [String]) {
    self.init(
      code: rule?.code ?? RuleRefusal<Domain>.invalidCode,
      sentence: rule?.sentence ?? "Every member is within its limits.", verdict: verdict,
      facts: rule?.fields ?? [], requested: requested)
  }
}
