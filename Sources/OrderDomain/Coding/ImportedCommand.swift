// The types of an order's commands and events, and of the commands of import lines: an order's with what is personal
// among its fields.

extension Orders {
  static let allShapes = PayloadShapes(
    commands: OrderCommand.Kind.allCases.map { PayloadShape($0.type, $0.members) },
    events: OrderEvent.Kind.allCases.map {
      PayloadShape($0.type, $0.members, requiring: $0.required)
    },
    personal: OrderField.personalMembers)

  /// Its commands, in the order of an order's life, as import lines have them.
  public static let importShapes = PayloadShapes(
    commands: OrderCommand.Kind.allCases.map { kind in
      switch kind {
      case .create, .update: PayloadShape(kind.type, OrderField.importMembers)
      default: PayloadShape(kind.type, kind.members)
      }
    },
    events: [])

  /// The command of an import line.
  public static func importedCommand(_ payload: Payload) throws(JSONError) -> OrderCommand {
    switch OrderCommand.Kind(rawValue: UInt8(payload.type)) {
    case .create: .create(try OrderFields(imported: payload, nulls: false))
    case .update: .update(try OrderFields(imported: payload, nulls: true))
    default: try command(payload)
    }
  }
}

extension OrderFields {
  /// The fields of an import line's command, with what is personal among them.
  fileprivate init(imported payload: Payload, nulls: Bool) throws(JSONError) {
    let values = OrderValues(in: payload.storage)
    for field in OrderField.shown {
      values.slots[Int(field.rawValue)] = payload.bits(Int(field.rawValue), isPersonal: false)
    }
    // The kind may be in either place, but not in both.
    let kind = payload.text(OrderField.totalSlot)
    if !kind.isAbsent {
      guard values[.paymentKind].isAbsent else {
        let second = max(kind.offset, values[.paymentKind].offset)
        throw JSONError(.duplicateKey, at: max(second - 1, 0))
      }
      values.slots[Int(OrderField.paymentKind.rawValue)] = unsafeBitCast(kind, to: UInt64.self)
    }
    self.init(values, nulls: nulls)
  }
}
