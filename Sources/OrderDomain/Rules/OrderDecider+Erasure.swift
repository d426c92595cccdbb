// Deciding where personal data was erased. What can't be judged any more is taken from the record: whether
// personal fields are valid, and whether a change changes them. Everything else is decided.

import EventSourcing
import JSONLines

extension OrderDecider {
  /// What the command leads to where personal data was erased, its own or that of the order.
  public static func decide(
    _ command: OrderCommand, on state: Order?, in context: EntryContext, by version: Int,
    isErased: Bool, recorded: Result<[OrderEvent], OrderRefusal>
  ) throws(OrderRefusal) -> [OrderEvent] {
    let command = command.decodedOnce()
    let rules = allRules[version]
    let record = Record(of: command, on: state, isErased: isErased, recorded, by: rules.version)
    for rule in rules[command.kind] {
      if let refusal = record.refusal(by: rule, command, on: state, in: context) { throw refusal }
    }
    guard case .update(let changes) = command, let order = state, !record.doubtful.isEmpty else {
      return command.events(on: state, by: rules.version.number)
    }
    // A block names something, so the one that was erased counts as a change, even if none was recorded.
    return order.events(
      ofUpdate: changes, doubting: record.doubtful,
      recorded: record.change ?? (isErased ? OrderFields() : nil))
  }

  /// The rules in order: one that can't be judged is broken if the record says so, and else `erased`.
  public static func checks(
    of command: OrderCommand, on state: Order?, in context: EntryContext, by version: Int,
    isErased: Bool, recorded: Result<[OrderEvent], OrderRefusal>
  ) -> [RuleCheck] {
    let command = command.decodedOnce()
    let rules = allRules[version]
    let record = Record(of: command, on: state, isErased: isErased, recorded, by: rules.version)
    return RuleCheck.inOrder(
      rules[command.kind], refusal: { record.refusal(by: $0, command, on: state, in: context) }
    ) { rule, verdict, refusal in
      let isUnknown = verdict == .held && record.decides(rule, command, on: state)
      let requested = rule.fields(of: refusal, command, state)
      return RuleCheck(
        rule, isUnknown ? .erased : verdict,
        requested: isErased ? requested.filter { !OrderField.isPersonal($0) } : requested)
    }
  }
}

/// What was recorded of a command that can't be judged completely any more.
private struct Record {
  /// The personal fields that the command may change, and of which nobody knows whether it does.
  let doubtful: FieldSet
  /// The personal fields whose validity depends on what was erased.
  private let unknown: FieldSet
  private let refusal: OrderRefusal?
  /// The fields of the recorded change; nil if there is none.
  let change: OrderFields?

  init(
    of command: OrderCommand, on order: Order?, isErased: Bool,
    _ recorded: Result<[OrderEvent], OrderRefusal>, by version: RulesVersion
  ) {
    let lost = order?.row.lost ?? []
    switch command {
    case .create: (doubtful, unknown) = ([], isErased ? .personal : [])
    case .update where isErased: (doubtful, unknown) = (.personal, .personal)
    case .update(let changes):
      let values = changes.values
      doubtful = values.replaced.intersection(lost)
      unknown = lost.isEmpty ? [] : values.named.halfNamed(without: lost, in: version)
    default: (doubtful, unknown) = ([], [])
    }
    switch recorded {
    case .success(let events):
      (refusal, change) = (nil, events.lazy.compactMap(\.change).first)
    case .failure(let recorded): (refusal, change) = (recorded, nil)
    }
  }

  func refusal(
    by rule: Rule, _ command: OrderCommand, on order: Order?, in context: EntryContext
  ) -> OrderRefusal? {
    let computed = rule.check(command, order, context)
    if rule.isOfValidity { return invalid(computed?.fields ?? []) }
    guard decides(rule, command, on: order) else { return computed }
    return refusal == .alreadyShipped ? refusal : nil
  }

  /// Whether a rule depends on what was erased, as far as nothing else breaks it.
  func decides(_ rule: Rule, _ command: OrderCommand, on order: Order?) -> Bool {
    if rule.isOfValidity { return !unknown.isEmpty }
    guard rule.code == OrderRefusal.alreadyShipped.code, let order, order.isShipped,
      !doubtful.isSubset(of: .contact)
    else { return false }
    return command.changed(in: order).subtracting(doubtful).isSubset(of: .contact)
      && !changedMoreThanContact(command)
  }

  /// Whether the record says that the command changes something besides the contact: it was accepted, and
  /// names nothing else.
  private func changedMoreThanContact(_ command: OrderCommand) -> Bool {
    guard change != nil, case .update(let changes) = command else { return false }
    let named = changes.values.named
    return !named.isEmpty && named.isSubset(of: .personal.subtracting(.contact))
  }

  /// The wrong fields in their order: first those that aren't personal, the total at the end.
  private func invalid(_ computed: [InvalidField]) -> OrderRefusal? {
    let isTotal = computed.last?.field == "total"
    var fields = computed.dropLast(isTotal ? 1 : 0).filter { !OrderField.isPersonal($0.field) }
    for field in OrderField.personal {
      let judged = unknown.contains(field) ? refusal?.fields ?? [] : computed
      fields += judged.filter { $0.field == field.name }
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

extension FieldSet {
  /// The states and postal codes that depend on a country, and are named without it or not beside it, where
  /// the other one of the two may be lost.
  fileprivate func halfNamed(without lost: FieldSet, in version: RulesVersion) -> FieldSet {
    FieldSet(
      FieldCheck.all(in: version).filter { check in
        guard let country = check.dependence?.country else { return false }
        return contains(check.field) != contains(country)
          && lost.contains(contains(country) ? check.field : country)
      }.map(\.field))
  }
}

extension OrderField {
  /// Whether this is the name of a personal field.
  fileprivate static func isPersonal(_ name: String) -> Bool {
    personal.contains { $0.name == name }
  }
}
