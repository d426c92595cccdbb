// How a list of orders reads.

import EventSourcing
import Formatting
import HistoryScenes
import OrderDomain

extension ListOrders {
  private static let headings: [TableViewModel.Heading] = [
    .init("ORDER"), .init("STATUS", .tones(statuses)),
    .init("PLACED", .optional, .zone, .tone(.faint)), .init("CUSTOMER", .wraps),
    .init("NAME", .wraps), .init("TOTAL", .number), .init("DUE", .number),
  ]

  private static let statuses: [String: TableViewModel.Tone] = [
    "placed": .pending, "paid": .active, "shipped": .good, "delivered": .good,
    "cancelled": .bad, "deleted": .bad,
  ]

  package static func viewModel(of response: Response, _ formatting: Formatting) -> TableViewModel {
    TableViewModel(
      headings, rows: response.orders.map { row($0, formatting) },
      summary: [summary(response), refunds(response, formatting), response.lost.note]
        .compactMap { $0 }.joined(separator: " "), formatting)
  }

  /// - Returns: The name is that of its contact; what is due is empty if nothing is.
  private static func row(_ item: Item, _ formatting: Formatting) -> [String] {
    let order = item.order
    let name = formatting.name(of: order)
    return [
      item.id, order.status.rawValue, formatting.minute(order.placedAt),
      order.fields[.customer]?.unmistakable ?? "", name.isEmpty ? "" : name.unmistakable,
      formatting.money(of: order, order.total),
      order.due > 0 ? formatting.money(of: order, order.due) : "",
    ]
  }

  /// What customers are to get back, which isn't due: `To refund: 63.20 USD (1001, 1003).` nil if nothing.
  private static func refunds(_ response: Response, _ formatting: Formatting) -> String? {
    let owing = response.orders.filter { $0.order.owed > 0 }
    let currencies = Dictionary(grouping: owing) { $0.order.fields[.currency] ?? "" }
    let parts = currencies.sorted { $0.key < $1.key }.map { currency, items in
      // As with an order's parts, wrapping only keeps odd logs from trapping.
      let sum = items.reduce(0) { $0 &+ $1.order.owed }
      let orders =
        items.count <= 5 ? items.map(\.id).joined(separator: ", ") : "\(items.count) orders"
      return "\(formatting.money(sum, currency: currency)) (\(orders))"
    }
    return parts.isEmpty ? nil : "To refund: \(parts.joined(separator: "; "))."
  }

  private static func summary(_ response: Response) -> String {
    let shown = response.orders.count
    switch (shown, response.count) {
    case (_, 0): return "No orders."
    case (1, 1): return "1 order."
    case (let shown, let count) where shown == count: return "\(count) orders."
    default: return "\(shown) of \(response.count) orders."
    }
  }
}

extension ListOrders.Response: TabularResponse {
  package var rows: [ListOrders.Item] { orders }

  /// All fields of an order as JSON has them, and how many items there are.
  package var columns: [Column<ListOrders.Item>] {
    let schema = Orders.schema
    return [Column("id", "the order's id") { .text($0.id) }]
      + schema.fields.map { ListOrders.column($0, schema) }
      + schema.lists.map { list in
        Column(list.name, "how many there are") { .integer(Int64(list.count($0.order) ?? 0)) }
      }
      + schema.derived.map { ListOrders.column($0, schema) }
  }
}

extension ListOrders {
  fileprivate static func column(
    _ field: FieldSchema<Order?>.Field, _ schema: FieldSchema<Order?>
  ) -> Column<Item> {
    Column(field.name, Orders.columnMeaning(of: field.name)) { item in
      CellValue(field.read(item.order), of: field.type, in: item.order.fields[.currency] ?? "")
    }
  }
}
