// Writes fields as members of a command, an event or the personal block, in canonical order.
// Spelled out member by member, because literals whose length is known are written fastest.

import JSONLines

extension FieldValues {
  /// Writes all members that aren't personal.
  ///
  /// - Parameter nulls: Whether what is to be removed is written as `null`; else it is left out.
  func writeMembers(to writer: inout JSONWriter, nulls: Bool) {
    writer.member(#","customer":"#, texts.customer, of: storage, nulls: nulls)
    writer.member(#","shippingMethod":"#, texts.shippingMethod, of: storage, nulls: nulls)
    writer.member(#","paymentKind":"#, texts.paymentKind, of: storage, nulls: nulls)
    writeItems(to: &writer)
    writer.member(#","currency":"#, texts.currency, of: storage, nulls: nulls)
    writeAmounts(to: &writer, nulls: nulls)
  }

  func writeItems(to writer: inout JSONWriter) {
    guard let items else { return }
    writer.raw(#","items":["#)
    var isFirst = true
    for item in items {
      if !isFirst { writer.byte(UInt8(ascii: ",")) }
      isFirst = false
      let hasMembers = writer.braces { (writer: inout JSONWriter) in
        writer.member(#","sku":"#, item.sku, of: storage)
        writer.member(#","name":"#, item.name, of: storage)
        writer.member(#","quantity":"#, item.quantity)
        writer.member(#","unitPrice":"#, item.unitPrice)
      }
      if !hasMembers { writer.raw("{}") }
    }
    writer.byte(UInt8(ascii: "]"))
  }

  func writeAmounts(to writer: inout JSONWriter, nulls: Bool) {
    writer.member(#","shippingFee":"#, shippingFee, nulls: nulls)
    writer.member(#","tax":"#, tax, nulls: nulls)
    writer.member(#","discount":"#, discount, nulls: nulls)
  }

  /// Writes the members of the personal block.
  ///
  /// - Returns: Whether there were any.
  func writePersonal(to writer: inout JSONWriter, nulls: Bool) -> Bool {
    let start = writer.count
    writeContact(to: &writer, nulls: nulls)
    write(texts.billing, as: #","billing":"#, to: &writer, nulls: nulls)
    write(texts.shipment, as: #","shipment":"#, to: &writer, nulls: nulls)
    writer.object(#","payment":"#) { (writer: inout JSONWriter) in
      writeCard(to: &writer, nulls: nulls)
    }
    return writer.count > start
  }

  func writeContact(to writer: inout JSONWriter, nulls: Bool) {
    let contact = texts.contact
    writer.object(#","contact":"#) { (writer: inout JSONWriter) in
      writer.member(#","firstName":"#, contact.firstName, of: storage, nulls: nulls)
      writer.member(#","lastName":"#, contact.lastName, of: storage, nulls: nulls)
      writer.member(#","phone":"#, contact.phone, of: storage, nulls: nulls)
      writer.member(#","email":"#, contact.email, of: storage, nulls: nulls)
    }
  }

  func write(
    _ address: Address, as key: StaticString, to writer: inout JSONWriter, nulls: Bool
  ) {
    writer.object(key) { (writer: inout JSONWriter) in
      writer.member(#","street1":"#, address.street1, of: storage, nulls: nulls)
      writer.member(#","street2":"#, address.street2, of: storage, nulls: nulls)
      writer.member(#","city":"#, address.city, of: storage, nulls: nulls)
      writer.member(#","state":"#, address.state, of: storage, nulls: nulls)
      writer.member(#","zip":"#, address.zip, of: storage, nulls: nulls)
      writer.member(#","country":"#, address.country, of: storage, nulls: nulls)
    }
  }

  func writeCard(to writer: inout JSONWriter, nulls: Bool) {
    writer.member(#","brand":"#, texts.payment.brand, of: storage, nulls: nulls)
    writer.member(#","last4":"#, texts.payment.last4, of: storage, nulls: nulls)
    writer.member(#","expires":"#, texts.payment.expires, of: storage, nulls: nulls)
  }
}
