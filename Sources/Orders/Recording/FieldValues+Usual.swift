// Orders that were created look much alike in the log: the same keys in the same order. They are read
// here by what comes next word for word; fields of any other shape go the general way.

import JSONLines

extension FieldValues {
  /// Reads all plain fields of a created order, from behind the type up to `discount`.
  ///
  /// - Returns: false if they aren't the usual ones; the reader is then anywhere among them.
  @inline(__always)
  mutating func readUsualFields(_ json: inout JSONReader) throws(JSONError) -> Bool {
    guard let customer = try json.text(behind: #","customer":"#),
      let method = try json.text(behind: #","shippingMethod":"#),
      let kind = try json.text(behind: #","paymentKind":"#),
      json.expect(#","items":["#), let items = try Self.usualItems(&json),
      let currency = try json.text(behind: #","currency":"#)
    else { return false }
    texts.customer = customer
    texts.shippingMethod = method
    texts.paymentKind = kind
    texts.currency = currency
    self.items = items
    if let fee = try json.integer(behind: #","shippingFee":"#) { shippingFee = Amount(fee) }
    if let tax = try json.integer(behind: #","tax":"#) { self.tax = Amount(tax) }
    if let discount = try json.integer(behind: #","discount":"#) {
      self.discount = Amount(discount)
    }
    return true
  }

  @inline(__always)
  private static func usualItems(_ json: inout JSONReader) throws(JSONError) -> [RecordedItem]? {
    var items: [RecordedItem] = []
    items.reserveCapacity(4)
    repeat {
      var item = RecordedItem()
      guard let sku = try json.text(behind: #"{"sku":"#) else { return nil }
      item.sku = sku
      if let name = try json.text(behind: #","name":"#) { item.name = name }
      guard let quantity = try json.integer(behind: #","quantity":"#),
        let price = try json.integer(behind: #","unitPrice":"#), json.expect("}")
      else { return nil }
      item.quantity = Amount(quantity)
      item.unitPrice = Amount(price)
      items.append(item)
    } while json.expect(",")
    return json.expect("]") ? items : nil
  }

  /// Reads the personal block of a created order, from behind the salt to its end.
  ///
  /// - Returns: false if it isn't of the usual shape; the reader is then anywhere in it.
  @inline(__always)
  mutating func readUsualPersonal(_ json: inout JSONReader) throws(JSONError) -> Bool {
    guard let firstName = try json.text(behind: #","contact":{"firstName":"#),
      let lastName = try json.text(behind: #","lastName":"#),
      let phone = try json.text(behind: #","phone":"#),
      let email = try json.text(behind: #","email":"#),
      json.expect(#"},"billing":"#), try Self.readUsual(&texts.billing, &json),
      json.expect(#","shipment":"#), try Self.readUsual(&texts.shipment, &json)
    else { return false }
    texts.contact.firstName = firstName
    texts.contact.lastName = lastName
    texts.contact.phone = phone
    texts.contact.email = email
    if json.expect("}") { return true }
    guard json.expect(#","payment":{"#) else { return false }
    return try readUsualCard(&json) && json.expect("}")
  }

  @inline(__always)
  private static func readUsual(
    _ address: inout Address, _ json: inout JSONReader
  ) throws(JSONError) -> Bool {
    guard let street1 = try json.text(behind: #"{"street1":"#) else { return false }
    address.street1 = street1
    if let street2 = try json.text(behind: #","street2":"#) { address.street2 = street2 }
    guard let city = try json.text(behind: #","city":"#),
      let state = try json.text(behind: #","state":"#),
      let zip = try json.text(behind: #","zip":"#)
    else { return false }
    address.city = city
    address.state = state
    address.zip = zip
    if let country = try json.text(behind: #","country":"#) { address.country = country }
    return json.expect("}")
  }

  private mutating func readUsualCard(_ json: inout JSONReader) throws(JSONError) -> Bool {
    var last4 = try json.text(behind: #""last4":"#)
    if let brand = try json.text(behind: #""brand":"#) {
      texts.payment.brand = brand
      last4 = try json.text(behind: #","last4":"#)
    }
    guard let last4, let expires = try json.text(behind: #","expires":"#) else { return false }
    texts.payment.last4 = last4
    texts.payment.expires = expires
    return json.expect("}")
  }
}

extension Payment {
  /// Reads the rest of a command or an event behind its type.
  ///
  /// - Returns: false if it isn't of the usual shape; the reader is then anywhere in it.
  @inline(__always)
  mutating func readUsual(_ json: inout JSONReader) throws(JSONError) -> Bool {
    guard let amount = try json.integer(behind: #","amount":"#) else { return false }
    self.amount = Amount(amount)
    if let method = try json.text(behind: #","method":"#) {
      self.method = Text(json.storage, method)
    }
    if let reference = try json.text(behind: #","reference":"#) {
      self.reference = Text(json.storage, reference)
    }
    return json.expect("}")
  }
}

extension Shipping {
  /// Reads the rest of a command or an event behind its type.
  ///
  /// - Returns: false if it isn't of the usual shape; the reader is then anywhere in it.
  @inline(__always)
  mutating func readUsual(_ json: inout JSONReader) throws(JSONError) -> Bool {
    if let carrier = try json.text(behind: #","carrier":"#) {
      self.carrier = Text(json.storage, carrier)
    }
    if let tracking = try json.text(behind: #","tracking":"#) {
      self.tracking = Text(json.storage, tracking)
    }
    return json.expect("}")
  }
}
