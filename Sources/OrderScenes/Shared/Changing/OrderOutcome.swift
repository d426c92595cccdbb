// The outcome of a command for an order.

package typealias OrderOutcome = CommandOutcome<Orders>

extension OrderOutcome {
  /// The order after it, or as it would be; nil if there is none.
  package var order: Order? { state }
}

extension CommandOutcome: JSONRepresentable, SceneResponse where D == Orders {
  package func writeJSON(to writer: inout JSONWriter) {
    writeJSON(to: &writer) { writer in
      guard let order else { return }
      writer.member("order") { order.writeJSON(to: &$0, id: id) { $0.erased(lost) } }
    }
  }

  package func refusal(_ formatting: Formatting?) -> Failure? { Failure(self, formatting) }
  package var isPositive: Bool { isDone }
}

extension OrderOutcome {
  /// The amount that can be refunded for a cancelled or returned order, after a semicolon; nothing if nothing can.
  func refundHint(_ formatting: Formatting) -> String {
    guard let order, order.refundable != 0 else { return "" }
    return "; \(formatting.money(of: order, order.refundable)) can be refunded"
  }
}
