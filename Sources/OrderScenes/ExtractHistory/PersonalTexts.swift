// Which texts of orders and of the catalogue say something about a person, and of what form each is.

import HistoryScenes
import Orders
import Replay

extension EntryPseudonyms {
  /// Pseudonyms for the entries of all of the product's domains.
  ///
  /// What stays says what was bought, how it was sent and paid, and where roughly it went. All other
  /// texts are replaced, whether they are known or not: names, streets, cities, customers, actors,
  /// reasons, references, tracking numbers, and what callers have put into `meta`.
  init(key: [UInt8]) {
    var fields: [String: Treatment] = [
      "items.sku": .kept, "items.name": .kept, "method": .kept, "carrier": .kept,
      // Of the catalogue.
      "code": .kept, "name": .kept,
    ]
    for field in OrderField.recorded { fields[field.name] = Treatment(field.disclosure) }
    self.init(Pseudonyms(key: key), fields: fields)
  }
}

extension EntryPseudonyms.Treatment {
  fileprivate init(_ disclosure: OrderField.Disclosure) {
    switch disclosure {
    case .whole: self = .kept
    case .pseudonym: self = .replaced(.text)
    case .otherDigits: self = .replaced(.digits)
    case .otherEmail: self = .replaced(.email)
    }
  }
}
