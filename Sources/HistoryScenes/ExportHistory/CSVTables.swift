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
  private let hasIndex: Bool
  private let open: ExportHistory.Output
  private var files: [File] = []
  private var heads: [TableHead] = []
  /// The description of the tables for tax auditors, if there is to be one.
  private var index: (page: any ByteOutput, documentType: any ByteOutput)?

  let isContinuation = false
  let hasMinorUnits = false

  /// - Parameter hasIndex: Whether the tables are described in a file for tax auditors.
  init(_ dialect: CSVDialect, hasIndex: Bool = false, _ open: @escaping ExportHistory.Output) {
    (self.dialect, self.hasIndex, self.open) = (dialect, hasIndex, open)
  }

  static func file(of table: TableHead) -> String { table.name + ".csv" }

  func begin(_ tables: [TableHead]) throws(Failure) {
    heads = tables
    if hasIndex {
      index = (try open(TaxAuditIndex.name), try open(TaxAuditIndex.documentTypeName))
    }
    for table in tables {
      files.append(File(table, dialect, try open(Self.file(of: table))))
    }
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
    guard let index else { return }
    try index.documentType.write(Array("\(TaxAuditIndex.documentType)".utf8))
    try index.page.write(TaxAuditIndex.bytes(of: heads, titled: "Entries through \(end.seq)"))
    try index.documentType.complete()
    try index.page.complete()
  }
}
