// The memory of the state of every order, next to the JSON of its texts and items.

import EventSourcing
import JSONLines
import OrderDomain

extension Bench {
  /// Bytes an order, of what the allocator has given out.
  func memory() throws -> [Run] {
    let content = try contentOfOrders()
    let reader = try storeWithLog()
    let perOrder = 1 / Double(content.orders)
    return try measure {
      let before = Heap.bytesInUse
      var orders = StateProjection<Orders>(checksRevisions: true)
      keep(try reader.project(into: &orders))
      let own = Heap.bytesInUse - before
      return withExtendedLifetime(orders) {
        (value: Double(own) * perOrder, floor: Double(content.bytes) * perOrder)
      }
    }
  }

  /// The number of orders that the log creates, and the bytes of their texts and items as the log has them.
  private func contentOfOrders() throws -> (orders: Int, bytes: Int) {
    var (orders, bytes) = (0, 0)
    for line in workload.log.lines {
      let entry = try JSONValue(workload.log, in: line, profile: .canonical)
      guard let event = entry["events"]?.array?.first else { continue }
      func add(_ keys: [String], of object: JSONValue?) {
        for value in keys.compactMap({ object?[$0] }) {
          var writer = JSONWriter(capacity: 1 << 10)
          writer.value(value)
          bytes += writer.count
        }
      }
      switch event["type"]?.string {
      case "order-created":
        orders += 1
        add(["customer", "shippingMethod", "paymentKind", "items", "currency"], of: event)
        add(["contact", "billing", "shipment", "payment"], of: entry["personal"])
      case "order-shipped": add(["carrier", "tracking"], of: event)
      default: break
      }
    }
    return (orders, bytes)
  }
}
