// Puts the origins of fields into words for people, and into JSON for programs.

import EventSourcing
import JSONLines
import Replay

/// Presents origins as rows of text.
public final class BlameOrderPresenter: BlameOrderPresentationLogic {
  private let display: any BlameOrderDisplayLogic
  private let formatting: Formatting

  /// A presenter for a display.
  public init(display: any BlameOrderDisplayLogic, formatting: Formatting = .standard) {
    self.display = display
    self.formatting = formatting
  }

  /// Presents who set what.
  public func present(_ response: BlameOrder.Response) {
    let rows = response.lines.map { line in
      BlameOrder.ViewModel.Row(
        field: line.field,
        value: line.value.map {
          FieldText.text(of: $0, at: line.field, response.currency, formatting)
        }
          ?? "removed",
        seq: String(line.origin.seq), rev: String(line.origin.rev),
        at: formatting.second(line.origin.at),
        actor: line.origin.actor, command: line.origin.command)
    }
    display.display(
      BlameOrder.ViewModel(
        timeZone: formatting.timeZone.name, rows: rows, warning: response.tornTail?.warning))
  }
}

/// Presents origins as JSON, one a line.
public final class BlameOrderJSONPresenter: BlameOrderPresentationLogic {
  private let display: any DocumentDisplayLogic
  private let notes: any NoteDisplayLogic

  /// A presenter for displays of documents and notes.
  public init(display: any DocumentDisplayLogic, notes: any NoteDisplayLogic) {
    self.display = display
    self.notes = notes
  }

  /// Presents who set what.
  public func present(_ response: BlameOrder.Response) {
    if let tail = response.tornTail { notes.display(note: tail.warning) }
    var writer = JSONWriter()
    for line in response.lines {
      writer.removeAll()
      writer.raw(#"{"field":"#)
      writer.string(line.field)
      writer.raw(#","value":"#)
      writer.value(line.value ?? .null)
      line.origin.writeMembers(to: &writer)
      writer.raw("}")
      display.display(document: writer)
    }
  }
}

extension Origin {
  /// Writes the members of an origin, each with a leading comma.
  func writeMembers(to writer: inout JSONWriter) {
    writer.raw(#","seq":"#)
    writer.integer(Int64(seq))
    writer.raw(#","rev":"#)
    writer.integer(Int64(rev))
    writer.raw(#","at":"#)
    writer.string(at.description)
    writer.raw(#","actor":"#)
    writer.string(actor)
    writer.raw(#","command":"#)
    writer.string(command)
  }
}
