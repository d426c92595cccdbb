// Puts one order into words for people.

import EventSourcing
import JSONLines
import Orders

/// Presents an order as text.
public final class ShowOrderPresenter: ShowOrderPresentationLogic {
  private let display: any ShowOrderDisplayLogic
  private let formatting: Formatting

  /// A presenter for a display.
  public init(display: any ShowOrderDisplayLogic, formatting: Formatting = .standard) {
    self.display = display
    self.formatting = formatting
  }

  /// Presents the order.
  public func present(_ response: ShowOrder.Response) {
    let order = response.order
    let moment = response.at.map { " at \($0)" } ?? ""
    display.display(
      ShowOrder.ViewModel(
        title: "Order \(response.id)\(moment): \(order.status.rawValue), revision \(order.rev)",
        facts: [
          "placed    \(formatting.second(order.placedAt)) \(formatting.timeZone.name)",
          "changed   \(formatting.second(order.updatedAt)) \(formatting.timeZone.name)",
          "customer  \(order.fields[.customer] ?? "")",
        ],
        sections: formatting.sections(of: order),
        items: formatting.items(of: order), amounts: formatting.amounts(of: order),
        warning: response.tornTail?.warning))
  }
}

/// Presents an order as one JSON document.
public final class ShowOrderJSONPresenter: ShowOrderPresentationLogic {
  private let display: any DocumentDisplayLogic
  private let notes: any NoteDisplayLogic

  /// A presenter for displays of documents and notes.
  public init(display: any DocumentDisplayLogic, notes: any NoteDisplayLogic) {
    self.display = display
    self.notes = notes
  }

  /// Presents the order.
  public func present(_ response: ShowOrder.Response) {
    if let tail = response.tornTail { notes.display(note: tail.warning) }
    var writer = JSONWriter()
    response.order.writeJSON(to: &writer, id: response.id)
    display.display(document: writer)
  }
}
