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
    let record = Record(of: command, isErased: isErased, recorded, by: rules.version)
    for rule in rules[command.kind] {
      if let refusal = record.refusal(by: rule, command, on: state, in: context) { throw refusal }
    }
    guard case .update(let changes) = command, let order = state, record.mayNamePersonal else {
      return command.events(on: state, by: rules.version.number)
    }
    // A block names something, so the one that was erased counts as a change, even if none was recorded.
    return order.events(
      ofUpdate: changes, recorded: record.change ?? (isErased ? OrderFields() : nil))
  }

  /// The rules in order: one that can't be judged is broken if the record says so, and else `erased`.
  public static func checks(
    of command: OrderCommand, on state: Order?, in context: EntryContext, by version: Int,
    isErased: Bool, recorded: Result<[OrderEvent], OrderRefusal>
  ) -> [RuleCheck] {
    let command = command.decodedOnce()
    let rules = allRules[version]
    let record = Record(of: command, isErased: isErased, recorded, by: rules.version)
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
  /// Whether it may change personal fields, or replace the payment.
  let mayNamePersonal: Bool
  /// Whether that may be more than the contact, which can be changed as long as the order exists.
  private let mayNameMoreThanContact: Bool
  /// The personal fields whose validity depends on what was erased.
  private let unknown: FieldSet
  private let refusal: OrderRefusal?
  /// The fields of the recorded change; nil if there is none.
  let change: OrderFields?

  init(
    of command: OrderCommand, isErased: Bool, _ recorded: Result<[OrderEvent], OrderRefusal>,
    by version: RulesVersion
  ) {
    switch command {
    case .create:
      (mayNamePersonal, mayNameMoreThanContact) = (isErased, isErased)
      unknown = isErased ? .personal : []
    case .update(let changes):
      let values = changes.values
      mayNameMoreThanContact =
        isErased || values.named.intersects(.personal.subtracting(.contact)) || values.namesPayment
      mayNamePersonal = mayNameMoreThanContact || values.named.intersects(.contact)
      unknown = isErased ? .personal : values.named.halfNamed(in: version)
    default:
      (mayNamePersonal, mayNameMoreThanContact, unknown) = (false, false, [])
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
    guard rule.code == OrderRefusal.alreadyShipped.code, mayNameMoreThanContact, let order else {
      return false
    }
    return order.isShipped && !command.changed(in: order).intersects(.plain)
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
  /// The states and postal codes that depend on a country and are named without it, or not beside it.
  fileprivate func halfNamed(in version: RulesVersion) -> FieldSet {
    FieldSet(
      FieldCheck.all(in: version).filter { check in
        check.dependence.map { contains(check.field) != contains($0.country) } ?? false
      }.map(\.field))
  }
}

extension OrderField {
  /// Whether this is the name of a personal field.
  fileprivate static func isPersonal(_ name: String) -> Bool {
    personal.contains { $0.name == name }
  }
}
