// The messages of the scene that lists orders, and how they read.

import HistoryScenes
import Conventions
import EventSourcing
import JSONLines
import Orders

package enum ListOrders: RespondingScene {
  package struct Request: Sendable {
    /// The moment to look at; the end if nil.
    package var at: String?
    /// Only orders with one of these statuses; without any, all but the deleted ones.
    package var statuses: [String] = []
    /// Only the orders of this customer.
    package var customer: String?
    /// Only orders placed at or after this time.
    package var since: String?
    /// Only orders placed at or before this time.
    package var until: String?
    /// What to sort by, one of `Sorting`; `placed` if nil.
    package var sort: String?
    package var isReversed = false
    /// How many to list at most.
    package var limit: Int?
    /// How many to leave out first.
    package var offset = 0

    package init() {}
  }

  /// What orders can be sorted by; ties go by id.
  package enum Sorting: String, CaseIterable, Sendable {
    case placed, updated, total, customer
    /// In the order of an order's life.
    case status
    case id
  }

  package struct Item: JSONRepresentable, Sendable {
    package let id: String
    package let order: Order

    package func writeJSON(to writer: inout JSONWriter) { order.writeJSON(to: &writer, id: id) }
  }

  package struct Response: HistoryResponse, Sendable {
    /// The orders to list, in order.
    package let orders: [Item]
    /// How many there are in all, with those left out by limit and offset.
    package let count: Int
    package let tornTail: TornTail?
    package var documents: [Item] { orders }
  }

  package struct ViewModel: Equatable, Sendable {
    package struct Row: Equatable, Sendable {
      package let id: String
      package let status: String
      package let placed: String
      package let customer: String
      /// The name of its contact.
      package let name: String
      package let total: String
      /// What is still to be paid, with the currency; empty if nothing.
      package let due: String
    }
    /// The time zone that times are shown in.
    package let timeZone: String
    package let rows: [Row]
    /// How many there are, in a sentence; also says if there are none.
    package let summary: String
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> ViewModel {
    ViewModel(
      timeZone: formatting.timeZone.name, rows: response.orders.map { row($0, formatting) },
      summary: summary(response))
  }

  private static func row(_ item: Item, _ formatting: Formatting) -> ViewModel.Row {
    let order = item.order
    let names = [order.fields[.firstName], order.fields[.lastName]]
    return ViewModel.Row(
      id: item.id, status: order.status.rawValue, placed: formatting.minute(order.placedAt),
      customer: order.fields[.customer] ?? "",
      name: names.compactMap { $0 }.joined(separator: " "),
      total: formatting.money(of: order, order.total),
      due: isDue(order) ? formatting.money(of: order, order.balance) : "")
  }

  /// Whether anybody still owes something: not for what was called off, sent back or taken away.
  private static func isDue(_ order: Order) -> Bool {
    switch order.status {
    case .placed, .paid, .shipped, .delivered: order.balance != 0
    case .returned, .cancelled, .deleted: false
    }
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
