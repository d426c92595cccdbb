// The fields of a form: those of an order but its items, which are filled in apart.

extension OrderField {
  static let ofForm = allCases.filter { $0 != .items }
  static let card = ofForm.filter { $0.group == .payment && $0.isPersonal }
  package static let contact = allCases.filter { $0.group == .contact }
  package static let billing = allCases.filter { $0.group == .billing }
  package static let shipment = allCases.filter { $0.group == .shipment }
  static let peopleAndPlaces = contact + billing + shipment
  /// The fields that a clerk is prompted for. Brand and digits follow from the card's number.
  static let prompted = ofForm.filter { $0 != .cardBrand && $0 != .cardLast4 }
  /// The optional fields of an order, which can be removed from one.
  package static let removable = allCases.filter(\.isRemovable)

  /// The keys of a form in JSON, as a sentence lists them.
  static let keysOfForm: String = {
    var keys: [String] = []
    for field in allCases {
      let key = field.group?.rawValue ?? field.path
      if !keys.contains(key) { keys.append(key) }
    }
    return keys.dropLast().joined(separator: ", ") + " and " + (keys.last ?? "")
  }()
}
