// Finds orders that are equal to an open one that the same customer placed shortly before.

struct EqualOrders {
  /// The hours after an open order within which an equal one must have been created: later, it is usually wanted.
  static let hours: Int64 = 24

  /// The contents that make two orders equal. Names and addresses don't: they may have been corrected, or erased.
  private struct Content: Hashable {
    let customer: ExactString
    let items: [Item]
    let currency: ExactString?
    let total: Int64

    init?(_ order: Order?) {
      guard let order, let customer = order.fields[.customer], let items = order.fields.items,
        !items.isEmpty
      else { return nil }
      (self.customer, self.items) = (ExactString(customer), items)
      (currency, total) = (order.fields[.currency].map { ExactString($0) }, order.total)
    }
  }

  private var numbers: [Content: [Int]] = [:]

  /// Takes in an order that was created.
  ///
  /// - Returns: The last open one that it is equal to, if it was placed shortly before.
  mutating func add(_ number: Int, _ orders: [Order?]) -> Int? {
    guard let order = orders[number], let content = Content(order) else { return nil }
    defer { numbers[content, default: []].append(number) }
    return numbers[content]?.last {
      guard $0 != number, let other = orders[$0] else { return false }
      return other.isOpen && order.follows(other)
    }
  }

  /// Takes in an order that was changed.
  mutating func replace(_ number: Int, _ before: Order?, _ orders: [Order?]) {
    let (old, new) = (Content(before), Content(orders[number]))
    guard old != new else { return }
    if let old { numbers[old]?.removeAll { $0 == number } }
    if let new { numbers[new, default: []].append(number) }
  }
}

extension Order {
  /// Whether it was placed shortly after another one.
  fileprivate func follows(_ other: Order) -> Bool {
    placedAt.microseconds - other.placedAt.microseconds
      <= EqualOrders.hours * 3_600_000_000
  }

  /// Whether the customer is still waiting for it.
  fileprivate var isOpen: Bool {
    switch status {
    case .placed, .paid, .shipped: true
    case .delivered, .returned, .cancelled, .deleted: false
    }
  }
}
