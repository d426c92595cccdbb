// A list of orders, for programs and people.

extension ListOrders {
  private typealias Text = @Sendable (Item, Formatting) -> String

  /// The columns that people see. Names are those of contacts; nothing is shown as due unless something is.
  private static let shown: [(heading: TableViewModel.Heading, text: Text)] = [
    (.init("ORDER"), { item, _ in item.id }),
    (.init("STATUS", .tones(statuses)), { item, _ in item.order.status.rawValue }),
    (.init("PLACED", .optional, .zone, .tone(.faint)), { $1.minute($0.order.placedAt) }),
    (.init("CUSTOMER", .wraps), { item, _ in item.order.fields[.customer]?.unmistakable ?? "" }),
    (
      .init("NAME", .wraps),
      { item, formatting in
        let name = formatting.name(of: item.order)
        return name.isEmpty ? "" : name.unmistakable
      }
    ),
    (.init("TOTAL", .number), { $1.money(of: $0.order, $0.order.total) }),
    (.init("DUE", .number), { $0.order.due > 0 ? $1.money(of: $0.order, $0.order.due) : "" }),
  ]

  private static let statuses: [String: TableViewModel.Tone] = [
    "placed": .pending, "paid": .active, "shipped": .good, "delivered": .good,
    "cancelled": .bad, "deleted": .bad,
  ]

  package static func viewModel(of response: Response, _ formatting: Formatting) -> TableViewModel {
    TableViewModel(
      shown.map(\.heading),
      rows: response.orders.map { item in shown.map { $0.text(item, formatting) } },
      summary: [summary(response), refunds(response, formatting), response.lost.note]
        .compactMap { $0 }.joined(separator: " "), formatting)
  }

  /// The amounts to refund to customers, which aren't due: `To refund: 63.20 USD (1001, 1003).` nil if there are none.
  private static func refunds(_ response: Response, _ formatting: Formatting) -> String? {
    let owing = response.orders.filter { $0.order.owed > 0 }
    let currencies = Dictionary(grouping: owing) { $0.order.fields[.currency] ?? "" }
    let parts = currencies.sorted { $0.key < $1.key }.map { currency, items in
      // The sum wraps, like that of an order's parts, only so that odd logs don't trap.
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
      + schema.fields.map { ListOrders.column($0) }
      + schema.lists.map { list in
        Column(list.name, "how many there are") { .integer(Int64(list.count($0.order) ?? 0)) }
      }
      + schema.derived.map { ListOrders.column($0) }
  }
}

extension ListOrders {
  fileprivate static func column(_ field: FieldSchema<Order?>.Field) -> Column<Item> {
    Column(field.name, Orders.columnMeaning(of: field.name)) { item in
      CellValue(field.read(item.order), of: field.type, in: item.order.fields[.currency] ?? "")
    }
  }
}
