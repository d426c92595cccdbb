// Puts watched values into words for people, and into JSON for programs.

import JSONLines

/// Presents the values as rows of text.
public final class WatchFormulasPresenter: WatchFormulasPresentationLogic {
  private let display: any WatchFormulasDisplayLogic
  private let formatting: Formatting
  private let notes: any NoteDisplayLogic

  /// A presenter for displays of values and notes.
  public init(
    display: any WatchFormulasDisplayLogic, notes: any NoteDisplayLogic,
    formatting: Formatting = .standard
  ) {
    self.display = display
    self.formatting = formatting
    self.notes = notes
  }

  /// Begins the presentation.
  public func begin(_ columns: [WatchFormulas.Column]) {
    display.display(columns: columns, timeZone: formatting.timeZone.name)
  }

  /// Presents the values after one entry.
  public func present(_ row: WatchFormulas.Row) {
    display.display(
      WatchFormulas.ViewModel(
        seq: String(row.mark.seq), at: formatting.second(row.mark.at),
        order: row.mark.shownRevision,
        values: row.values.map { $0.shown(formatting) }))
  }

  /// Ends the presentation.
  public func finish(_ response: WatchFormulas.Response) {
    display.display(summary: entryCount(response.count) + ".")
    if let tail = response.tornTail { notes.display(note: tail.warning) }
  }
}

/// Presents the values after each entry as a JSON object.
public final class WatchFormulasJSONPresenter: WatchFormulasPresentationLogic {
  private let display: any DocumentDisplayLogic
  private let notes: any NoteDisplayLogic
  private var names: [String] = []

  /// A presenter for displays of documents and notes.
  public init(display: any DocumentDisplayLogic, notes: any NoteDisplayLogic) {
    self.display = display
    self.notes = notes
  }

  /// Begins the presentation.
  public func begin(_ columns: [WatchFormulas.Column]) { names = columns.map(\.text) }

  /// Presents the values after one entry.
  public func present(_ row: WatchFormulas.Row) {
    var writer = JSONWriter(capacity: 256)
    row.mark.write(to: &writer)
    writer.member(#","values":"#, Array(zip(names, row.values)))
    writer.raw("}")
    display.display(document: writer)
  }

  /// Ends the presentation.
  public func finish(_ response: WatchFormulas.Response) {
    if let tail = response.tornTail { notes.display(note: tail.warning) }
  }
}
