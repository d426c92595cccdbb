// The shapes of objects that hold fields of an order, made of the table of fields.

extension OrderField {
  /// The slot of an event's total, after those of the fields.
  static let totalSlot = OrderField.allCases.count

  private var member: ObjectShape.Member { member(row.recordedKey ?? row.key) }

  private func member(_ key: StaticString) -> ObjectShape.Member {
    switch row.value {
    // A secret has no place in any object that has a shape.
    case .text, .zip, .expiry, .secret: .text(key, at: Int(rawValue))
    case .amount: .integer(key, at: Int(rawValue))
    case .items: .list(key, of: ItemValues.shape, at: Int(rawValue))
    }
  }

  /// The members of a command that aren't personal.
  static let commandMembers = plain.map(\.member)
  static let eventMembers = commandMembers + [.integer("total", at: totalSlot)]
  /// The members of a personal block.
  static let personalMembers: [ObjectShape.Member] = Group.allCases.map { group in
    let fields = personal.filter { $0.group == group }
    return .object(
      group.key, ObjectShape(fields.map(\.member)), removing: fields.map { Int($0.rawValue) },
      alsoIfEmpty: group == .payment)
  }

  /// The shape of members without their object, as an order keeps them.
  static let plainShape = ObjectShape(eventMembers)
  static let personalShape = ObjectShape(personalMembers)

  /// The members of an import line's command: all in one object, as an order is shown; and the kind of
  /// payment, which may be in either place, as commands have it.
  static let importMembers =
    shown { field in field.member(field.row.key) } + [.text("paymentKind", at: totalSlot)]

  private static func shown(_ member: (OrderField) -> ObjectShape.Member) -> [ObjectShape.Member] {
    var members: [ObjectShape.Member] = []
    var groups: Set<Group> = []
    for field in shown {
      guard let group = field.group else {
        members.append(member(field))
        continue
      }
      guard groups.insert(group).inserted else { continue }
      let fields = shown.filter { $0.group == group }
      members.append(
        .object(
          group.key, ObjectShape(fields.map(member)),
          removing: fields.filter(\.isPersonal).map { Int($0.rawValue) },
          alsoIfEmpty: group == .payment))
    }
    return members
  }
}

extension OrderField.Group {
  var key: StaticString {
    switch self {
    case .contact: "contact"
    case .billing: "billing"
    case .shipment: "shipment"
    case .payment: "payment"
    }
  }
}
