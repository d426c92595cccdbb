// The story that the demo tells: what is asked, in words and as commands.

import CleanStore

/// One step of the demo.
enum DemoStep {
  /// A command for an order, with the words that announce it.
  case write(String, order: String, OrderCommand)
  /// A command line, with the words that announce it.
  case commandLine(String, [String])

  /// Amy Apple's and Bob Battery's orders.
  static let story: [DemoStep] = [
    .write("Amy Apple orders two decks of flash cards and a box.", order: "1001", .create(amy)),
    .write("Bob Battery orders a pen.", order: "1002", .create(bob)),
    .write("Amy takes a third deck.", order: "1001", .update(moreDecks)),
    .commandLine("Amy pays.", ["pay", "1001", "62.39", "--method", "card"]),
    .commandLine("Amy's order is shipped.", ["ship", "1001", "--carrier", "Snail & Co."]),
    .commandLine("Bob pays a part.", ["pay", "1002", "5", "--method", "cash"]),
    .commandLine(
      "Somebody tries to delete Bob's order, though he has paid something.",
      ["delete", "1002", "--reason", "duplicate"]),
    .commandLine("The orders, as they are now:", ["list"]),
    .commandLine("Amy's order, as it is now:", ["show", "1001"]),
    .commandLine(
      "Amy's order, as it was before she took the third deck:", ["show", "1001", "--at", "1001@1"]),
    .commandLine("Who asked for what, and what came of it:", ["log"]),
    .commandLine("Is the log as it was written?", ["verify"]),
  ]

  /// The words that announce it.
  var words: String {
    switch self {
    case .write(let words, _, _), .commandLine(let words, _): words
    }
  }

  /// A command line as it is typed in a shell.
  static func typed(_ arguments: [String]) -> String {
    let typed = arguments.map { argument in
      let isPlain = argument.allSatisfy { $0.isLetter || $0.isNumber || "-.,:@/".contains($0) }
      return isPlain ? argument : "'\(argument)'"
    }
    return "cleanstore " + typed.joined(separator: " ")
  }

  private static let amy: OrderFields = {
    var fields = OrderFields()
    fields[\.customer] = "amy"
    fields[\.shippingMethod] = "standard"
    fields[\.paymentKind] = "card"
    fields[\.currency] = "USD"
    fields.items = [
      Item(sku: "DECK-52", name: "Flash cards, 52", quantity: 2, unitPrice: 1250),
      Item(sku: "BOX-1", name: "Card box", quantity: 1, unitPrice: 1999),
    ]
    fields.shippingFee = 490
    fields[\.contact.firstName] = "Amy"
    fields[\.contact.lastName] = "Apple"
    fields[\.contact.phone] = "111-111-1111"
    fields[\.contact.email] = "amy.apple@example.com"
    setAddress(&fields, street: "1 Infinite Loop", city: "Cupertino", state: "CA", zip: "95014")
    fields[\.payment.brand] = "visa"
    fields[\.payment.last4] = "4242"
    fields[\.payment.expires] = "2028-06"
    return fields
  }()

  private static let bob: OrderFields = {
    var fields = OrderFields()
    fields[\.customer] = "bob"
    fields[\.shippingMethod] = "two-day"
    fields[\.paymentKind] = "cash"
    fields[\.currency] = "USD"
    fields.items = [Item(sku: "PEN-7", name: "Pen", quantity: 1, unitPrice: 1500)]
    fields.shippingFee = 990
    fields[\.contact.firstName] = "Bob"
    fields[\.contact.lastName] = "Battery"
    fields[\.contact.phone] = "222-222-2222"
    fields[\.contact.email] = "bob.battery@example.com"
    setAddress(&fields, street: "2 Volt Road", city: "Ampere", state: "NY", zip: "10001")
    return fields
  }()

  private static let moreDecks: OrderFields = {
    var fields = OrderFields()
    fields.items = [
      Item(sku: "DECK-52", name: "Flash cards, 52", quantity: 3, unitPrice: 1250),
      Item(sku: "BOX-1", name: "Card box", quantity: 1, unitPrice: 1999),
    ]
    return fields
  }()

  private static func setAddress(
    _ fields: inout OrderFields, street: String, city: String, state: String, zip: String
  ) {
    fields[\.billing.street1] = street
    fields[\.billing.city] = city
    fields[\.billing.state] = state
    fields[\.billing.zip] = zip
    fields[\.shipment.street1] = street
    fields[\.shipment.city] = city
    fields[\.shipment.state] = state
    fields[\.shipment.zip] = zip
  }
}
