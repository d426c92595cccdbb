// The people who order in the tests, and what they order.

import EventSourcing
import JSONLines
import OrderDomain

extension OrderFields {
  /// Amy Apple's order: paid by card, two items, 30.99 in all.
  package static let amy: OrderFields = {
    var fields = OrderFields()
    fields[.customer] = "amy"
    fields[.shippingMethod] = "standard"
    fields[.paymentKind] = "card"
    fields[.currency] = "USD"
    fields[.firstName] = "Amy"
    fields[.lastName] = "Apple"
    fields[.phone] = "+1 (408) 555-0100"
    fields[.email] = "amy@example.com"
    fields[.billingStreet1] = "1 Infinite Loop"
    fields[.billingStreet2] = "Suite 2"
    fields[.billingCity] = "Cupertino"
    fields[.billingState] = "CA"
    fields[.billingZip] = "95014"
    fields[.billingCountry] = "US"
    fields[.shipmentStreet1] = "2 Orchard Way"
    fields[.shipmentCity] = "São Paulo"
    fields[.shipmentState] = "SP"
    fields[.shipmentZip] = "01310-100"
    fields[.shipmentCountry] = "BR"
    fields[.cardBrand] = "visa"
    fields[.cardLast4] = "4242"
    fields[.cardExpires] = "2027-11"
    fields.items = [
      Item(sku: "A-1", name: "Apple", quantity: 2, unitPrice: 1250),
      Item(sku: "B-2", quantity: 1, unitPrice: 99),
    ]
    fields.set(.shippingFee, to: 500)
    fields.set(.tax, to: 100)
    fields.set(.discount, to: 100)
    return fields
  }()

  /// The total of Amy's order.
  package static let totalOfAmy: Int64 = 3099

  /// Bob Battery's order: by invoice, one item, nothing optional; 10.00 in all.
  package static let bob: OrderFields = {
    var fields = OrderFields()
    fields[.customer] = "bob"
    fields[.shippingMethod] = "one-day"
    fields[.paymentKind] = "invoice"
    fields[.currency] = "EUR"
    fields[.firstName] = "Bob"
    fields[.lastName] = "Battery"
    fields[.phone] = "55501"
    fields[.email] = "b@b"
    for address in [OrderField.Group.billing, .shipment] {
      let texts = [
        "street1": "3 Volt Street", "city": "Ampere", "state": "NY", "zip": "10001-0001",
      ]
      for (key, text) in texts {
        if let field = OrderField(named: "\(address.rawValue).\(key)") { fields[field] = text }
      }
    }
    fields.items = [Item(sku: "C-3", quantity: 4, unitPrice: 250)]
    return fields
  }()

  /// Fields like these, but for a change.
  package func with(_ change: (inout OrderFields) -> Void) -> OrderFields {
    var fields = self
    change(&fields)
    return fields
  }

  /// No fields but these.
  package static func only(_ change: (inout OrderFields) -> Void) -> OrderFields {
    OrderFields().with(change)
  }
}

extension Timestamp {
  /// The moment in which everything happens unless a test says otherwise.
  package static let noon = Timestamp(microseconds: 1_795_176_000_000_000)
}
