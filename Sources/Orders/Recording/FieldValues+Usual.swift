// Orders look much alike in the log: the same keys in the same order. They are read here by shapes that
// say so word for word; fields of any other shape go the general way.

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

extension FieldValues {
  /// Reads all plain fields of a created order, from behind the type up to `discount`.
  ///
  /// - Returns: false if they aren't the usual ones; the reader is then anywhere among them.
  mutating func readUsualFields(_ json: inout JSONReader) throws(JSONError) -> Bool {
    guard try json.read(.beforeItems, into: &texts), let items = try Self.usualItems(&json),
      try json.read(.currency, into: &texts)
    else { return false }
    self.items = items
    var amounts = Amounts()
    guard try json.read(.amounts, into: &amounts) else { return false }
    shippingFee = amounts.shippingFee
    tax = amounts.tax
    discount = amounts.discount
    return true
  }

  @inline(__always)
  private static func usualItems(_ json: inout JSONReader) throws(JSONError) -> [RecordedItem]? {
    var item = RecordedItem()
    guard try json.read(.item, into: &item) else { return nil }
    var items = [item]
    while json.expect(",") {
      item = RecordedItem()
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
  mutating func readUsualPersonal(_ json: inout JSONReader) throws(JSONError) -> Bool {
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

  /// Reads the rest of a command or an event behind its type; nil if it isn't of the usual shape.
  init?(usual json: inout JSONReader) throws(JSONError) {
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

  /// Reads the rest of a command or an event behind its type; nil if it isn't of the usual shape.
  init?(usual json: inout JSONReader) throws(JSONError) {
    var places = ShippingPlaces()
    guard try json.read(Self.shape, into: &places) else { return nil }
    texts = TextPair(json.storage, places.carrier, places.tracking)
  }
}
