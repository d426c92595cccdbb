// Mutants that say something else has happened: events that are missing, doubled, or say another
// thing.

import EventSourcing
import JSONLines

@testable import OrderDomain

enum TotalWithoutTax: EventMutant {
  static let defect = "The total leaves out the tax."
  static func change(_ events: [OrderEvent], of command: OrderCommand, on order: Order?)
    -> [OrderEvent]
  {
    events.changingTotal { $1 - ($0.amount(.tax).value ?? 0) }
  }
}

enum TotalAlwaysOne: EventMutant {
  static let defect = "The total of a new order is always 1, as in the original app."
  static func change(_ events: [OrderEvent], of command: OrderCommand, on order: Order?)
    -> [OrderEvent]
  {
    events.changingTotal { _, _ in 1 }
  }
}

enum TotalKept: EventMutant {
  static let defect = "The total isn't updated when items change."
  static func change(_ events: [OrderEvent], of command: OrderCommand, on order: Order?)
    -> [OrderEvent]
  {
    events.map { event in
      if case .updated(let fields, _) = event { .updated(fields, total: nil) } else { event }
    }
  }
}

enum DiscountAdded: EventMutant {
  static let defect = "A discount makes an order more expensive."
  static func change(_ events: [OrderEvent], of command: OrderCommand, on order: Order?)
    -> [OrderEvent]
  {
    events.changingTotal { $1 + 2 * ($0.amount(.discount).value ?? 0) }
  }
}

enum PaidMissing: EventMutant {
  static let defect = "A full payment isn't noticed."
  static func change(_ events: [OrderEvent], of command: OrderCommand, on order: Order?)
    -> [OrderEvent]
  {
    command.kind == .pay ? events.filter { $0 != .paid } : events
  }
}

enum PaidDoubled: EventMutant {
  static let defect = "An order is paid in full twice at once."
  static func change(_ events: [OrderEvent], of command: OrderCommand, on order: Order?)
    -> [OrderEvent]
  {
    events.flatMap { $0 == .paid ? [.paid, .paid] : [$0] }
  }
}

enum DeliveredAtOnce: EventMutant {
  static let defect = "What is shipped counts as delivered."
  static func change(_ events: [OrderEvent], of command: OrderCommand, on order: Order?)
    -> [OrderEvent]
  {
    command.kind == .ship ? events + [.delivered] : events
  }
}

enum MethodAsRow: EventMutant {
  static let defect =
    "The row of a picker is stored as the shipping method, as in the original app."
  static func change(_ events: [OrderEvent], of command: OrderCommand, on order: Order?)
    -> [OrderEvent]
  {
    events.map { event in
      guard case .created(var fields, let total) = event else { return event }
      let rows = ["standard", "one-day", "two-day"]
      let row = rows.firstIndex(of: fields[.shippingMethod] ?? "") ?? 0
      fields[.shippingMethod] = String(row)
      return .created(fields, total: total)
    }
  }
}

enum SameIsOther: EventMutant {
  static let defect = "A change to the same value counts as a change."
  static func change(_ events: [OrderEvent], of command: OrderCommand, on order: Order?)
    -> [OrderEvent]
  {
    guard events.isEmpty, case .update(let fields) = command else { return events }
    return [.updated(fields, total: nil)]
  }
}

enum UpdateTold: EventMutant {
  static let defect = "A change of the fees reports success but isn't made, as in the original app."
  static func change(_ events: [OrderEvent], of command: OrderCommand, on order: Order?)
    -> [OrderEvent]
  {
    events.map { event in
      guard case .updated(var fields, let total?) = event else { return event }
      fields.set(.shippingFee, to: .absent)
      return .updated(fields, total: total)
    }
  }
}

extension [OrderEvent] {
  /// - Parameter total: The total of a new order, out of its fields and its right total.
  fileprivate func changingTotal(_ total: (OrderFields, Int64) -> Int64) -> [OrderEvent] {
    map { event in
      guard case .created(let fields, let right) = event else { return event }
      return .created(fields, total: total(fields, right))
    }
  }
}
