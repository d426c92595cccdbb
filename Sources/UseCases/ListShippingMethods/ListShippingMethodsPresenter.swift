// Puts listed shipping methods into words for people, and into JSON for programs.

import EventSourcing
import JSONLines
import Orders

/// Presents shipping methods as rows of text.
public final class ListShippingMethodsPresenter: ListShippingMethodsPresentationLogic {
  private let display: any ListShippingMethodsDisplayLogic

  /// A presenter for a display.
  public init(display: any ListShippingMethodsDisplayLogic) { self.display = display }

  /// Presents the methods.
  public func present(_ response: ListShippingMethods.Response) {
    let rows = response.methods.map { method in
      ListShippingMethods.ViewModel.Row(
        code: String(method.code), name: String(method.name),
        note: method.isRetired ? "retired" : "")
    }
    let retired = response.methods.count { $0.isRetired }
    let offered = "\(rows.count - retired) to choose from"
    display.display(
      ListShippingMethods.ViewModel(
        rows: rows, summary: retired > 0 ? "\(offered), \(retired) retired." : "\(offered).",
        warning: response.tornTail?.warning))
  }
}

/// Presents shipping methods as one JSON object each.
public final class ListShippingMethodsJSONPresenter: ListShippingMethodsPresentationLogic {
  private let display: any DocumentDisplayLogic
  private let notes: any NoteDisplayLogic

  /// A presenter for displays of documents and notes.
  public init(display: any DocumentDisplayLogic, notes: any NoteDisplayLogic) {
    self.display = display
    self.notes = notes
  }

  /// Presents the methods.
  public func present(_ response: ListShippingMethods.Response) {
    if let tail = response.tornTail { notes.display(note: tail.warning) }
    for method in response.methods {
      var writer = JSONWriter()
      method.writeJSON(to: &writer)
      display.display(document: writer)
    }
  }
}
