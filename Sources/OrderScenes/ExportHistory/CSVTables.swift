// The tables as files of comma-separated values.

import HistoryScenes

final class CSVTables: TablesOutput {
  private final class File {
    let table: String
    let output: any ByteOutput
    var rows = CSVWriter()

    init(_ table: String, _ output: any ByteOutput) { (self.table, self.output) = (table, output) }

    func flush() throws(Failure) {
      try output.write(rows.bytes)
      rows.removeAll()
    }
  }

  private let open: ExportHistory.Output
  private var files: [File] = []

  let isContinuation = false

  init(_ open: @escaping ExportHistory.Output) { self.open = open }

  func begin(_ table: TableHead) throws(Failure) {
    let file = File(table.name, try open(table.name + ".csv"))
    file.rows.row(table.columns.map { .text($0.name) })
    files.append(file)
  }

  func remove(orders: [String]) {}

  func write(_ cells: [CellValue], to table: String) {
    files.first { $0.table == table }?.rows.row(cells)
  }

  func flushIfLong() throws(Failure) {
    for file in files where file.rows.bytes.count > 65_536 { try file.flush() }
  }

  func finish(through seq: Int) throws(Failure) {
    for file in files {
      try file.flush()
      try file.output.flush()
    }
  }
}
