// Which texts of orders and of the catalogue are personal, and the form of each.

import Orders
import Replay

// What is kept shows what was bought, how it was shipped and paid, and roughly where it went. All
// other texts are replaced, known or not: names, streets, cities, customers, actors, reasons,
// references, tracking numbers, and the values of `meta`.
extension Orders {
  /// What was bought, sent and paid stays.
  public static var pseudonyms: [String: PseudonymForm] {
    var fields: [String: PseudonymForm] = [
      "items.sku": .kept, "items.name": .kept, "method": .kept, "carrier": .kept,
    ]
    for field in OrderField.recorded { fields[field.name] = .init(field.disclosure) }
    return fields
  }
}

extension Catalogue {
  /// All of it stays.
  public static var pseudonyms: [String: PseudonymForm] {
    ["code": .kept, "name": .kept]
  }
}

extension PseudonymForm {
  fileprivate init(_ disclosure: OrderField.Disclosure) {
    switch disclosure {
    case .whole: self = .kept
    case .pseudonym: self = .text
    case .otherDigits: self = .digits
    case .otherEmail: self = .email
    }
  }
}
