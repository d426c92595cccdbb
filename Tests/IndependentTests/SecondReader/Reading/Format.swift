// The tables of format 1: the keys of entries, commands, events and personal blocks.

enum Format {
  private typealias Key = Keys.Key

  private static let head: [Keys.Key] = [
    Key(name: "seq", shape: .integer(1...Limits.integer), isRequired: true),
    Key(name: "at", shape: .form(Grammar.isTime), isRequired: true),
    Key(name: "stream", shape: .form(Grammar.isStream), isRequired: true),
    Key(name: "rev", shape: .integer(0...4_294_967_295), isRequired: true),
    Key(name: "actor", shape: .text, isRequired: true),
    Key(name: "format", shape: .integer(1...Limits.integer)),
    Key(name: "store", shape: .form { Grammar.isHex($0, 32) }),
    Key(name: "engine", shape: .text),
    Key(name: "batch", shape: .integer(2...4096)),
    Key(name: "source", shape: .text),
    Key(name: "line", shape: .integer(1...Limits.integer)),
    Key(name: "recordedBy", shape: .text),
    Key(name: "meta", shape: .texts),
  ]

  /// The keys of an entry of this stream.
  static func entry(stream: Text, inStore: Bool) -> Keys {
    let isCatalog = stream == "catalog"
    let commands = isCatalog ? catalogCommands : orderCommands
    let events = isCatalog ? catalogEvents : orderEvents
    let codes = isCatalog ? catalogCodes : orderCodes
    let field = Keys(keys: [
      Key(name: "field", shape: .text, isRequired: true),
      Key(name: "code", shape: .text, isRequired: true),
    ])
    let rejected = Keys(keys: [
      Key(name: "code", shape: .form({ codes.contains($0) }, elseNewer: true), isRequired: true),
      Key(name: "fields", shape: .list(.object(field))),
    ])
    let outcome = [
      Key(name: "command", shape: .typed(commands), isRequired: true),
      Key(name: "events", shape: .list(.typed(events), atLeast: 1)),
      Key(name: "rejected", shape: .object(rejected)),
      Key(name: "personal", shape: .either(.form(Grammar.isHash), .object(personal))),
      Key(name: "crc", shape: .form { Grammar.isHex($0, 8) }, isRequired: inStore),
    ]
    return Keys(keys: head + outcome, isClosed: true)
  }

  /// The keys of an event of this type.
  static func eventKeys(of type: Text) -> [Text] {
    (orderEvents[type] ?? catalogEvents[type])?.keys.map(\.name) ?? []
  }

  /// An entry's keys, and what each must be by itself.
  static let envelope: Keys = {
    let object = Shape.object(Keys(keys: []))
    let salt = Key(name: "salt", shape: .form { Grammar.isHex($0, 32) }, isRequired: true)
    return Keys(
      keys: head + [
        Key(name: "command", shape: object, isRequired: true),
        Key(name: "events", shape: .list(.any, atLeast: 1)),
        Key(name: "rejected", shape: object),
        Key(
          name: "personal",
          shape: .either(
            .form(Grammar.isHash), .object(Keys(keys: [salt], first: "salt", atLeast: 2)))),
        Key(name: "crc", shape: .text, isRequired: true),
      ], isClosed: true)
  }()

  static let keys = Set(envelope.keys.map(\.name))

  static let olderTypes: Set<Text> = ["create-order.0", "order-created.0"]

  /// Whether the command or an event is of an older type.
  static func isOlder(_ node: Node) -> Bool {
    ([node["command"]] + (node["events"]?.list ?? [])).contains {
      $0?["type"]?.text.map(olderTypes.contains) == true
    }
  }

  // MARK: Commands and events

  private static let type = Key(name: "type", shape: .text, isRequired: true)

  private static func command(_ keys: [Keys.Key]) -> Keys {
    let first = [
      type, Key(name: "id", shape: .text),
      Key(name: "expect", shape: .anyInteger),
      Key(name: "reason", shape: .text),
    ]
    return Keys(keys: first + keys)
  }

  private static func event(_ keys: [Keys.Key]) -> Keys { Keys(keys: [type] + keys) }

  private static func text(_ name: Text, isRequired: Bool = false) -> Keys.Key {
    Key(name: name, shape: isRequired ? .text : .orNull(.text), isRequired: isRequired)
  }

  private static func integer(_ name: Text, isRequired: Bool = false) -> Keys.Key {
    Key(name: name, shape: .orNull(.anyInteger), isRequired: isRequired)
  }

  private static let fields: [Keys.Key] = {
    let item = Keys(keys: [text("sku"), text("name"), integer("quantity"), integer("unitPrice")])
    return [
      text("customer"), text("shippingMethod"), text("paymentKind"),
      Key(name: "items", shape: .orNull(.list(.object(item)))), text("currency"),
      integer("shippingFee"), integer("tax"), integer("discount"),
    ]
  }()

  private static let orderCommands: [Text: Keys] = [
    "create-order": command(fields),
    "create-order.0": Keys(keys: command(fields).keys, isOrdered: false),
    "update-order": command(fields),
    "pay-order": command([integer("amount"), text("method"), text("reference")]),
    "ship-order": command([text("carrier"), text("tracking")]),
    "deliver-order": command([]), "cancel-order": command([]), "return-order": command([]),
    "refund-order": command([integer("amount")]),
    "delete-order": command([]),
    "erase-personal": command([]),
  ]

  private static let orderEvents: [Text: Keys] = [
    "order-created": event(fields + [integer("total", isRequired: true)]),
    "order-created.0": Keys(
      keys: event(fields + [integer("total", isRequired: true)]).keys, isOrdered: false),
    "order-updated": event(fields + [integer("total")]),
    "order-paid": event([]),
    "payment-received": event([
      integer("amount", isRequired: true), text("method"), text("reference"),
    ]),
    "order-shipped": event([text("carrier"), text("tracking")]),
    "order-delivered": event([]), "order-cancelled": event([]), "order-returned": event([]),
    "payment-refunded": event([integer("amount", isRequired: true)]),
    "order-deleted": event([]),
    "personal-erased": event([]),
  ]

  private static let orderCodes: Set<Text> = [
    "order-exists", "personal-erased", "invalid", "order-not-found", "order-deleted",
    "order-cancelled",
    "order-already-shipped", "order-has-payments", "payment-exceeds-balance", "order-not-paid",
    "order-already-delivered", "order-not-shipped", "order-already-returned",
    "order-not-delivered", "refund-exceeds-payments",
  ]

  private static let catalogCommands: [Text: Keys] = [
    "add-shipping-method": command([text("code"), text("name")]),
    "retire-shipping-method": command([text("code")]),
  ]

  private static let catalogEvents: [Text: Keys] = [
    "shipping-method-added": event([text("code"), text("name")]),
    "shipping-method-retired": event([text("code")]),
  ]

  private static let catalogCodes: Set<Text> = ["invalid", "method-exists", "method-not-found"]

  // MARK: Personal data

  private static let personal: Keys = {
    let contact = Keys(keys: [text("firstName"), text("lastName"), text("phone"), text("email")])
    let address = Keys(keys: [
      text("street1"), text("street2"), text("city"), text("state"), text("zip"), text("country"),
    ])
    let payment = Keys(keys: [text("brand"), text("last4"), text("expires")])
    return Keys(
      keys: [
        Key(name: "salt", shape: .form { Grammar.isHex($0, 32) }, isRequired: true),
        Key(name: "contact", shape: .orNull(.object(contact))),
        Key(name: "billing", shape: .orNull(.object(address))),
        Key(name: "shipment", shape: .orNull(.object(address))),
        Key(name: "payment", shape: .orNull(.object(payment))),
      ], first: "salt", atLeast: 2)
  }()
}
