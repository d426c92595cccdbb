// The tables as a script that SQLite and PostgreSQL can load: what both have, and nothing else.

import EventSourcing
import HistoryScenes

struct SQLTables: TablesOutput {
  private static let rowsOfInsert = 500

  private let output: any ByteOutput
  private var script = "BEGIN;\n"
  private var created: Set<String> = []
  /// The rows of each table that no statement has yet.
  private var pending: [String: [String]] = [:]
  private var heads: [String: String] = [:]

  /// - Parameter resumes: Whether earlier entries are in the database already.
  init(_ output: any ByteOutput, resumes: Bool) {
    self.output = output
    create(ExportTables.entries)
    create(ExportTables.events)
    create(ExportTables.payments)
    create(ExportTables.items)
    if resumes { script += "-- What follows the entries that were exported before.\n" }
  }

  private mutating func create<Row>(_ table: ExportTable<Row>) {
    guard created.insert(table.name).inserted else { return }
    let names = table.columns.map(\.sqlName)
    let columns = table.columns.enumerated().map { place, column in
      "  \(names[place]) \(column.type.sql)" + (place < table.keyLength ? " NOT NULL" : "")
    }
    let key = names.prefix(table.keyLength).joined(separator: ", ")
    script += "CREATE TABLE IF NOT EXISTS \(table.name) (\n"
    script += (columns + ["  PRIMARY KEY (\(key))"]).joined(separator: ",\n") + "\n);\n"
    // These are as they are at the end, so that earlier rows don't count any more.
    if ["orders", "items"].contains(table.name) { script += "DELETE FROM \(table.name);\n" }
    heads[table.name] = "INSERT INTO \(table.name) (\(names.joined(separator: ", "))) VALUES\n"
  }

  mutating func write<Row>(_ rows: [Row], of table: ExportTable<Row>) {
    create(table)
    for row in rows {
      let values = table.columns.map { $0.value(row).sql }
      pending[table.name, default: []].append("(\(values.joined(separator: ", ")))")
      if pending[table.name]?.count == Self.rowsOfInsert { insert(table.name) }
    }
  }

  private mutating func insert(_ table: String) {
    guard let rows = pending.removeValue(forKey: table), let head = heads[table] else { return }
    script += head + rows.joined(separator: ",\n") + ";\n"
  }

  mutating func flushIfLong() throws(Failure) {
    guard script.utf8.count > 65_536 else { return }
    try output.write(Array(script.utf8))
    script = ""
  }

  mutating func finish() throws(Failure) {
    for table in pending.keys.sorted() { insert(table) }
    script += "COMMIT;\n"
    try output.write(Array(script.utf8))
    try output.flush()
  }
}

extension Column {
  /// `billing_zip` for `billing.zip`, `placed_at` for `placedAt`.
  package var sqlName: String {
    name.reduce(into: "") { text, character in
      if character == "." {
        text += "_"
      } else {
        text += (character.isUppercase ? "_" : "") + character.lowercased()
      }
    }
  }
}

extension ColumnType {
  fileprivate var sql: String {
    switch self {
    case .text: "TEXT"
    case .integer, .amount: "BIGINT"
    case .time: "TIMESTAMP WITH TIME ZONE"
    case .boolean: "BOOLEAN"
    }
  }
}

extension CellValue {
  /// A literal; amounts are in minor units.
  fileprivate var sql: String {
    switch self {
    case .empty: "NULL"
    case .text(let text): text.sqlLiteral
    case .integer(let number): String(number)
    case .amount(let amount, _): String(amount)
    case .time(let time): "'\(time.description)'"
    case .boolean(let isTrue): isTrue ? "TRUE" : "FALSE"
    }
  }
}

extension String {
  /// No database of the two takes U+0000 in a text: a picture of it takes its place.
  fileprivate var sqlLiteral: String {
    var literal = "'"
    for scalar in unicodeScalars {
      switch scalar {
      case "'": literal += "''"
      case "\0": literal += "\u{2400}"
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "'"
  }
}
