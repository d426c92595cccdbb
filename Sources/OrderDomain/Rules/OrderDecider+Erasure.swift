// Deciding where personal data was erased. What can't be judged any more is taken from the record: whether
// personal fields are valid, and whether a change changes them. Everything else is decided.

import EventSourcing
import JSONLines

extension OrderDecider {
  /// What the command leads to where personal data was erased, its own or that of the order.
  public static func decide(
    _ command: OrderCommand, on state: Order?, in context: EntryContext, isErased: Bool,
    recorded: Result<[OrderEvent], OrderRefusal>
  ) throws(OrderRefusal) -> [OrderEvent] {
    let command = command.decodedOnce()
    let record = Record(of: command, isErased: isErased, recorded)
    for rule in rules[command.kind] {
      if let refusal = record.refusal(by: rule, command, on: state, in: context) { throw refusal }
    }
    guard case .update(let changes) = command, let order = state, record.mayNamePersonal else {
      return command.events(on: state)
    }
    return order.events(ofUpdate: changes, recorded: record.change)
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
    of command: OrderCommand, isErased: Bool, _ recorded: Result<[OrderEvent], OrderRefusal>
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
      unknown = isErased ? .personal : values.named.halfNamedZips
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
    if rule.code == OrderRefusal.invalid([]).code { return invalid(computed?.fields ?? []) }
    guard rule.code == OrderRefusal.alreadyShipped.code, mayNameMoreThanContact,
      let order, order.isShipped, !command.changed(in: order).intersects(.plain)
    else { return computed }
    return refusal == .alreadyShipped ? refusal : nil
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

extension OrderEvent {
  fileprivate var change: OrderFields? {
    if case .updated(let fields, _) = self { fields } else { nil }
  }
}

extension FieldSet {
  /// The postal codes that are named without their country, or not named beside it.
  fileprivate var halfNamedZips: FieldSet {
    FieldSet(
      OrderField.personal.filter { field in
        guard case .zip(let country) = field.row.value else { return false }
        return contains(field) != contains(country)
      })
  }
}

extension OrderField {
  /// Whether this is the name of a personal field.
  fileprivate static func isPersonal(_ name: String) -> Bool {
    personal.contains { $0.name == name }
  }
}
