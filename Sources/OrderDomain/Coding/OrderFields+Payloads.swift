// Finds the fields of an order in the commands and events of the log.

extension OrderFields {
  /// The fields of a command, their values at hand.
  init(ofCommand payload: Payload) {
    let decoded = FieldSlots.none.copied()
    decoded.withMemory { slots in
      for field in OrderField.plain {
        slots[Int(field.rawValue)] = payload.bits(Int(field.rawValue), isPersonal: false)
      }
      guard payload.personal.isPresent else { return }
      for field in OrderField.personal {
        slots[Int(field.rawValue)] = payload.bits(Int(field.rawValue), isPersonal: true)
      }
    }
    self.init(
      in: payload.storage, members: payload.members, personal: payload.personal,
      .decoded(decoded.of(payload.isAsWritten ? .written : .read)))
  }

  /// The fields of an event; its total isn't one of them.
  init(ofEvent payload: Payload, total: Int64?) {
    var members = payload.members
    if let total, payload.isAsWritten {
      members = TextRange(members.offset..<members.bounds.upperBound - total.widthOfMember)
    }
    self.init(
      in: payload.storage, members: members, personal: payload.personal,
      payload.isAsWritten ? .written : .read)
  }
}

extension Payload {
  /// The total of an event, if it has one.
  var total: Int64? { Amount(bits: UInt64(bitPattern: integer(OrderField.totalSlot))).value }
}

extension Int64 {
  /// The bytes of `,"total":` and the number, as lines have it.
  fileprivate var widthOfMember: Int {
    var (width, rest) = (#","total":"#.utf8.count + (self < 0 ? 2 : 1), magnitude)
    while rest >= 10 { (width, rest) = (width + 1, rest / 10) }
    return width
  }
}
