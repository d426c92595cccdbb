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
    let storage = values.storage
    writer.raw(#"{"id":"#)
    writer.string(id)
    writer.member(#","rev":"#, Int64(rev))
    writer.raw(#","status":"#)
    writer.string(status.rawValue)
    writer.member(#","customer":"#, values.texts.customer, of: storage)
    values.writeContact(to: &writer, nulls: false)
    values.write(values.texts.billing, as: #","billing":"#, to: &writer, nulls: false)
    values.write(values.texts.shipment, as: #","shipment":"#, to: &writer, nulls: false)
    writer.member(#","shippingMethod":"#, values.texts.shippingMethod, of: storage)
    writer.object(#","payment":"#) { (writer: inout JSONWriter) in
      writer.member(#","kind":"#, values.texts.paymentKind, of: storage)
      values.writeCard(to: &writer, nulls: false)
    }
    values.writeItems(to: &writer)
    writer.member(#","currency":"#, values.texts.currency, of: storage)
    values.writeAmounts(to: &writer, nulls: false)
    writer.member(#","total":"#, total)
    writer.member(#","paid":"#, paid)
    writer.member(#","refunded":"#, refunded)
    writer.member(#","balance":"#, balance)
    writer.raw(#","placedAt":"#)
    writer.string(placedAt.description)
    writer.raw(#","updatedAt":"#)
    writer.string(updatedAt.description)
    writer.member(#","carrier":"#, carrier)
    writer.member(#","tracking":"#, tracking)
    writer.raw("}")
  }
}
