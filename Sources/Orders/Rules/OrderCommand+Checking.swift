// Finds the wrong fields of a command: those of its envelope first, then its own in key order.

import EventSourcing
import JSONLines

extension OrderCommand {
  /// The wrong fields of this command on an order, in order; empty if all are right.
  func invalidFields(on order: Order?, in context: EntryContext) -> [InvalidField] {
    var found = InvalidFields()
    found.checkEnvelope(context)
    switch self {
    case .create(let fields):
      fields.values.check(.all, total: true, at: context.at, into: &found)
    case .update(let fields):
      let changes = fields.values
      let merged = OrderFields(changes, onto: order?.fields ?? .noOrder).values
      merged.check(
        merged.named(by: changes), total: changes.named.namesAmounts, at: context.at, into: &found)
    case .pay(let payment):
      found.add("amount", NumberLimit.code(of: payment.amount, in: NumberLimit.payment))
      found.check(payment.texts, "method", "reference")
    case .ship(let shipping):
      found.check(shipping.texts, "carrier", "tracking")
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
    let storage = context.storage
    add("actor", code(of: context.actorRange, in: storage, mayBeBlank: false))
    check("id", context.commandIDRange, of: storage)
    check("reason", context.reasonRange, of: storage, mayBeBlank: true)
  }

  /// Checks two texts that may be missing or blank.
  fileprivate mutating func check(_ texts: TextPair, _ first: StaticString, _ second: StaticString)
  {
    guard let storage = texts.storage else { return }
    check(first, texts.first, of: storage, mayBeBlank: true)
    check(second, texts.second, of: storage, mayBeBlank: true)
  }

  /// Checks a text.
  mutating func check(_ field: StaticString, _ text: Text) {
    check(field, text.range, of: text.storage)
  }

  private mutating func check(
    _ field: StaticString, _ range: TextRange, of storage: ByteStorage, mayBeBlank: Bool = false
  ) {
    guard range.isPresent else { return }
    add(field, code(of: range, in: storage, mayBeBlank: mayBeBlank))
  }

  private func code(of range: TextRange, in storage: ByteStorage, mayBeBlank: Bool) -> FieldCode? {
    guard range.hasEscapes else {
      return TextLimit.code(of: storage.slice(range), mayBeBlank: mayBeBlank)
    }
    let text = Text(storage, range)
    return withExtendedLifetime(text) { TextLimit.code(of: text.bytes, mayBeBlank: mayBeBlank) }
  }
}
