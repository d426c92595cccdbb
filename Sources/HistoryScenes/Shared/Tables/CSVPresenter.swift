// Presents tables to spreadsheets: a row of headings, then a row for each of the response.

package protocol TableDisplayLogic: NoteDisplayLogic {
  /// Displays rows of comma-separated values.
  func display(rows: CSVWriter)
}

package final class CSVPresenter<Response: TabularResponse>: PresentationLogic {
  private let display: any TableDisplayLogic
  private var isAfterHeadings = false

  package init(display: any TableDisplayLogic) { self.display = display }

  package var isDone: Bool { display.isClosed }

  package func present(_ response: Response) {
    let columns = response.columns
    var writer = CSVWriter()
    if !isAfterHeadings { writer.row(columns.map { .text($0.name) }) }
    isAfterHeadings = true
    for row in response.rows { writer.row(columns.map { $0.value(row) }) }
    display.display(rows: writer)
    for note in response.notes { display.display(note: note) }
  }
}
