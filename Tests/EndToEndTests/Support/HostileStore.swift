// A store in which every text that can be typed is an attempt to break out of what shows it.

import HistoryScenes
import JSONLines

enum HostileStore {
  /// Each in a file of commands, so that nothing but the rules has looked at them.
  static let texts = [
    "<script>window.isBroken=1</script>", "\"><img src=x onerror=window.isBroken=1>",
    "</script><!--",
    "</style><b>", "]]>&lt;b&gt;&amp;&#60;", "' onmouseover='window.isBroken=1",
    "javascript:window.isBroken=1",
    "=HYPERLINK(\"http://example.com\")", "+1+cmd|' /C calc'!A0", "a\u{202E}b\u{2066}c\u{200B}d",
    "https://example.com/", "\u{2028}\u{2029}\u{FEFF}\u{85}", "${alert(1)}`", "{{7*7}}", "&",
    String(repeating: "w", count: 120), "עברית", "一\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}",
  ]

  /// Texts that files, databases and spreadsheets could stumble over, besides those.
  static let textsInFiles =
    texts + [
      "'; DROP TABLE orders; --", "\\'", "''", "\"\"", "-1", "@SUM(A1)", "\t=1+1", "\u{FF1D}1+1",
      "\0\u{1}\u{1B}[31m\u{7F}\u{9B}", "\r\n.quit\n\\q\n", "\u{FFFE}\u{FFFF}", "null", "a,b;c\td|e",
      String(repeating: "\u{1F468}\u{200D}", count: 100),
    ]

  /// Commands to import: an order for each text, which is also in the reason of a refused command.
  static var commands: String { commands(of: texts) }

  static func commands(of texts: [String]) -> String {
    texts.enumerated().flatMap { place, text in
      [create(place, text), pay(place, text), refused(place, text), ship(place, text)]
    }.joined()
  }

  private static func line(_ place: Int, _ step: Int, _ actor: String, _ command: JSONValue)
    -> String
  {
    let minute = place * 4 + step
    // The name of an actor has no blanks at its ends.
    let actor = hasOuterBlanks(actor) ? "<\(actor)>" : actor
    let time = "2026-01-\(padded(1 + minute / 60))T10:\(padded(minute % 60)):00.000000Z"
    let line: JSONValue = .object([
      .init("at", .string(time)), .init("actor", .string(actor)),
      .init("order", .string(String(1001 + place))), .init("command", command),
    ])
    var writer = JSONWriter()
    writer.value(line)
    return writer.withBytes { String(decoding: $0, as: UTF8.self) } + "\n"
  }

  private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static func object(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
    .object(members.map { .init($0.key, $0.value) })
  }

  private static func create(_ place: Int, _ actor: String) -> String {
    let text = JSONValue.string(actor)
    let address = object([
      "street1": text, "street2": text, "city": text, "state": text, "zip": text,
      "country": .string("DE"),
    ])
    return line(
      place, 0, actor,
      object([
        "type": .string("create-order"), "reason": text, "customer": text,
        "contact": object([
          "firstName": text, "lastName": text, "phone": .string("12345"),
          "email": .string("<b>a'b&c</b>@example.com"),
        ]),
        "billing": address, "shipment": address, "shippingMethod": .string("standard"),
        "payment": object(["kind": .string("cash")]),
        "items": .array([
          object([
            "sku": text, "name": text, "quantity": .integer(1), "unitPrice": .integer(1250),
          ])
        ]),
        "currency": .string("USD"),
      ]))
  }

  private static func pay(_ place: Int, _ text: String) -> String {
    line(
      place, 1, text,
      object([
        "type": .string("pay-order"), "reason": .string(text), "amount": .integer(1250),
        "method": .string(text), "reference": .string(text),
      ]))
  }

  private static func refused(_ place: Int, _ text: String) -> String {
    line(
      place, 2, text,
      object(["type": .string("deliver-order"), "reason": .string(text)]))
  }

  private static func ship(_ place: Int, _ text: String) -> String {
    line(
      place, 3, text,
      object([
        "type": .string("ship-order"), "carrier": .string(text), "tracking": .string(text),
      ]))
  }
}
