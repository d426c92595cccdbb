// Forms for orders, as files and as flags.

import Testing

/// The forms that a clerk fills in.
enum Forms {
  /// Amy's form: 2 × 12.50 USD, paid by invoice.
  static let amy = #"""
    {
      "customer": "amy",
      "contact": {"firstName": "Amy", "lastName": "Apple", "phone": "111-111-1111",
                  "email": "amy.apple@example.com"},
      "billing": {"street1": "1 Infinite Loop", "street2": "2nd floor", "city": "Cupertino",
                  "state": "CA", "zip": "95014"},
      "shipment": {"street1": "2 Volt Road", "city": "Ampere", "state": "NY", "zip": "10001"},
      "shippingMethod": "standard",
      "payment": {"kind": "invoice"},
      "items": [{"sku": "DECK-52", "name": "Deck of cards", "quantity": 2, "unitPrice": 1250}],
      "currency": "USD"
    }

    """#

  /// The same as flags, without a second line in the address.
  static let flags = [
    "--customer", "amy", "--first-name", "Amy", "--last-name", "Apple", "--phone", "111-111-1111",
    "--email", "amy.apple@example.com", "--billing-street1", "1 Infinite Loop", "--billing-city",
    "Cupertino", "--billing-state", "CA", "--billing-zip", "95014", "--same-address",
    "--shipping-method", "standard", "--payment-kind", "invoice", "--item", "DECK-52:2:12.50",
    "--currency", "USD",
  ]

  /// A card as it lies in a file: a scheme's number for tests.
  static let card = "4111 1111 1111 1111\n123\n"
}

extension Workspace {
  /// The demo's store, a form and a card beside it.
  static func withForms() throws -> Workspace {
    let workspace = try Workspace()
    try workspace.expect(.done, "demo", "store")
    try workspace.write(Forms.amy, to: "amy.json")
    try workspace.write(Forms.card, to: "card.txt")
    return workspace
  }
}
