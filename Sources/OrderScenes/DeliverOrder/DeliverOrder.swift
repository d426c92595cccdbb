// Records that an order has reached the customer.

package enum DeliverOrder: PlainCommandScene {
  package static let command = OrderCommand.deliver

  package static func headline(of outcome: OrderOutcome, _ formatting: Formatting) -> String {
    "Order \(outcome.id) is delivered."
  }
}
