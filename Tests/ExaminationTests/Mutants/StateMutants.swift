// Mutants that record the right thing and remember a wrong one: what comes later shows it.

import EventSourcing
import JSONLines

@testable import OrderDomain

enum SecondLineLost: Mutant {
  static let defect = "The second line of an address gets lost, as in the original app."
  static func evolve(_ state: inout Order?, with event: OrderEvent, in context: EntryContext) {
    Orders.evolve(&state, with: event, in: context)
    guard var order = state else { return }
    var removal = OrderFields()
    removal.remove(.billingStreet2)
    removal.remove(.shipmentStreet2)
    order.put(removal.values)
    state = order
  }
}

enum RefundForgotten: Mutant {
  static let defect = "What was refunded is forgotten."
  static func evolve(_ state: inout Order?, with event: OrderEvent, in context: EntryContext) {
    if case .refunded = event { return }
    Orders.evolve(&state, with: event, in: context)
  }
}

enum PaymentCountedTwice: Mutant {
  static let defect = "A payment counts twice."
  static func evolve(_ state: inout Order?, with event: OrderEvent, in context: EntryContext) {
    Orders.evolve(&state, with: event, in: context)
    if case .paymentReceived = event { Orders.evolve(&state, with: event, in: context) }
  }
}

enum CancelledGoesOn: Mutant {
  static let defect = "A cancelled order continues as if nothing had happened."
  static func evolve(_ state: inout Order?, with event: OrderEvent, in context: EntryContext) {
    if event == .cancelled { return }
    Orders.evolve(&state, with: event, in: context)
  }
}

enum UpdateNotStored: Mutant {
  static let defect = "A change is recorded and has no effect, as in the original app."
  static func evolve(_ state: inout Order?, with event: OrderEvent, in context: EntryContext) {
    if case .updated = event { return }
    Orders.evolve(&state, with: event, in: context)
  }
}

enum ShippedForgotten: Mutant {
  static let defect = "A change of the contact resets a shipped order."
  static func evolve(_ state: inout Order?, with event: OrderEvent, in context: EntryContext) {
    Orders.evolve(&state, with: event, in: context)
    if case .updated = event, state?.status == .shipped { state?.row.status = .paid }
  }
}
