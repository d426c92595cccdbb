// The facts about an order that are true or not, each described once: how it is kept in memory, in snapshots and in
// archives, and what programs, conditions, exports and apps see of it, follow from its row.

/// A fact about an order besides its status, which an event made true.
public enum OrderFlag: UInt8, CaseIterable, Sendable {
  /// Its personal data was erased, and that is recorded: none can be added.
  case erased

  /// Its key; its meaning, in a phrase; whether it is a member of orders. Erasures are shown by their entries.
  var row: (key: StaticString, meaning: String, isMember: Bool) {
    switch self {
    case .erased: ("erased", "whether its personal data was erased", false)
    }
  }

  /// The bit that it has among those of an order's lost fields.
  var bit: FieldSet { FieldSet(rawValue: 1 << (62 - UInt64(rawValue))) }

  static let bits = allCases.reduce(into: FieldSet()) { $0.formUnion($1.bit) }
  static let members = allCases.filter(\.row.isMember)

  /// The meaning of a member of orders; nil if it is none of these.
  package static func meaning(of member: String) -> String? {
    members.first { "\($0.row.key)" == member }?.row.meaning
  }
}
