// The fields of a form: those of an order but its items, which are filled in apart.

import HistoryScenes
import Orders

extension OrderField {
  /// All of them.
  static let ofForm = allCases.filter { $0 != .items }
  /// What is kept of a card.
  static let card = ofForm.filter { $0.group == .payment && $0.isPersonal }
  /// What is never kept.
  static let secrets = ofForm.filter(\.isSecret)
  /// Whom to write to.
  public static let contact = allCases.filter { $0.group == .contact }
  /// Where the bill goes.
  public static let billing = allCases.filter { $0.group == .billing }
  /// Where the parcel goes, in the same order.
  public static let shipment = allCases.filter { $0.group == .shipment }
  /// What a person is asked for who fills in a new order field by field. Brand and digits follow from
  /// the card's number.
  static let asked = ofForm.filter { $0 != .cardBrand && $0 != .cardLast4 }
  /// What an order needn't have, so that it can be removed from one.
  public static let removable = allCases.filter(\.isRemovable)

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
