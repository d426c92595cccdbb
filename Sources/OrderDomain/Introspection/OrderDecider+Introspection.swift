// What can be said of orders beyond deciding commands: their fields, what erasing leaves of a decision, and the
// rules one by one.

import EventSourcing
import JSONLines

extension OrderDecider {
  /// Writes an order as a JSON object; nothing if it was never created.
  public static func writeState(_ state: Order?, id: String, to writer: inout JSONWriter) -> Bool {
    state?.writeJSON(to: &writer, id: id)
    return state != nil
  }

  /// The fields of an order.
  public static var schema: FieldSchema<Order?> { OrderSchema.all }

  /// What remains of a refusal without the fields of contact, addresses and card.
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

  /// The rules in the order in which they are evaluated for a command, with the verdict of each.
  public static func checks(
    of command: OrderCommand, on state: Order?, in context: EntryContext
  ) -> [RuleCheck] {
    RuleCheck.inOrder(rules[command.kind], refusal: { $0.check(command, state, context) }) {
      rule, verdict, refusal in
      let requested = refusal.map {
        $0.fields.isEmpty ? rule.requested(command, state) : $0.fields.map(\.field)
      }
      return RuleCheck(
        code: rule.code, sentence: rule.explanation, verdict: verdict, facts: rule.facts,
        requested: requested ?? [])
    }
  }
}

extension OrderField {
  /// Whether this is the name of a personal field.
  fileprivate static func isPersonal(_ name: String) -> Bool {
    personal.contains { $0.name == name }
  }
}
