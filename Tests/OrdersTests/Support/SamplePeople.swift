// The people who order in the tests, and what they order.

import EventSourcing
import JSONLines
import Orders

extension OrderFields {
  /// Amy Apple's order: paid by card, two items, 30.99 in all.
  static let amy: OrderFields = {
    var fields = OrderFields()
    fields[\.customer] = "amy"
    fields[\.shippingMethod] = "standard"
    fields[\.paymentKind] = "card"
    fields[\.currency] = "USD"
    fields[\.contact.firstName] = "Amy"
    fields[\.contact.lastName] = "Apple"
    fields[\.contact.phone] = "+1 (408) 555-0100"
    fields[\.contact.email] = "amy@example.com"
    fields[\.billing.street1] = "1 Infinite Loop"
    fields[\.billing.street2] = "Suite 2"
    fields[\.billing.city] = "Cupertino"
    fields[\.billing.state] = "CA"
    fields[\.billing.zip] = "95014"
    fields[\.billing.country] = "US"
    fields[\.shipment.street1] = "2 Orchard Way"
    fields[\.shipment.city] = "São Paulo"
    fields[\.shipment.state] = "SP"
    fields[\.shipment.zip] = "01310-100"
    fields[\.shipment.country] = "BR"
    fields[\.payment.brand] = "visa"
    fields[\.payment.last4] = "4242"
    fields[\.payment.expires] = "2027-11"
    fields.items = [
      Item(sku: "A-1", name: "Apple", quantity: 2, unitPrice: 1250),
      Item(sku: "B-2", quantity: 1, unitPrice: 99),
    ]
    fields.shippingFee = 500
    fields.tax = 100
    fields.discount = 100
    return fields
  }()

  /// What Amy's order costs.
  static let totalOfAmy: Int64 = 3099

  /// Bob Battery's order: by invoice, one item, nothing optional; 10.00 in all.
  static let bob: OrderFields = {
    var fields = OrderFields()
    fields[\.customer] = "bob"
    fields[\.shippingMethod] = "one-day"
    fields[\.paymentKind] = "invoice"
    fields[\.currency] = "EUR"
    fields[\.contact.firstName] = "Bob"
    fields[\.contact.lastName] = "Battery"
    fields[\.contact.phone] = "55501"
    fields[\.contact.email] = "b@b"
    let addresses: [WritableKeyPath<OrderTexts, Address>] = [\.billing, \.shipment]
    for address in addresses {
      fields[address.appending(path: \.street1)] = "3 Volt Street"
      fields[address.appending(path: \.city)] = "Ampere"
      fields[address.appending(path: \.state)] = "NY"
      fields[address.appending(path: \.zip)] = "10001-0001"
    }
    fields.items = [Item(sku: "C-3", quantity: 4, unitPrice: 250)]
    return fields
  }()

  /// Fields like these, but for a change.
  func with(_ change: (inout OrderFields) -> Void) -> OrderFields {
    var fields = self
    change(&fields)
    return fields
  }

  /// No fields but these.
  static func only(_ change: (inout OrderFields) -> Void) -> OrderFields {
    OrderFields().with(change)
  }
}

extension Timestamp {
  /// The moment in which everything happens unless a test says otherwise.
  static let noon = Timestamp(microseconds: 1_795_176_000_000_000)
}
