// Hides an order from lists.

package enum DeleteOrder: PlainCommandScene {
  package static let command = OrderCommand.delete

  package static func headline(of outcome: OrderOutcome, _ formatting: Formatting) -> String {
    "Order \(outcome.id) is deleted; its history stays."
  }
}
