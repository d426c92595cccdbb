// Lines to import.

import TestKit
import Testing

/// Writes commands as an import has them.
enum Commands {
  /// The first line's time; each later one is a second behind.
  static func time(_ index: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hour, minute, second) = (index / 3600 % 24, index / 60 % 60, index % 60)
    return "2026-03-\(two(1 + index / 86_400))T\(two(hour)):\(two(minute)):\(two(second)).000000Z"
  }

  static func line(
    _ index: Int, _ order: String, _ command: String, by actor: String = "amy"
  ) -> String {
    #"{"at":"\#(time(index))","actor":"\#(actor)","order":"\#(order)","command":\#(command)}"#
      + "\n"
  }

  static func create(
    customer: String = "amy", unitPrice: Int = 1250, quantity: Int = 2, more: String = ""
  ) -> String {
    let people = ["amy": "Apple", "bob": "Battery", "chris": "Camera"]
    let name = customer.prefix(1).uppercased() + customer.dropFirst()
    let address = #"{"street1":"1 Infinite Loop","city":"Cupertino","state":"CA","zip":"95014"}"#
    return #"{"type":"create-order","customer":"\#(customer)","contact":{"firstName":"\#(name)","#
      + #""lastName":"\#(people[customer] ?? "Nobody")","phone":"111-111-1111","#
      + #""email":"\#(customer)@example.com"},"billing":\#(address),"shipment":\#(address),"#
      + #""shippingMethod":"standard","payment":{"kind":"cash"},"#
      + #""items":[{"sku":"DECK-52","quantity":\#(quantity),"unitPrice":\#(unitPrice)}],"#
      + #""currency":"USD"\#(more)}"#
  }

  static func pay(_ amount: Int, more: String = "") -> String {
    #"{"type":"pay-order","amount":\#(amount)\#(more)}"#
  }

  static func simple(_ type: String, more: String = "") -> String {
    #"{"type":"\#(type)"\#(more)}"#
  }

  /// Many lines of all sorts: accepted, refused, repeated under one id, in conflict.
  ///
  /// - Parameter prefix: The beginning of the orders' ids.
  static func many(_ count: Int, seed: UInt64, prefix: String = "m") -> String {
    var generator = Seeded(seed)
    var orders = 0
    var text = ""
    for index in 0..<count {
      let choice = orders < 3 ? 0 : generator.below(16)
      if choice < 5 { orders += 1 }
      let order = "\(prefix)-\(choice < 5 ? orders : max(1, orders - generator.below(8)))"
      let customer = ["amy", "bob", "chris"][generator.below(3)]
      let command =
        switch choice {
        case 0..<5: create(customer: customer, unitPrice: 100 + generator.below(100_000))
        case 5, 6: pay(1 + generator.below(5000))
        case 7, 8: pay(777, more: #","id":"p-\#(order)""#)
        case 9: #"{"type":"update-order","shippingFee":\#(generator.below(900))}"#
        case 10: simple("ship-order")
        case 11: simple("cancel-order", more: #","reason":"changed \u0022mind\u0022 \t ü""#)
        case 12: simple("delete-order", more: #","expect":1"#)
        case 13: #"{"type":"refund-order","amount":\#(1 + generator.below(900))}"#
        case 14: create(customer: customer, unitPrice: -1)
        default: simple("deliver-order")
        }
      text += line(index, order, command, by: customer)
    }
    return text
  }
}

extension Workspace {
  /// Makes a store `long`, and moves its first segments to `archive`.
  func archiveLong() throws {
    try write(Commands.many(300, seed: 3), to: "many.jsonl")
    try expect(.done, "--store", "long", "init", "long")
    try expect(.negative, "--store", "long", "import", "many.jsonl", "--segment-size", "16384")
    try expect(.done, "--store", "long", "archive", "--before", "200", "--to", "archive")
  }
}
