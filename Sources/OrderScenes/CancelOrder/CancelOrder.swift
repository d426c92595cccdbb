// Cancels an order.

package enum CancelOrder: PlainCommandScene {
  package static let command = OrderCommand.cancel

  package static func headline(of outcome: OrderOutcome, _ formatting: Formatting) -> String {
    "Order \(outcome.id) is cancelled\(outcome.refundHint(formatting))."
  }
}
