// The outcome of a command for an order or for the catalogue: the response of the scenes that change them.

/// A domain with scenes of its own for commands.
package protocol CommandedDomain: CodableDecider {
  /// Writes what the command was for, as it is after it.
  static func writeSubject(of outcome: CommandOutcome<Self>, to object: inout JSONWriter)
  /// - Parameter formatting: The format of amounts for people; nil for programs.
  static func failure(of outcome: CommandOutcome<Self>, _ formatting: Formatting?) -> Failure?
}

extension CommandOutcome: JSONRepresentable, SceneResponse where D: CommandedDomain {
  package func writeJSON(to writer: inout JSONWriter) {
    writeJSON(to: &writer) { D.writeSubject(of: self, to: &$0) }
  }

  package func refusal(_ formatting: Formatting?) -> Failure? { D.failure(of: self, formatting) }
  package var isPositive: Bool { isDone }
}

package typealias OrderOutcome = CommandOutcome<Orders>

extension Orders: CommandedDomain {
  package static func writeSubject(of outcome: OrderOutcome, to object: inout JSONWriter) {
    guard let order = outcome.order else { return }
    object.member("order") { order.writeJSON(to: &$0, id: outcome.id) { $0.erased(outcome.lost) } }
  }

  package static func failure(of outcome: OrderOutcome, _ formatting: Formatting?) -> Failure? {
    Failure(outcome, formatting)
  }
}

extension OrderOutcome {
  /// The order after it, or as it would be; nil if there is none.
  package var order: Order? { state }

  /// The amount that can be refunded for a cancelled or returned order, after a semicolon; nothing if nothing can.
  func refundHint(_ formatting: Formatting) -> String {
    guard let order, order.refundable != 0 else { return "" }
    return "; \(formatting.money(of: order, order.refundable)) can be refunded"
  }
}

/// A response that says more than the outcome of a command for an order.
package protocol OrderOutcomeResponse: SceneResponse {
  var outcome: OrderOutcome { get }
}

extension OrderOutcomeResponse {
  package var documents: [OrderOutcome] { [outcome] }
  package func refusal(_ formatting: Formatting?) -> Failure? { outcome.refusal(formatting) }
  package var isPositive: Bool { outcome.isDone }
}
