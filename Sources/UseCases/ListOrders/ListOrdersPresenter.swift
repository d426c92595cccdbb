// Puts listed orders into words for people.

import EventSourcing
import JSONLines
import Orders

/// Presents orders as rows of text.
public final class ListOrdersPresenter: ListOrdersPresentationLogic {
  private let display: any ListOrdersDisplayLogic
  private let formatting: Formatting

  /// A presenter for a display.
  public init(display: any ListOrdersDisplayLogic, formatting: Formatting = .standard) {
    self.display = display
    self.formatting = formatting
  }

  /// Presents the orders.
  public func present(_ response: ListOrders.Response) {
    display.display(
      ListOrders.ViewModel(
        timeZone: formatting.timeZone.name, rows: response.orders.map { row($0.id, $0.order) },
        summary: Self.summary(response),
        warning: response.tornTail?.warning))
  }

  private func row(_ id: String, _ order: Order) -> ListOrders.ViewModel.Row {
    let currency = order.fields[.currency] ?? ""
    let names = [order.fields[.firstName], order.fields[.lastName]]
    return ListOrders.ViewModel.Row(
      id: id, status: order.status.rawValue, placed: formatting.minute(order.placedAt),
      customer: order.fields[.customer] ?? "",
      name: names.compactMap { $0 }.joined(separator: " "),
      total: formatting.money(order.total, currency: currency),
      due: Self.isDue(order) ? formatting.money(order.balance, currency: currency) : "")
  }

  /// Whether anybody still owes something: not for what was called off, sent back or taken away.
  private static func isDue(_ order: Order) -> Bool {
    switch order.status {
    case .placed, .paid, .shipped, .delivered: order.balance != 0
    case .returned, .cancelled, .deleted: false
    }
  }

  private static func summary(_ response: ListOrders.Response) -> String {
    let shown = response.orders.count
    switch (shown, response.count) {
    case (_, 0): return "No orders."
    case (1, 1): return "1 order."
    case (let shown, let count) where shown == count: return "\(count) orders."
    default: return "\(shown) of \(response.count) orders."
    }
  }
}

/// Presents orders as JSON, one a line.
public final class ListOrdersJSONPresenter: ListOrdersPresentationLogic {
  private let display: any DocumentDisplayLogic
  private let notes: any NoteDisplayLogic

  /// A presenter for displays of documents and notes.
  public init(display: any DocumentDisplayLogic, notes: any NoteDisplayLogic) {
    self.display = display
    self.notes = notes
  }

  /// Presents the orders.
  public func present(_ response: ListOrders.Response) {
    if let tail = response.tornTail { notes.display(note: tail.warning) }
    var writer = JSONWriter()
    for (id, order) in response.orders {
      writer.removeAll()
      order.writeJSON(to: &writer, id: id)
      display.display(document: writer)
    }
  }
}
