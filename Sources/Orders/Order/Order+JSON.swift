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
    let values = values
    writer.raw(#"{"id":"#)
    writer.string(id)
    writer.member(#","rev":"#, Int64(rev))
    writer.raw(#","status":"#)
    writer.string(status.rawValue)
    values.writeShown(OrderField.shown, to: &writer)
    writer.member(#","total":"#, total)
    writer.member(#","paid":"#, paid)
    writer.member(#","refunded":"#, refunded)
    writer.member(#","balance":"#, balance)
    writer.raw(#","placedAt":"#)
    writer.string(placedAt.description)
    writer.raw(#","updatedAt":"#)
    writer.string(updatedAt.description)
    shipping.writeMembers(#","carrier":"#, #","tracking":"#, to: &writer)
    writer.raw("}")
  }
}
