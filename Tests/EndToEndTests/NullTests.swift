import Foundation
import Testing

/// A null wherever a command can have one: whatever is recorded for it can be read and decided again.
@Suite struct NullTests {
  private static let address =
    #"{"street1":"1 Loop","street2":"Door 2","city":"C","state":"CA","#
    + #""zip":"95014","country":"US"}"#
  private static let fields =
    #""customer":"amy","contact":{"firstName":"Amy","lastName":"Apple","phone":"111-111-1111","#
    + #""email":"amy@example.com"},"billing":\#(address),"shipment":\#(address),"#
    + #""shippingMethod":"standard","payment":{"kind":"card","brand":"visa","last4":"4242","#
    + #""expires":"2030-01"},"items":[{"sku":"DECK-52","name":"Cards","quantity":2,"#
    + #""unitPrice":1250},{"sku":"BOX-1","quantity":1,"unitPrice":1}],"currency":"USD","#
    + #""shippingFee":490,"tax":0,"discount":0"#

  /// The same: an item without a name.
  private static let unnamed = fields.replacing(#""BOX-1""#, with: #""BOX-1","name":null"#)

  /// The text with null in place of each text or number, of each object in it, and of its list.
  private static func withNulls(_ text: String) -> [String] {
    let members = text.matches(of: /"\w+":("[^"]*"|\d+|\{[^{}]*\}|\[[^\[\]]*\])/)
    let elements = text.matches(of: /(?:\{[^{}]*\})/).map { $0.range }
    let inner = elements.flatMap { range in
      text[range].matches(of: /"\w+":("[^"]*"|\d+)/).map { $0.1.startIndex..<$0.1.endIndex }
    }
    return (members.map { $0.1.startIndex..<$0.1.endIndex } + elements + inner).map {
      text.replacingCharacters(in: $0, with: "null")
    }
  }

  @Test func `what is recorded for commands with nulls is decided again as recorded`() throws {
    let workspace = try Workspace()
    try workspace.expect(.done, "init")
    var commands = Self.withNulls(Self.fields).flatMap {
      [#"{"type":"create-order",\#($0)}"#, #"{"type":"update-order",\#($0)}"#]
    }
    commands += [
      #"{"type":"update-order",\#(Self.unnamed)}"#
    ]
    commands += Self.withNulls(#""amount":1,"method":"cash","reference":"r""#).map {
      #"{"type":"pay-order",\#($0)}"#
    }
    commands += Self.withNulls(#""carrier":"Snail","tracking":"S-1""#).map {
      #"{"type":"ship-order",\#($0)}"#
    }
    #expect(commands.count > 70)
    var recorded = 0
    for (index, command) in commands.enumerated() {
      let order = "o-\(index)"
      var text = Commands.line(index, order, #"{"type":"create-order",\#(Self.fields)}"#)
      // The second one changes nothing more.
      for _ in 0..<2 { text += Commands.line(index, order, command) }
      try workspace.write(text, to: "\(index).jsonl")
      let imported = try workspace.run("import", "\(index).jsonl", "--json")
      if imported.code != ExitStatus.badData.rawValue { recorded += 1 }
      let codes: [ExitStatus] = [.done, .negative, .badData]
      #expect(codes.contains { $0.rawValue == imported.code }, "\(imported)")
    }
    #expect(recorded > 50)
    for unchanging in commands.indices.filter({ commands[$0].contains(Self.unnamed) }) {
      let log = try workspace.expect(.done, "log", "o-\(unchanging)", "--json").output
      #expect(log.split(separator: "\n").count == 1)
    }
    try workspace.expect(.done, "verify")
    try workspace.expect(.done, "replay")
  }
}
