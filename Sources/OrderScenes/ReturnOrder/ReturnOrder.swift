// Records that an order came back.

package enum ReturnOrder: PlainCommandScene {
  package static let command = OrderCommand.return

  package static func headline(of outcome: OrderOutcome, _ formatting: Formatting) -> String {
    "Order \(outcome.id) is returned\(outcome.refundHint(formatting))."
  }
}
