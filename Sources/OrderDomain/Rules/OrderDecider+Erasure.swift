// Deciding where personal data was erased. What can't be judged any more is taken from the record: whether
// personal fields are valid, and whether a change changes them. Everything else is decided.

extension OrderDecider {
  /// Decides the command where personal data was erased, its own or that of the order.
  public static func decide(
    _ command: OrderCommand, on state: Order?, in context: EntryContext, by version: Int,
    isErased: Bool, recorded: Result<[OrderEvent], OrderRefusal>
  ) -> DecisionAfterErasure<OrderEvent, OrderRefusal> {
    let rules = allRules[version]
    let evaluation = command.evaluated(on: state, in: context, by: rules.checks)
    let record = Record(of: command, on: state, evaluation, isErased: isErased, recorded, by: rules)
    var isTaken = false
    for rule in rules[command.kind] {
      let depends = record.decides(rule, evaluation)
      if depends, !record.tells(rule) { return .unknown }
      isTaken = isTaken || depends
      if let refusal = record.refusal(by: rule, evaluation) {
        return isTaken ? .taken(.failure(refusal)) : .decided(.failure(refusal))
      }
    }
    guard case .update(let changes) = command, state != nil, !record.doubtful.isEmpty else {
      let events = evaluation.events(of: command, by: rules.version.number)
      return isTaken ? .taken(.success(events)) : .decided(.success(events))
    }
    guard record.tellsChange else { return .unknown }
    // A block names something, so the one that was erased counts as a change, even if none was recorded.
    return .taken(
      .success(
        evaluation.events(
          ofUpdate: changes, doubting: record.doubtful,
          recorded: record.change ?? (isErased ? OrderFields() : nil))))
  }

  /// Whether the fields, what is lost of them, and whether the order was shipped are the same.
  public static func decidesAlike(on one: Order?, _ other: Order?, reading names: [String]?) -> Bool
  {
    guard let one, let other else { return one == nil && other == nil }
    return one.isShipped == other.isShipped && one.row.marks == other.row.marks
      && one.fields == other.fields
  }

  /// The rules in order: one that can't be judged is broken if the record says so, and else `erased`.
  public static func checks(
    of command: OrderCommand, on state: Order?, in context: EntryContext, by version: Int,
    isErased: Bool, recorded: Result<[OrderEvent], OrderRefusal>
  ) -> [RuleCheck]? {
    let rules = allRules[version]
    let evaluation = command.evaluated(on: state, in: context, by: rules.checks)
    let record = Record(of: command, on: state, evaluation, isErased: isErased, recorded, by: rules)
    return RuleCheck.inOrder(
      rules[command.kind], refusal: { record.refusal(by: $0, evaluation) }
    ) { rule, verdict, refusal in
      let isUnknown = verdict == .held && record.decides(rule, evaluation)
      let requested = rule.fields(of: refusal, evaluation)
      return RuleCheck(
        rule, isUnknown ? .erased : verdict,
        requested: isErased ? requested.filter { !OrderField.isPersonal($0) } : requested)
    }
  }
}

/// The record of a command that can't be judged completely any more.
private struct Record {
  /// The personal fields that the command may change, and of which it isn't known whether it does.
  let doubtful: FieldSet
  /// Whether the command's own personal data was erased, so that the record alone tells whether it is valid.
  private let isErased: Bool
  /// Otherwise, what may be wrong with fields because of what was erased before.
  private let open: [OrderField: FieldCode]
  /// The codes of the rules that the record tells of: no rule before them refused the command.
  private let told: Set<String>
  private let refusal: OrderRefusal?
  /// The fields of the recorded change; nil if there is none.
  let change: OrderFields?

  init(
    of command: OrderCommand, on order: Order?, _ evaluation: borrowing Evaluation, isErased: Bool,
    _ recorded: Result<[OrderEvent], OrderRefusal>, by rules: RuleTable
  ) {
    self.isErased = isErased
    switch command {
    case .update where isErased: (doubtful, open) = (.personal, [:])
    case .update(let changes):
      let named = evaluation.named
      let before = order.values
      doubtful = named.replaced.intersection(before.lost)
      var after = OrderValues(changes.values, onto: before)
      after.addCountries()
      open = before.lost.isEmpty ? [:] : after.openCodes(of: named, by: rules.checks)
    default: (doubtful, open) = ([], [:])
    }
    switch recorded {
    case .success(let events):
      (refusal, change) = (nil, events.lazy.compactMap(\.change).first)
      told = Set(rules[command.kind].map(\.code))
    case .failure(let recorded):
      (refusal, change) = (recorded, nil)
      let codes = rules[command.kind].map(\.code)
      told = Set(codes[..<(codes.lastIndex(of: recorded.code).map { $0 + 1 } ?? 0)])
    }
  }

  func refusal(by rule: Rule, _ evaluation: borrowing Evaluation) -> OrderRefusal? {
    // A block that was erased named personal fields.
    if isErased, rule.code == OrderRefusal.personalErased.code, evaluation.order?[.erased] == true {
      return .personalErased
    }
    let computed = rule.check(evaluation)
    if rule.isOfValidity { return invalid(computed?.fields ?? []) }
    guard decides(rule, evaluation) else { return computed }
    return refusal == .alreadyShipped ? refusal : nil
  }

  func tells(_ rule: Rule) -> Bool { told.contains(rule.code) }

  /// Whether the record tells what the command changes: it was accepted.
  var tellsChange: Bool { refusal == nil }

  /// Whether a rule depends on what was erased, as far as nothing else breaks it.
  func decides(_ rule: Rule, _ evaluation: borrowing Evaluation) -> Bool {
    if rule.isOfValidity { return isErased || !open.isEmpty }
    guard rule.code == OrderRefusal.alreadyShipped.code, evaluation.order?.isShipped == true,
      !doubtful.isSubset(of: .contact)
    else { return false }
    let known = evaluation.changed.subtracting(doubtful)
    // It was accepted, so it changes something. If that can't be the contact, it is refused.
    let changesMore = change != nil && known.isEmpty && !doubtful.intersects(.contact)
    return known.isSubset(of: .contact) && !changesMore
  }

  /// The wrong fields in their order: first those that aren't personal, the total at the end.
  private func invalid(_ computed: [InvalidField]) -> OrderRefusal? {
    let isTotal = computed.last?.field == "total"
    var fields = computed.dropLast(isTotal ? 1 : 0).filter { !OrderField.isPersonal($0.field) }
    for field in OrderField.personal {
      let own = isErased ? [] : computed.filter { $0.field == field.name }
      fields += own
      guard own.isEmpty, isErased || open[field] != nil else { continue }
      fields += (refusal?.fields ?? []).filter {
        $0.field == field.name && (isErased || $0.code == open[field]?.rawValue)
      }
    }
    if isTotal { fields += computed.suffix(1) }
    return fields.isEmpty ? nil : .invalid(fields)
  }
}

extension Rule {
  fileprivate var isOfValidity: Bool { code == OrderRefusal.invalid([]).code }
}

extension OrderEvent {
  fileprivate var change: OrderFields? {
    if case .updated(let fields, _) = self { fields } else { nil }
  }
}

extension OrderField {
  /// Whether this is the name of a personal field.
  fileprivate static func isPersonal(_ name: String) -> Bool {
    personal.contains { $0.name == name }
  }
}
