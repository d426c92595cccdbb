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
    self.init(
      Pseudonyms(key: key),
      fields: [
        "shippingMethod": .kept, "paymentKind": .kept, "currency": .kept, "items.sku": .kept,
        "items.name": .kept, "method": .kept, "carrier": .kept,
        "contact.phone": .replaced(.digits), "contact.email": .replaced(.email),
        "billing.state": .kept, "billing.zip": .replaced(.digits), "billing.country": .kept,
        "shipment.state": .kept, "shipment.zip": .replaced(.digits), "shipment.country": .kept,
        "payment.brand": .kept, "payment.last4": .replaced(.digits), "payment.expires": .kept,
        // Of the catalogue.
        "code": .kept, "name": .kept,
      ])
  }
}
