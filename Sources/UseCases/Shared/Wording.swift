// Wordings that several presenters share.

import EventSourcing
import Orders

extension TornTail {
  /// What a reader says who stops before a torn tail.
  var warning: String {
    "\(place): the log ends in \(count) bytes of an entry that was never completed; "
      + "everything before is shown."
  }
}

/// How many entries: `1 entry`.
func entryCount(_ count: Int) -> String { count == 1 ? "1 entry" : "\(count) entries" }

extension Change {
  /// What can be refunded for an order that is off, behind a semicolon; nothing if nothing can.
  func refundHint(_ formatting: Formatting) -> String {
    guard let order, order.refundable != 0 else { return "" }
    return "; \(formatting.money(of: order, order.refundable)) can be refunded"
  }
}
