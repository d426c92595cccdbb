// How an order is shown to programs: these keys in this order, what is absent left out.

import EventSourcing
import JSONLines

extension Order {
  /// Writes the order as a JSON object; amounts are in minor units. O(n).
  ///
  /// - Parameter id: The part of its stream's name behind the slash.
  public func writeJSON(to writer: inout JSONWriter, id: String) {
    let storage = fields.storage
    writer.raw(#"{"id":"#)
    writer.string(id)
    writer.member(#","rev":"#, Int64(rev))
    writer.raw(#","status":"#)
    writer.string(status.rawValue)
    writer.member(#","customer":"#, fields.texts.customer, of: storage)
    fields.writeContact(to: &writer, nulls: false)
    fields.write(fields.texts.billing, as: #","billing":"#, to: &writer, nulls: false)
    fields.write(fields.texts.shipment, as: #","shipment":"#, to: &writer, nulls: false)
    writer.member(#","shippingMethod":"#, fields.texts.shippingMethod, of: storage)
    writer.object(#","payment":"#) { (writer: inout JSONWriter) in
      writer.member(#","kind":"#, fields.texts.paymentKind, of: storage)
      fields.writeCard(to: &writer, nulls: false)
    }
    fields.writeItems(to: &writer)
    writer.member(#","currency":"#, fields.texts.currency, of: storage)
    fields.writeAmounts(to: &writer, nulls: false)
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
