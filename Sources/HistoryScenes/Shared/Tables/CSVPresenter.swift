// Presents tables to spreadsheets: a row of headings, then a row for each of the response.

package protocol TableDisplay: NoteDisplay {
  /// Displays rows of comma-separated values.
  func display(rows: CSVWriter)
}

package final class CSVPresenter<Response: TabularResponse>: Presenter {
  private let display: any TableDisplay
  /// The columns of the first part, of which headings were written.
  private var columns: [Column<Response.Row>] = []
  private var writer: CSVWriter
  private var cells: [CellValue] = []

  package init(display: any TableDisplay, _ dialect: CSVDialect) {
    self.display = display
    writer = CSVWriter(dialect)
  }

  package var isDone: Bool { display.isClosed }

  package func present(_ response: Response) {
    writer.removeAll()
    if columns.isEmpty {
      columns = response.columns
      writer.headings(columns.map(\.name))
    }
    for row in response.rows {
      cells.removeAll(keepingCapacity: true)
      for column in columns { cells.append(column.value(row)) }
      writer.row(cells)
    }
    display.display(rows: writer)
    for note in response.notes { display.display(note: note) }
  }
}

extension TabularResponse {
  package static func spreadsheetPresenter(on display: any TableDisplay, _ dialect: CSVDialect)
    -> (any Presenter<Self>)?
  { CSVPresenter(display: display, dialect) }
}
