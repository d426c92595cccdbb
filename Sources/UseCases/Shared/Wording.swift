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

extension Timestamp {
  /// Date and time to the second, in UTC: `2026-11-20 09:00:00`.
  var secondText: String { Formatting.standard.second(self) }
}

/// How many entries: `1 entry`.
func entryCount(_ count: Int) -> String { count == 1 ? "1 entry" : "\(count) entries" }

/// An amount of minor units in major ones, with its currency: `129.99 USD`.
func moneyText(_ amount: Int64, currency: String) -> String {
  Formatting.standard.money(amount, currency: currency)
}

extension Order {
  /// An amount of minor units in major ones, with the order's currency.
  func text(_ amount: Int64) -> String { moneyText(amount, currency: fields[\.currency] ?? "") }
}

extension Change {
  /// What can be refunded for an order that is off, behind a semicolon; nothing if nothing can.
  func refundHint(_ formatting: Formatting) -> String {
    guard let order, order.refundable != 0 else { return "" }
    return "; \(formatting.money(of: order, order.refundable)) can be refunded"
  }
}
