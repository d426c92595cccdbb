// The tables as files of comma-separated values.

final class CSVTables: TablesOutput {
  private final class File {
    let table: String
    let output: any ByteOutput
    var rows: CSVWriter

    init(_ table: TableHead, _ dialect: CSVDialect, _ output: any ByteOutput) {
      (self.table, self.output) = (table.name, output)
      rows = CSVWriter(dialect)
      rows.headings(table.columns.map(\.name))
    }

    func flush() throws(Failure) {
      try output.write(rows.bytes)
      rows.removeAll()
    }
  }

  private let dialect: CSVDialect
  private let open: ExportHistory.Output
  private var files: [File] = []

  let isContinuation = false
  let hasMinorUnits = false

  init(_ dialect: CSVDialect, _ open: @escaping ExportHistory.Output) {
    (self.dialect, self.open) = (dialect, open)
  }

  func begin(_ tables: [TableHead]) throws(Failure) {
    for table in tables { files.append(File(table, dialect, try open(table.name + ".csv"))) }
  }

  func remove(streams: [String]) {}

  func write(_ cells: [CellValue], to table: String) {
    files.first { $0.table == table }?.rows.row(cells)
  }

  func flushIfLong() throws(Failure) {
    for file in files where file.rows.bytes.count > 65_536 { try file.flush() }
  }

  func finish(through end: HistoryCursor) throws(Failure) {
    for file in files { try file.flush() }
    // The first one last: the others belong to it.
    for file in files.reversed() { try file.output.complete() }
  }
}
