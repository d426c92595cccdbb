// The commands of import lines: an order's with what is personal among its fields.

import EventSourcing
import JSONLines

extension Orders: ImportableDecider {}

extension OrderDecider {
  /// The types of all commands, in the order of an order's life.
  public static var commandTypes: [String] { OrderCommand.Kind.allCases.map { "\($0.type)" } }

  /// Decodes a command, personal data included; nil if its type is unknown.
  public static func decodeImport(_ payload: inout Payload) throws(JSONError) -> OrderCommand? {
    guard let kind = OrderCommand.Kind(payload) else { return nil }
    switch kind {
    case .create: return .create(try OrderFields(imported: &payload, nulls: false))
    case .update: return .update(try OrderFields(imported: &payload, nulls: true))
    default: return try decodeCommand(&payload)
    }
  }
}

extension OrderFields {
  /// Reads the fields of an import line's command, with what is personal among them.
  fileprivate init(imported payload: inout Payload, nulls: Bool) throws(JSONError) {
    let values = OrderValues(in: payload.storage)
    try values.slots.withMemory { (slots) throws(JSONError) in
      try payload.read(OrderField.importShape, into: slots)
    }
    let kind = values.slots[OrderField.totalSlot]
    if kind != Amount.absent.bits {
      // The kind may be in either place, but not in both.
      guard values[.paymentKind].isAbsent else {
        let second = max(
          unsafeBitCast(kind, to: TextRange.self).offset, values[.paymentKind].offset)
        throw JSONError(.duplicateKey, at: max(second - 1, 0))
      }
      values.slots[Int(OrderField.paymentKind.rawValue)] = kind
    }
    self.init(values, nulls: nulls)
  }
}
