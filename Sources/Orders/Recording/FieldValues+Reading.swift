// Reads fields out of a command, an event, a personal block or an import line.
// Only the shape is checked here; whether the values are right is for the rules to say.

import EventSourcing
import JSONLines

/// The fields by their keys, in the order in which ``FieldKey/command`` and the others list them.
enum FieldKey: Int {
  case customer, shippingMethod, paymentKind, items, currency, shippingFee, tax, discount, total
  case contact, billing, shipment, payment

  static let command = PayloadKeys.command(
    "customer", "shippingMethod", "paymentKind", "items", "currency", "shippingFee", "tax",
    "discount")
  static let event = PayloadKeys.event(
    "customer", "shippingMethod", "paymentKind", "items", "currency", "shippingFee", "tax",
    "discount", "total")
  static let personal = PayloadKeys.personal("contact", "billing", "shipment", "payment")
  /// The keys of an import line's command: all in one, in the order in which an order is shown.
  static let imported = PayloadKeys.command(
    "customer", "contact", "billing", "shipment", "shippingMethod", "payment", "items", "currency",
    "shippingFee", "tax", "discount", "paymentKind")
  static let importedOrder: [FieldKey] = [
    .customer, .contact, .billing, .shipment, .shippingMethod, .payment, .items, .currency,
    .shippingFee, .tax, .discount, .paymentKind,
  ]

  static let contactTable = KeyTable("firstName", "lastName", "phone", "email")
  static let addressTable = KeyTable("street1", "street2", "city", "state", "zip", "country")
  static let cardTable = KeyTable("brand", "last4", "expires")
  static let importedPaymentTable = KeyTable("kind", "brand", "last4", "expires")
  static let itemTable = KeyTable("sku", "name", "quantity", "unitPrice")
}

extension FieldValues {
  /// Reads the fields of a command.
  mutating func readCommand(_ payload: inout PayloadReader) throws(JSONError) {
    begin(&payload)
    while let rank = try payload.nextKey(FieldKey.command) {
      try readPlain(FieldKey(rawValue: rank), from: &payload)
    }
    if payload.json.sawEscapes { unescape() }
  }

  /// Reads the fields of an event, and its total if there is one.
  mutating func readEvent(_ payload: inout PayloadReader) throws(JSONError) -> Int64? {
    begin(&payload)
    let total = try readAnyEvent(&payload)
    if payload.json.sawEscapes { unescape() }
    return total
  }

  private mutating func readAnyEvent(_ payload: inout PayloadReader) throws(JSONError) -> Int64? {
    var total: Int64?
    while let rank = try payload.nextKey(FieldKey.event) {
      if rank == FieldKey.total.rawValue {
        total = try payload.json.integer()
      } else {
        try readPlain(FieldKey(rawValue: rank), from: &payload)
      }
    }
    return total
  }

  /// Reads the texts of the personal block.
  fileprivate mutating func readPersonal(_ payload: inout PayloadReader) throws(JSONError) {
    begin(&payload)
    while let rank = try payload.nextKey(FieldKey.personal) {
      try readPersonal(FieldKey(rawValue: rank + FieldKey.contact.rawValue), from: &payload)
    }
    if payload.json.sawEscapes { unescape() }
  }

  @inline(__always)
  private mutating func begin(_ payload: inout PayloadReader) {
    storage = payload.storage
    payload.json.sawEscapes = false
  }

  /// Reads the fields of an import line's command, with what is personal among them.
  init(imported payload: inout PayloadReader) throws(JSONError) {
    self.init(in: payload.storage)
    while let rank = try payload.nextKey(FieldKey.imported) {
      let key = FieldKey.importedOrder[rank]
      let start = payload.json.position
      let kind = texts.paymentKind
      switch key {
      case .payment: try readImportedPayment(from: &payload)
      case .contact, .billing, .shipment: try readPersonal(key, from: &payload)
      default: try readPlain(key, from: &payload)
      }
      // The kind may stand in either place, but not in both.
      if !kind.isAbsent && kind != texts.paymentKind { throw JSONError(.duplicateKey, at: start) }
    }
    unescape()
  }

  @inline(__always)
  private mutating func readPlain(_ key: FieldKey?, from payload: inout PayloadReader)
    throws(JSONError)
  {
    switch key {
    case .customer: texts.customer = try payload.json.textOrNull()
    case .shippingMethod: texts.shippingMethod = try payload.json.textOrNull()
    case .paymentKind: texts.paymentKind = try payload.json.textOrNull()
    case .items: items = try Self.readItems(from: &payload)
    case .currency: texts.currency = try payload.json.textOrNull()
    case .shippingFee: shippingFee = try payload.json.amount()
    case .tax: tax = try payload.json.amount()
    case .discount: discount = try payload.json.amount()
    case .total, .contact, .billing, .shipment, .payment, nil: _ = try payload.json.skipValue()
    }
  }

  @inline(__always)
  private mutating func readPersonal(_ key: FieldKey?, from payload: inout PayloadReader)
    throws(JSONError)
  {
    switch key {
    case .contact: try readContact(from: &payload)
    case .billing: try Self.read(&texts.billing, from: &payload)
    case .shipment: try Self.read(&texts.shipment, from: &payload)
    case .payment: try readCard(from: &payload)
    default: _ = try payload.json.skipValue()
    }
  }

  private mutating func readContact(from payload: inout PayloadReader) throws(JSONError) {
    if try payload.json.takeNull() {
      texts.contact = Contact(firstName: .null, lastName: .null, phone: .null, email: .null)
      return
    }
    var keys = ObjectKeys()
    try payload.json.beginObject()
    while let rank = try payload.nextKey(&keys, FieldKey.contactTable) {
      let text = try payload.json.textOrNull()
      switch rank {
      case 0: texts.contact.firstName = text
      case 1: texts.contact.lastName = text
      case 2: texts.contact.phone = text
      default: texts.contact.email = text
      }
    }
  }

  private static func read(_ address: inout Address, from payload: inout PayloadReader)
    throws(JSONError)
  {
    if try payload.json.takeNull() {
      address = Address(
        street1: .null, street2: .null, city: .null, state: .null, zip: .null, country: .null)
      return
    }
    var keys = ObjectKeys()
    try payload.json.beginObject()
    while let rank = try payload.nextKey(&keys, FieldKey.addressTable) {
      let text = try payload.json.textOrNull()
      switch rank {
      case 0: address.street1 = text
      case 1: address.street2 = text
      case 2: address.city = text
      case 3: address.state = text
      case 4: address.zip = text
      default: address.country = text
      }
    }
  }

  private mutating func readCard(from payload: inout PayloadReader) throws(JSONError) {
    if try payload.json.takeNull() {
      texts.payment = .removed
      return
    }
    var keys = ObjectKeys()
    try payload.json.beginObject()
    while let rank = try payload.nextKey(&keys, FieldKey.cardTable) {
      try Self.readCardText(rank, of: &texts.payment, from: &payload)
    }
    if !texts.payment.isNamed { texts.payment = .removed }
  }

  /// Reads `payment` as an order shows it: the kind and the card in one object.
  private mutating func readImportedPayment(from payload: inout PayloadReader) throws(JSONError) {
    if try payload.json.takeNull() {
      texts.payment = .removed
      return
    }
    var keys = ObjectKeys()
    try payload.json.beginObject()
    while let rank = try payload.nextKey(&keys, FieldKey.importedPaymentTable) {
      if rank == 0 {
        texts.paymentKind = try payload.json.textOrNull()
      } else {
        try Self.readCardText(rank - 1, of: &texts.payment, from: &payload)
      }
    }
    if !namesPayment { texts.payment = .removed }
  }

  @inline(__always)
  private static func readCardText(
    _ rank: Int, of card: inout Card, from payload: inout PayloadReader
  ) throws(JSONError) {
    let text = try payload.json.textOrNull()
    switch rank {
    case 0: card.brand = text
    case 1: card.last4 = text
    default: card.expires = text
    }
  }

  private static func readItems(from payload: inout PayloadReader) throws(JSONError)
    -> [RecordedItem]
  {
    var items: [RecordedItem] = []
    if try payload.json.takeNull() { return items }
    var index = 0
    try payload.json.beginArray()
    while try payload.json.nextElement(&index) {
      var item = RecordedItem()
      var keys = ObjectKeys()
      try payload.json.beginObject()
      while let rank = try payload.nextKey(&keys, FieldKey.itemTable) {
        switch rank {
        case 0: item.sku = try payload.json.textOrNull()
        case 1: item.name = try payload.json.textOrNull()
        case 2: item.quantity = try payload.json.amount()
        default: item.unitPrice = try payload.json.amount()
        }
      }
      items.append(item)
    }
    return items
  }
}

extension OrderPersonal {
  /// Reads the personal block.
  init(_ payload: inout PayloadReader) throws(JSONError) {
    var values = FieldValues()
    try values.readPersonal(&payload)
    self.init(storage: values.storage, texts: values.texts)
  }
}

extension Card {
  /// A card that is removed: `null` or an empty object, since a card is replaced as a whole.
  fileprivate static let removed = Card(brand: .null, last4: .null, expires: .null)

  /// Whether any text of it is named.
  var isNamed: Bool { !(brand.isAbsent && last4.isAbsent && expires.isAbsent) }
}

extension JSONReader {
  /// Consumes an integer or `null`.
  @inline(__always)
  mutating func amount() throws(JSONError) -> Amount {
    if try takeNull() { return .null }
    return Amount(try integer())
  }

  /// Consumes a text or `null`, which is as if it weren't there.
  mutating func optionalText() throws(JSONError) -> Text? {
    let range = try textOrNull()
    return range.isPresent ? Text(storage, range) : nil
  }
}
