// The story of the demo: what happens, in words and as command lines.

struct DemoStep {
  let words: String
  let arguments: [String]

  private init(_ words: String, _ arguments: [String]) {
    self.words = words
    self.arguments = arguments
  }

  static let story = [
    DemoStep("Amy Apple orders two decks of flash cards and a box.", create + amy + decks(2)),
    DemoStep("Bob Battery orders a pen.", create + bob),
    DemoStep("Amy takes a third deck.", ["edit", "1001"] + decks(3)),
    DemoStep("Amy pays.", ["pay", "1001", "62.39", "--method", "card"]),
    DemoStep("Amy's order is shipped.", ["ship", "1001", "--carrier", "Snail & Co."]),
    DemoStep("Bob pays a part of his order.", ["pay", "1002", "5", "--method", "cash"]),
    DemoStep(
      "A clerk tries to delete Bob's order, although he has paid something.",
      ["delete", "1002", "--reason", "duplicate"]),
    DemoStep("The orders now:", ["list"]),
    DemoStep("Amy's order now:", ["show", "1001"]),
    DemoStep("Amy's order before she took the third deck:", ["show", "1001", "--at", "1001@1"]),
    DemoStep("All commands and their outcomes:", ["log"]),
    DemoStep("Is the log intact?", ["verify"]),
  ]

  private static let create = ["create", "--currency", "USD", "--same-address"]

  private static let amy = [
    "--customer", "amy", "--first-name", "Amy", "--last-name", "Apple",
    "--phone", "111-111-1111", "--email", "amy.apple@example.com",
    "--billing-street1", "1 Infinite Loop", "--billing-zip", "95014",
    "--billing-city", "Cupertino", "--billing-state", "CA",
    "--payment-kind", "card", "--card-brand", "visa", "--card-last4", "4242",
    "--card-expires", "2028-06", "--shipping-method", "standard", "--shipping-fee", "4.90",
  ]

  private static let bob = [
    "--customer", "bob", "--first-name", "Bob", "--last-name", "Battery",
    "--phone", "222-222-2222", "--email", "bob.battery@example.com",
    "--billing-street1", "2 Volt Road", "--billing-zip", "10001",
    "--billing-city", "Ampere", "--billing-state", "NY",
    "--payment-kind", "cash", "--shipping-method", "two-day", "--shipping-fee", "9.90",
    "--item", "PEN-7:1:15:Pen",
  ]

  private static func decks(_ count: Int) -> [String] {
    ["--item", "DECK-52:\(count):12.50:Flash cards, 52", "--item", "BOX-1:1:19.99:Card box"]
  }
}

extension DemoStep {
  /// The command line as it is typed in a shell: a long one on several lines, broken before flags.
  var typed: [String] {
    var parts: [String] = []
    for argument in arguments {
      let typed = shellLine([argument])
      if parts.isEmpty || argument.hasPrefix("--") {
        parts.append(typed)
      } else {
        parts[parts.count - 1] += " " + typed
      }
    }
    var lines: [String] = []
    var line = "$ cleanstore"
    for part in parts {
      if line.count + part.count > 76 {
        lines.append(line + " \\")
        line = "   "
      }
      line += " " + part
    }
    return lines + [line]
  }
}
