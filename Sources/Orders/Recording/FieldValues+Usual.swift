// Nearly every line that this program reads it has written itself, so it knows which key comes next.
// Here fields are read word for word in that order. An object of any other shape (a key missing where
// one is always there, `null`, other keys) is left to the general way, which starts it anew.

import EventSourcing
import JSONLines

extension FieldValues {
  /// Reads the rest of a command, behind its type.
  ///
  /// - Returns: nil if it hasn't the usual shape; the reader is then anywhere in it.
  @inline(__always)
  static func usualCommand(_ json: inout JSONReader) throws(JSONError) -> FieldValues? {
    try json.skipCommandHead()
    var values = FieldValues(in: json.storage)
    guard try values.readUsualPlain(&json), json.expect("}") else { return nil }
    return values
  }

  /// Reads the rest of an event, behind its type.
  ///
  /// - Returns: nil if it hasn't the usual shape; the reader is then anywhere in it.
  @inline(__always)
  static func usualEvent(_ json: inout JSONReader, total: inout Int64?) throws(JSONError)
    -> FieldValues?
  {
    var values = FieldValues(in: json.storage)
    guard try values.readUsualPlain(&json) else { return nil }
    total = json.integer(behind: #","total":"#)
    return json.expect("}") ? values : nil
  }

  /// Reads the rest of a personal block, behind its salt.
  ///
  /// - Returns: nil if it hasn't the usual shape; the reader is then anywhere in it.
  @inline(__always)
  static func usualPersonal(_ json: inout JSONReader) throws(JSONError) -> FieldValues? {
    var values = FieldValues(in: json.storage)
    if json.expect(#","contact":{"#) {
      guard try values.texts.contact.readUsual(&json) else { return nil }
    }
    if json.expect(#","billing":{"#) {
      guard try values.texts.billing.readUsual(&json) else { return nil }
    }
    if json.expect(#","shipment":{"#) {
      guard try values.texts.shipment.readUsual(&json) else { return nil }
    }
    if json.expect(#","payment":{"#) {
      guard try values.texts.payment.readUsual(&json) else { return nil }
    }
    return json.expect("}") ? values : nil
  }

  @inline(__always)
  private mutating func readUsualPlain(_ json: inout JSONReader) throws(JSONError) -> Bool {
    texts.customer = try json.text(behind: #","customer":""#)
    texts.shippingMethod = try json.text(behind: #","shippingMethod":""#)
    texts.paymentKind = try json.text(behind: #","paymentKind":""#)
    if json.expect(#","items":["#) {
      guard let items = try Self.usualItems(&json) else { return false }
      self.items = items
    }
    texts.currency = try json.text(behind: #","currency":""#)
    shippingFee = json.amount(behind: #","shippingFee":"#)
    tax = json.amount(behind: #","tax":"#)
    discount = json.amount(behind: #","discount":"#)
    return true
  }

  @inline(__always)
  private static func usualItems(_ json: inout JSONReader) throws(JSONError) -> [RecordedItem]? {
    var items: [RecordedItem] = []
    items.reserveCapacity(4)
    while true {
      var item = RecordedItem()
      item.sku = try json.text(behind: #"{"sku":""#)
      guard item.sku.isPresent else { return nil }
      item.name = try json.text(behind: #","name":""#)
      item.quantity = json.amount(behind: #","quantity":"#)
      item.unitPrice = json.amount(behind: #","unitPrice":"#)
      items.append(item)
      if json.expect("},") { continue }
      return json.expect("}]") ? items : nil
    }
  }
}

extension Contact {
  @inline(__always)
  fileprivate mutating func readUsual(_ json: inout JSONReader) throws(JSONError) -> Bool {
    firstName = try json.text(behind: #""firstName":""#)
    lastName = try json.text(behind: #","lastName":""#)
    phone = try json.text(behind: #","phone":""#)
    email = try json.text(behind: #","email":""#)
    return firstName.isPresent && json.expect("}")
  }
}

extension Address {
  @inline(__always)
  fileprivate mutating func readUsual(_ json: inout JSONReader) throws(JSONError) -> Bool {
    street1 = try json.text(behind: #""street1":""#)
    street2 = try json.text(behind: #","street2":""#)
    city = try json.text(behind: #","city":""#)
    state = try json.text(behind: #","state":""#)
    zip = try json.text(behind: #","zip":""#)
    country = try json.text(behind: #","country":""#)
    return street1.isPresent && json.expect("}")
  }
}

extension Card {
  @inline(__always)
  fileprivate mutating func readUsual(_ json: inout JSONReader) throws(JSONError) -> Bool {
    brand = try json.text(behind: #""brand":""#)
    if brand.isPresent {
      last4 = try json.text(behind: #","last4":""#)
    } else {
      last4 = try json.text(behind: #""last4":""#)
    }
    expires = try json.text(behind: #","expires":""#)
    return last4.isPresent && json.expect("}")
  }
}

extension Payment {
  /// Reads the rest of a command or an event, behind its type.
  ///
  /// - Returns: nil if it hasn't the usual shape; the reader is then anywhere in it.
  @inline(__always)
  static func usual(_ json: inout JSONReader) throws(JSONError) -> Payment? {
    let amount = json.amount(behind: #","amount":"#)
    let method = try json.text(behind: #","method":""#)
    let reference = try json.text(behind: #","reference":""#)
    guard json.expect("}") else { return nil }
    return Payment(
      amount: amount, method: json.text(method), reference: json.text(reference))
  }
}

extension Shipping {
  /// Reads the rest of a command or an event, behind its type.
  ///
  /// - Returns: nil if it hasn't the usual shape; the reader is then anywhere in it.
  @inline(__always)
  static func usual(_ json: inout JSONReader) throws(JSONError) -> Shipping? {
    let carrier = try json.text(behind: #","carrier":""#)
    let tracking = try json.text(behind: #","tracking":""#)
    guard json.expect("}") else { return nil }
    return Shipping(carrier: json.text(carrier), tracking: json.text(tracking))
  }
}

extension JSONReader {
  /// Steps over what stands between a command's type and its own keys.
  @inline(__always)
  mutating func skipCommandHead() throws(JSONError) {
    _ = try text(behind: #","id":""#)
    _ = integer(behind: #","expect":"#)
    _ = try text(behind: #","reason":""#)
  }

  @inline(__always)
  fileprivate mutating func amount(behind literal: StaticString) -> Amount {
    integer(behind: literal).map { Amount($0) } ?? .absent
  }

  @inline(__always)
  fileprivate func text(_ range: TextRange) -> Text? {
    range.isPresent ? Text(storage, range) : nil
  }
}
