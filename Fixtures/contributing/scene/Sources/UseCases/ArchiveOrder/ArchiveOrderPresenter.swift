// The scene ArchiveOrder: puts what was found into words, and into JSON for programs.

import EventSourcing
import JSONLines
import Orders

/// Presents what was found as text.
public final class ArchiveOrderPresenter: ArchiveOrderPresentationLogic {
  private let display: any ArchiveOrderDisplayLogic

  /// A presenter for a display.
  public init(display: any ArchiveOrderDisplayLogic) { self.display = display }

  /// Presents what was found.
  public func present(_ response: ArchiveOrder.Response) {
    let order = response.order
    display.display(
      ArchiveOrder.ViewModel(
        headline: "Order \(response.id): \(order.status.rawValue), revision \(order.rev).",
        warning: response.tornTail?.warning))
  }
}

/// Presents what was found as one JSON document.
public final class ArchiveOrderJSONPresenter: ArchiveOrderPresentationLogic {
  private let display: any DocumentDisplayLogic
  private let notes: any NoteDisplayLogic

  /// A presenter for displays of documents and notes.
  public init(display: any DocumentDisplayLogic, notes: any NoteDisplayLogic) {
    self.display = display
    self.notes = notes
  }

  /// Presents what was found.
  public func present(_ response: ArchiveOrder.Response) {
    if let tail = response.tornTail { notes.display(note: tail.warning) }
    var writer = JSONWriter()
    response.order.writeJSON(to: &writer, id: response.id)
    display.display(document: writer)
  }
}
