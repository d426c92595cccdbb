// What can still be said of a command and its events once their personal data was erased.

import EventSourcing

extension OrderRulebook {
  /// What is left of a refusal once nothing is said of contact, addresses and card.
  public static func withoutPersonal(_ refusal: OrderRefusal, of command: OrderCommand)
    -> OrderRefusal?
  {
    switch (refusal, command) {
    case (.invalid(let fields), _):
      let rest = fields.filter { !OrderField.isPersonal($0.field) }
      return rest.isEmpty ? nil : .invalid(rest)
    // An address, too, may not be changed any more.
    case (.alreadyShipped, .update): return nil
    default: return refusal
    }
  }

  /// What is left of an event without contact, addresses and card. A change names the kind of
  /// payment also where only the card is another one, so that goes too.
  public static func withoutPersonal(_ event: OrderEvent) -> OrderEvent? {
    switch event {
    case .created(let fields, let total):
      return .created(fields.without(.personal), total: total)
    case .updated(let fields, let total):
      let rest = fields.without([.personal, FieldSet(.paymentKind)])
      return total == nil && rest == OrderFields() ? nil : .updated(rest, total: total)
    default: return event
    }
  }
}

extension OrderField {
  /// Whether this is the name of a personal field.
  fileprivate static func isPersonal(_ name: String) -> Bool {
    personal.contains { $0.name == name }
  }
}
