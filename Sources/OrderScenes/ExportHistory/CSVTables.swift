// The tables as files of comma-separated values.

import HistoryScenes

struct CSVTables: TablesOutput {
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
  private var failure: Failure?

  let isContinuation = false

  init(_ open: @escaping ExportHistory.Output) throws(Failure) {
    self.open = open
    _ = file(for: ExportTables.entries)
    _ = file(for: ExportTables.events)
    _ = file(for: ExportTables.payments)
    if let failure { throw failure }
  }

  /// The file of a table, begun with its headings; nil if there can't be one.
  private mutating func file<Row>(for table: ExportTable<Row>) -> File? {
    if let file = files.first(where: { $0.table == table.name }) { return file }
    guard failure == nil else { return nil }
    do throws(Failure) {
      let file = File(table.name, try open(table.name + ".csv"))
      file.rows.row(table.columns.map { .text($0.name) })
      files.append(file)
      return file
    } catch {
      failure = error
      return nil
    }
  }

  mutating func remove(orders: [String]) {}

  mutating func write<Row>(_ rows: [Row], of table: ExportTable<Row>) {
    guard let file = file(for: table) else { return }
    for row in rows { file.rows.row(table.columns.lazy.map { $0.value(row) }) }
  }

  mutating func flushIfLong() throws(Failure) {
    if let failure { throw failure }
    for file in files where file.rows.bytes.count > 65_536 { try file.flush() }
  }

  mutating func finish() throws(Failure) {
    if let failure { throw failure }
    for file in files {
      try file.flush()
      try file.output.flush()
    }
  }
}
