// The tables as a script that SQLite and PostgreSQL can load: what both have, and nothing else.

import EventSourcing
import HistoryScenes

struct SQLTables: TablesOutput {
  /// Statements are kept short, whichever comes first: databases limit their lengths.
  private static let rowsOfInsert = 500
  private static let bytesOfInsert = 262_144

  private let output: any ByteOutput
  private var script = "BEGIN;\n"
  private var created: Set<String> = []
  /// The rows of each table that no statement has yet.
  private var pending: [String: (rows: String, count: Int)] = [:]
  private var heads: [String: String] = [:]

  let isContinuation: Bool

  /// - Parameter continues: Whether earlier entries are in the database already.
  init(_ output: any ByteOutput, continues: Bool, hasPersonal: Bool) {
    self.output = output
    isContinuation = continues
    create(ExportTables.entries)
    create(ExportTables.events)
    create(ExportTables.orders(hasPersonal: hasPersonal))
    create(ExportTables.items)
    create(ExportTables.payments)
  }

  private mutating func create<Row>(_ table: ExportTable<Row>) {
    let names = table.columns.map(\.sqlName)
    let columns = table.columns.enumerated().map { place, column in
      "  \(names[place]) \(column.type.sql)" + (place < table.keyLength ? " NOT NULL" : "")
    }
    let key = names.prefix(table.keyLength).joined(separator: ", ")
    // Rows of several tables are written as they come, so only the end of the transaction has them all.
    let references = table.references.map { column, other, key in
      "  FOREIGN KEY (\(column.sqlName)) REFERENCES \(other) (\(key)) DEFERRABLE INITIALLY DEFERRED"
    }
    script += "CREATE TABLE IF NOT EXISTS \(table.name) (\n"
    script +=
      (columns + ["  PRIMARY KEY (\(key))"] + references).joined(separator: ",\n") + "\n);\n"
    for column in table.indexed.map(\.sqlName) {
      script +=
        "CREATE INDEX IF NOT EXISTS \(table.name)_\(column) ON \(table.name) (\(column));\n"
    }
    heads[table.name] = "INSERT INTO \(table.name) (\(names.joined(separator: ", "))) VALUES\n"
  }

  mutating func remove(orders: [String]) {
    if !isContinuation { script += "DELETE FROM items;\nDELETE FROM orders;\n" }
    for start in stride(from: 0, to: orders.count, by: Self.rowsOfInsert) {
      let ids = orders[start..<min(start + Self.rowsOfInsert, orders.count)]
      let list = ids.map(\.sqlLiteral).joined(separator: ", ")
      script += "DELETE FROM items WHERE order_id IN (\(list));\n"
      script += "DELETE FROM orders WHERE id IN (\(list));\n"
    }
  }

  mutating func write<Row>(_ rows: [Row], of table: ExportTable<Row>) {
    for row in rows {
      var (text, count) = pending.removeValue(forKey: table.name) ?? ("", 0)
      text += count == 0 ? "(" : ",\n("
      for (place, column) in table.columns.enumerated() {
        if place > 0 { text += ", " }
        text += column.value(row).sql
      }
      text += ")"
      pending[table.name] = (text, count + 1)
      if count + 1 >= Self.rowsOfInsert || text.utf8.count >= Self.bytesOfInsert {
        insert(table.name)
      }
    }
  }

  private mutating func insert(_ table: String) {
    guard let rows = pending.removeValue(forKey: table), let head = heads[table] else { return }
    // What is there already is the same, so that exports may overlap.
    script += head + rows.rows + "\nON CONFLICT DO NOTHING;\n"
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

extension String {
  /// `billing_zip` for `billing.zip`, `placed_at` for `placedAt`.
  package var sqlName: String {
    reduce(into: "") { text, character in
      if character == "." {
        text += "_"
      } else {
        text += (character.isUppercase ? "_" : "") + character.lowercased()
      }
    }
  }

  /// No database of the two takes U+0000 in a text: a picture of it takes its place.
  fileprivate var sqlLiteral: String {
    guard utf8.contains(where: { $0 == 0x27 || $0 == 0 }) else { return "'\(self)'" }
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

extension Column {
  package var sqlName: String { name.sqlName }
}

extension ColumnType {
  /// What both databases call it; amounts are in minor units.
  package var sql: String {
    switch self {
    case .text: "TEXT"
    case .integer, .amount: "BIGINT"
    case .time: "TIMESTAMP WITH TIME ZONE"
    case .boolean: "BOOLEAN"
    }
  }
}

extension CellValue {
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
