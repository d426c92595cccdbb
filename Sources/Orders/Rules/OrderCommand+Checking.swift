// Finds the wrong fields of a command: those of its envelope first, then its own in key order.

import EventSourcing
import JSONLines

extension OrderCommand {
  /// The wrong fields of this command on an order, in order; empty if all are right.
  func invalidFields(on order: Order?, in context: EntryContext) -> [InvalidField] {
    var found = InvalidFields()
    found.checkEnvelope(context)
    switch self {
    case .create(let fields): fields.values.check(.all, at: context.at, into: &found)
    case .update(let changes):
      let merged = changes.values.merged(onto: order)
      let checked = CheckedFields(of: changes.values, merged: merged)
      merged.check(checked, at: context.at, into: &found)
    case .pay(let payment):
      found.add("amount", NumberLimit.code(of: payment.amount, in: NumberLimit.payment))
      found.check("method", payment.method, mayBeBlank: true)
      found.check("reference", payment.reference, mayBeBlank: true)
    case .ship(let shipping):
      found.check("carrier", shipping.carrier, mayBeBlank: true)
      found.check("tracking", shipping.tracking, mayBeBlank: true)
    case .refund(let amount):
      found.add("amount", NumberLimit.code(of: amount, in: NumberLimit.payment))
    case .deliver, .cancel, .return, .delete: break
    }
    return found.fields
  }
}

extension InvalidFields {
  /// Checks what every command has.
  mutating func checkEnvelope(_ context: EntryContext) {
    check("actor", context.actor)
    check("id", context.commandID)
    check("reason", context.reason, mayBeBlank: true)
  }

  /// Checks a text that may be missing.
  mutating func check(_ field: StaticString, _ text: Text?, mayBeBlank: Bool = false) {
    guard let text else { return }
    add(field, TextLimit.code(of: text.bytes, mayBeBlank: mayBeBlank))
  }
}
