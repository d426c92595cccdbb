// How an order is shown to programs: these keys in this order, what is absent left out.

import EventSourcing
import JSONLines

extension Order {
  /// Writes the order as a JSON object; amounts are in minor units. O(n).
  ///
  /// - Parameters:
  ///   - writer: Gets the object.
  ///   - id: The part of its stream's name behind the slash.
  public func writeJSON(to writer: inout JSONWriter, id: String) {
    contents.values.writeJSON(of: self, to: &writer, id: id)
  }
}

extension FieldValues {
  fileprivate func writeJSON(of order: Order, to writer: inout JSONWriter, id: String) {
    let storage = storage
    writer.raw(#"{"id":"#)
    writer.string(id)
    writer.member(#","rev":"#, Int64(order.rev))
    writer.raw(#","status":"#)
    writer.string(order.status.rawValue)
    writer.member(#","customer":"#, texts.customer, of: storage)
    writeContact(to: &writer, nulls: false)
    write(texts.billing, as: #","billing":"#, to: &writer, nulls: false)
    write(texts.shipment, as: #","shipment":"#, to: &writer, nulls: false)
    writer.member(#","shippingMethod":"#, texts.shippingMethod, of: storage)
    writer.object(#","payment":"#) { (writer: inout JSONWriter) in
      writer.member(#","kind":"#, texts.paymentKind, of: storage)
      writeCard(to: &writer, nulls: false)
    }
    writeItems(to: &writer)
    writer.member(#","currency":"#, texts.currency, of: storage)
    writeAmounts(to: &writer, nulls: false)
    writer.member(#","total":"#, order.total)
    writer.member(#","paid":"#, order.paid)
    writer.member(#","refunded":"#, order.refunded)
    writer.member(#","balance":"#, order.balance)
    writer.raw(#","placedAt":"#)
    writer.string(order.placedAt.description)
    writer.raw(#","updatedAt":"#)
    writer.string(order.updatedAt.description)
    writer.member(#","carrier":"#, order.carrier)
    writer.member(#","tracking":"#, order.tracking)
    writer.raw("}")
  }
}
