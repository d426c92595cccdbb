// Puts into words what was taken out of a history. The lines themselves need none.

import EventSourcing
import JSONLines

/// Presents as text how much was taken.
public final class ExtractHistoryPresenter: ExtractHistoryPresentationLogic {
  private let display: any ExtractHistoryDisplayLogic

  /// A presenter for a display.
  public init(display: any ExtractHistoryDisplayLogic) { self.display = display }

  /// Presents how much was taken; nothing if the lines were shown themselves.
  public func present(_ response: ExtractHistory.Response) {
    let amount = "\(entryCount(response.entries)) of \(counted(response.streams, "stream"))"
    let summary = response.file.map { "Wrote \(amount) to \($0)." }
    display.display(
      ExtractHistory.ViewModel(
        summary: response.entries == 0 ? nil : summary, notes: response.notes))
  }
}

/// Presents how much was taken as one JSON document, if the lines are in a file.
public final class ExtractHistoryJSONPresenter: ExtractHistoryPresentationLogic {
  private let display: any DocumentDisplayLogic
  private let notes: any NoteDisplayLogic

  /// A presenter for displays of documents and notes.
  public init(display: any DocumentDisplayLogic, notes: any NoteDisplayLogic) {
    self.display = display
    self.notes = notes
  }

  /// Presents how much was taken.
  public func present(_ response: ExtractHistory.Response) {
    for note in response.notes { notes.display(note: note) }
    guard let file = response.file, response.entries > 0 else { return }
    var writer = JSONWriter()
    writer.raw(#"{"file":"#)
    writer.string(file)
    writer.raw(#","entries":"#)
    writer.integer(Int64(response.entries))
    writer.raw(#","streams":"#)
    writer.integer(Int64(response.streams))
    writer.raw("}")
    display.display(document: writer)
  }
}

extension ExtractHistory.Response {
  fileprivate var notes: [String] {
    let nothing = entries == 0 ? ["There are no such entries: nothing was written."] : []
    return nothing + (tornTail.map { [$0.warning] } ?? [])
  }
}
