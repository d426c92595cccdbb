// The orders that a caller wants to read.

import EventSourcing
import Examination
import OrderDomain

/// All orders, or those of which a condition holds.
struct OrderSelection: Sendable {
  private let condition: Condition<Orders.State>?

  init(where text: String?) throws(OrderError) {
    do throws(ConditionError) {
      condition = try text.map { (text) throws(ConditionError) in
        try Condition(ofStates: text, of: Orders.schema)
      }
    } catch {
      throw .condition(error)
    }
  }

  /// The order with an id, if it exists and is one of them.
  func order(_ id: String, _ state: Orders.State) -> Order? {
    condition?.holds(state) == false ? nil : Order(id, state)
  }

  /// Throws what is wrong with the condition for one of the orders.
  func check() throws(OrderError) {
    if let typeError = condition?.formula.takeTypeError() { throw .condition(typeError) }
  }
}
