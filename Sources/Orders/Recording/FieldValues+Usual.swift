// Orders look much alike in the log: the same keys in the same order. They are read here by shapes that
// say so word for word; what is of any other shape goes the general way.

import JSONLines

/// The amounts of an order, as the places of a shape.
private struct Amounts: BitwiseCopyable {
  var shippingFee = Amount.absent
  var tax = Amount.absent
  var discount = Amount.absent
}

extension MemberShape {
  fileprivate static let beforeItems = MemberShape(
    .text(#","customer":"#, .customer), .text(#","shippingMethod":"#, .shippingMethod),
    .text(#","paymentKind":"#, .paymentKind), .bytes(#","items":["#))

  fileprivate static let item = MemberShape(
    .text(#"{"sku":"#, at: 0), .optionalText(#","name":"#, at: 1),
    .integer(#","quantity":"#, at: 2), .integer(#","unitPrice":"#, at: 3), .bytes("}"))

  fileprivate static let currency = MemberShape(.text(#","currency":"#, .currency))

  fileprivate static let amounts = MemberShape(
    .optionalInteger(#","shippingFee":"#, at: 0), .optionalInteger(#","tax":"#, at: 1),
    .optionalInteger(#","discount":"#, at: 2))

  fileprivate static let personal = MemberShape(
    .bytes(#","contact":{"#), .text(#""firstName":"#, .firstName),
    .text(#","lastName":"#, .lastName), .text(#","phone":"#, .phone), .text(#","email":"#, .email),
    .bytes(#"},"billing":{"#), .text(#""street1":"#, .billingStreet1),
    .optionalText(#","street2":"#, .billingStreet2), .text(#","city":"#, .billingCity),
    .text(#","state":"#, .billingState), .text(#","zip":"#, .billingZip),
    .optionalText(#","country":"#, .billingCountry),
    .bytes(#"},"shipment":{"#), .text(#""street1":"#, .shipmentStreet1),
    .optionalText(#","street2":"#, .shipmentStreet2), .text(#","city":"#, .shipmentCity),
    .text(#","state":"#, .shipmentState), .text(#","zip":"#, .shipmentZip),
    .optionalText(#","country":"#, .shipmentCountry), .bytes("}"))

  fileprivate static let brandedCard = MemberShape(
    .bytes(#","payment":{"#), .text(#""brand":"#, .brand), .text(#","last4":"#, .last4),
    .text(#","expires":"#, .expires), .bytes("}}"))

  fileprivate static let card = MemberShape(
    .bytes(#","payment":{"#), .text(#""last4":"#, .last4), .text(#","expires":"#, .expires),
    .bytes("}}"))
}

extension MemberShape.Step {
  fileprivate static func text(_ bytes: StaticString, _ text: OrderText) -> MemberShape.Step {
    .text(bytes, at: Int(text.rawValue))
  }

  fileprivate static func optionalText(
    _ bytes: StaticString, _ text: OrderText
  ) -> MemberShape.Step {
    .optionalText(bytes, at: Int(text.rawValue))
  }
}

extension OrderRulebook {
  /// Reads the rest of a command behind its head; nil if it isn't of the usual shape.
  public static func readUsualCommand(_ type: TextRange, from json: inout JSONReader)
    throws(JSONError) -> OrderCommand?
  {
    if json.isText(type, "create-order") {
      return try OrderFields(usual: &json).map { .create($0) }
    }
    if json.isText(type, "pay-order") { return try Payment(usual: &json).map { .pay($0) } }
    if json.isText(type, "ship-order") { return try Shipping(usual: &json).map { .ship($0) } }
    guard json.expect("}") else { return nil }
    if json.isText(type, "deliver-order") { return .deliver }
    if json.isText(type, "cancel-order") { return .cancel }
    if json.isText(type, "update-order") {
      return .update(OrderFields(FieldValues(in: json.storage)))
    }
    return nil
  }

  /// Reads the events of a command that begin as that did; false if they aren't of the usual shape.
  public static func readUsualEvents(
    of command: OrderCommand, _ members: TextRange, from json: inout JSONReader,
    into events: inout [OrderEvent]
  ) throws(JSONError) -> Bool {
    switch command {
    case .create(let fields):
      guard json.expect(#"[{"type":"order-created""#), json.skipSame(members),
        let total = try json.integer(behind: #","total":"#), json.expect("}")
      else { return false }
      events.append(.created(fields, total: total))
    case .update(let fields):
      guard json.expect(#"[{"type":"order-updated""#), json.skipSame(members), json.expect("}")
      else { return false }
      events.append(.updated(fields, total: nil))
    case .pay(let payment):
      guard json.expect(#"[{"type":"payment-received""#), json.skipSame(members), json.expect("}")
      else { return false }
      events.append(.paymentReceived(payment))
    case .ship(let shipping):
      guard json.expect(#"[{"type":"order-shipped""#), json.skipSame(members), json.expect("}")
      else { return false }
      events.append(.shipped(shipping))
    case .deliver:
      guard json.expect(#"[{"type":"order-delivered"}"#) else { return false }
      events.append(.delivered)
    case .cancel:
      guard json.expect(#"[{"type":"order-cancelled"}"#) else { return false }
      events.append(.cancelled)
    case .return, .refund, .delete: return false
    }
    if json.expect(#",{"type":"order-paid"}"#) { events.append(.paid) }
    return json.expect("]")
  }

  /// Reads the rest of the personal block behind its salt; nil if it isn't of the usual shape.
  public static func readUsualPersonal(from json: inout JSONReader) throws(JSONError)
    -> OrderPersonal?
  {
    json.sawEscapes = false
    var texts = OrderTexts()
    guard try texts.readUsualPersonal(&json), !json.sawEscapes else { return nil }
    return OrderPersonal(storage: json.storage, texts: texts)
  }
}

extension JSONReader {
  /// Steps over the bytes of a range if the same stand here.
  fileprivate mutating func skipSame(_ range: TextRange) -> Bool {
    let count = range.count
    guard count <= end &- position else { return false }
    let here = storage.slice(TextRange(offset: position, count: count))
    guard here.hasSameManyBytes(as: storage.slice(range)) else { return false }
    position &+= count
    return true
  }
}

extension OrderFields {
  /// Reads the fields of a create; nil if they aren't of the usual shape.
  fileprivate init?(usual json: inout JSONReader) throws(JSONError) {
    json.sawEscapes = false
    var values = FieldValues(in: json.storage)
    guard try values.readUsual(&json) else { return nil }
    if json.sawEscapes { values.unescape() }
    self.init(values)
  }
}

extension FieldValues {
  /// Reads all plain fields of a create up to its closing brace.
  ///
  /// - Returns: false if they aren't the usual ones; the reader is then anywhere among them.
  @inline(__always)
  fileprivate mutating func readUsual(_ json: inout JSONReader) throws(JSONError) -> Bool {
    guard try json.read(.beforeItems, into: &texts), let items = try Self.usualItems(&json),
      try json.read(.currency, into: &texts)
    else { return false }
    self.items = items
    var amounts = Amounts()
    guard try json.read(.amounts, into: &amounts) else { return false }
    shippingFee = amounts.shippingFee
    tax = amounts.tax
    discount = amounts.discount
    return json.expect("}")
  }

  @inline(__always)
  private static func usualItems(_ json: inout JSONReader) throws(JSONError) -> [RecordedItem]? {
    // Most orders have few items, and then an array that is made as large as it gets.
    var (first, second) = (RecordedItem(), RecordedItem())
    guard try json.read(.item, into: &first) else { return nil }
    if json.expect("]") { return [first] }
    guard json.expect(","), try json.read(.item, into: &second) else { return nil }
    if json.expect("]") { return [first, second] }
    var items = [first, second, RecordedItem(), RecordedItem()]
    items.removeLast(2)
    while json.expect(",") {
      var item = RecordedItem()
      guard try json.read(.item, into: &item) else { return nil }
      items.append(item)
    }
    return json.expect("]") ? items : nil
  }
}

extension OrderTexts {
  /// Reads the personal block of a created order, from behind the salt to its end.
  ///
  /// - Returns: false if it isn't of the usual shape; the reader is then anywhere in it.
  fileprivate mutating func readUsualPersonal(_ json: inout JSONReader) throws(JSONError) -> Bool {
    guard try json.read(.personal, into: &self) else { return false }
    if json.expect("}") { return true }
    if try json.read(.brandedCard, into: &self) { return true }
    return try json.read(.card, into: &self)
  }
}

/// What a payment has, as the places of a shape.
private struct PaymentPlaces: BitwiseCopyable {
  var amount = Amount.absent
  var method = TextRange.absent
  var reference = TextRange.absent
}

extension Payment {
  private static let shape = MemberShape(
    .integer(#","amount":"#, at: 0), .optionalText(#","method":"#, at: 1),
    .optionalText(#","reference":"#, at: 2), .bytes("}"))

  /// Reads the rest of a command behind its head; nil if it isn't of the usual shape.
  fileprivate init?(usual json: inout JSONReader) throws(JSONError) {
    var places = PaymentPlaces()
    guard try json.read(Self.shape, into: &places) else { return nil }
    amount = places.amount
    texts = TextPair(json.storage, places.method, places.reference)
  }
}

/// What a shipping has, as the places of a shape.
private struct ShippingPlaces: BitwiseCopyable {
  var carrier = TextRange.absent
  var tracking = TextRange.absent
}

extension Shipping {
  private static let shape = MemberShape(
    .optionalText(#","carrier":"#, at: 0), .optionalText(#","tracking":"#, at: 1), .bytes("}"))

  /// Reads the rest of a command behind its head; nil if it isn't of the usual shape.
  fileprivate init?(usual json: inout JSONReader) throws(JSONError) {
    var places = ShippingPlaces()
    guard try json.read(Self.shape, into: &places) else { return nil }
    texts = TextPair(json.storage, places.carrier, places.tracking)
  }
}
