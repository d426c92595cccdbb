// How much memory the state of every order takes, beside the JSON of its texts and items.

import EventSourcing
import JSONLines
import Orders

extension Figure {
  /// Bytes an order, of what the allocator has given out.
  static func memory(_ bench: Bench) -> Figure {
    let log = bench.workload.log
    let content = attempt("reading the orders") { try contentOfOrders(log) }
    let reader = attempt("making a store") { try bench.storeWithLog() }
    let perOrder = 1 / Double(content.orders)
    let runs = bench.measure {
      attempt("memory") {
        let before = Heap.bytesInUse
        var orders = StateProjection<Orders>(checksRevisions: true)
        keep(try reader.project(into: &orders))
        let own = Heap.bytesInUse - before
        return withExtendedLifetime(orders) {
          (value: Double(own) * perOrder, floor: Double(content.bytes) * perOrder)
        }
      }
    }
    return Figure(
      "memory", "memory of an order", in: .bytes, runs, floor: "its JSON",
      target: .atMost(1.1 * Double(content.bytes) * perOrder + 128))
  }

  /// How many orders a log creates, and the bytes of their texts and items as the log has them.
  private static func contentOfOrders(_ log: ByteStorage) throws -> (orders: Int, bytes: Int) {
    var (orders, bytes) = (0, 0)
    for line in log.lines {
      let entry = try JSONValue(log, in: line, profile: .canonical)
      guard case .array(let events)? = entry["events"] else { continue }
      switch events.first?["type"]?.string {
      case "order-created":
        orders += 1
        let parts = ["customer", "shippingMethod", "paymentKind", "items", "currency"]
        bytes += parts.reduce(0) { $0 + lengthOfJSON(events[0][$1]) }
        let personal = ["contact", "billing", "shipment", "payment"]
        bytes += personal.reduce(0) { $0 + lengthOfJSON(entry["personal"]?[$1]) }
      case "order-shipped":
        bytes += ["carrier", "tracking"].reduce(0) { $0 + lengthOfJSON(events[0][$1]) }
      default: break
      }
    }
    return (orders, bytes)
  }

  private static func lengthOfJSON(_ value: JSONValue?) -> Int {
    guard let value else { return 0 }
    var writer = JSONWriter(capacity: 1 << 10)
    writer.value(value)
    return writer.count
  }
}
