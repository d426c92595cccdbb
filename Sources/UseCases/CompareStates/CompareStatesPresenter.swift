// Puts differences between orders into words for people, and into JSON for programs.

import EventSourcing
import JSONLines
import Orders

/// Presents differences as text.
public final class CompareStatesPresenter: CompareStatesPresentationLogic {
  private let display: any CompareStatesDisplayLogic
  private let formatting: Formatting

  /// A presenter for a display.
  public init(display: any CompareStatesDisplayLogic, formatting: Formatting = .standard) {
    self.display = display
    self.formatting = formatting
  }

  /// Presents what differs.
  public func present(_ response: CompareStates.Response) {
    let sections = response.differences.map { difference in
      let lines = difference.changes.lines(formatting)
      let isOnBothSides = difference.kind == .changed || difference.kind == .deleted
      return CompareStates.ViewModel.Section(
        kind: difference.kind, title: title(of: difference, fields: lines.count),
        changes: response.countsOnly || !isOnBothSides ? [] : lines)
    }
    display.display(
      CompareStates.ViewModel(
        sections: sections, summary: Self.summary(of: response),
        warning: response.tornTail?.warning))
  }

  private func title(of difference: CompareStates.Response.Difference, fields: Int)
    -> String
  {
    let count = fields == 1 ? "1 field" : "\(fields) fields"
    guard let order = difference.after ?? difference.before else { return difference.id }
    let total = formatting.money(of: order, order.total)
    return switch difference.kind {
    case .added, .missing: "order \(difference.id): \(order.status.rawValue), \(total)"
    case .changed, .deleted: "order \(difference.id): \(count)"
    }
  }

  private static func summary(of response: CompareStates.Response) -> String {
    if response.differences.isEmpty { return "No differences." }
    let count = response.differences.count
    let parts = CompareStates.Kind.allCases.compactMap { kind -> String? in
      let count = response.differences.count { $0.kind == kind }
      return count == 0 ? nil : "\(count) \(kind.rawValue)"
    }
    return "\(count == 1 ? "1 order" : "\(count) orders"): \(parts.joined(separator: ", "))."
  }
}

/// Presents differences as JSON, one order a line.
public final class CompareStatesJSONPresenter: CompareStatesPresentationLogic {
  private let display: any DocumentDisplayLogic
  private let notes: any NoteDisplayLogic

  /// A presenter for displays of documents and notes.
  public init(display: any DocumentDisplayLogic, notes: any NoteDisplayLogic) {
    self.display = display
    self.notes = notes
  }

  /// Presents what differs.
  public func present(_ response: CompareStates.Response) {
    if let tail = response.tornTail { notes.display(note: tail.warning) }
    if response.countsOnly { return presentCounts(response) }
    var writer = JSONWriter()
    for difference in response.differences {
      writer.removeAll()
      writer.raw(#"{"order":"#)
      writer.string(difference.id)
      writer.raw(#","kind":"#)
      writer.string(difference.kind.rawValue)
      writer.raw(#","fields":"#)
      difference.changes.writeJSON(to: &writer)
      writer.raw("}")
      display.display(document: writer)
    }
  }

  private func presentCounts(_ response: CompareStates.Response) {
    var writer = JSONWriter()
    writer.numbers(
      CompareStates.Kind.allCases.map { kind in
        (kind.rawValue, Int64(response.differences.count { $0.kind == kind }))
      })
    display.display(document: writer)
  }
}
