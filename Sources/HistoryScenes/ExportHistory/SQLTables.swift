// The tables as a script that SQLite and PostgreSQL can load: what both have, and nothing else.

final class SQLTables: TablesOutput {
  /// Statements are kept short, whichever comes first: databases limit their lengths.
  private static let rowsOfInsert = 500
  private static let bytesOfInsert = 262_144

  /// The rows of a table that no statement has yet.
  private final class Rows {
    let table: String
    let head: String
    var bytes: [UInt8] = []
    var count = 0

    init(_ table: String, head: String) { (self.table, self.head) = (table, head) }
  }

  private let output: any ByteOutput
  private var script: [UInt8] = []
  private var pending: [Rows] = []
  private var tables: [TableHead] = []

  private let start: HistoryCursor
  let hasMinorUnits = true
  var isContinuation: Bool { start.seq > 0 }

  /// - Parameters:
  ///   - output: The output for the script.
  ///   - store: The store's id. The script can only be loaded where there is no other.
  ///   - start: The last entry that is in the database already. Only after that can the script be loaded, or into
  ///     an empty database; at the beginning of the log, it takes the place of everything.
  init(_ output: any ByteOutput, of store: String, after start: HistoryCursor) {
    (self.output, self.start) = (output, start)
    let id = CellValue.text(store).sql
    append(
      """
      BEGIN;
      CREATE TABLE IF NOT EXISTS store (
        id TEXT NOT NULL PRIMARY KEY,
        seq BIGINT NOT NULL,
        leaf TEXT,
        others BIGINT NOT NULL CONSTRAINT these_are_the_tables_of_another_store CHECK (others = 0),
        later BIGINT NOT NULL CONSTRAINT later_entries_were_loaded_before CHECK (later = 0),
        breaks BIGINT NOT NULL CONSTRAINT these_entries_do_not_continue_what_was_loaded CHECK (breaks = 0)
      );
      INSERT INTO store (id, seq, leaf, others, later, breaks)
      SELECT \(id), \(start.seq), \(CellValue.text(start.leaf).sql), COUNT(*), 0, 0 FROM store WHERE id <> \(id)
      ON CONFLICT DO NOTHING;

      """)
  }

  func begin(_ tables: [TableHead]) {
    self.tables = tables
    for table in tables { create(table) }
    // Rows that were loaded after the start are replaced, once they are known to be of the same history.
    append(
      "CREATE TEMPORARY TABLE loaded AS SELECT seq, leaf FROM entries WHERE seq >= \(start.seq);\n")
    for (table, seq) in names(ownedBy: .entry) {
      append("DELETE FROM \(table) WHERE \(seq) > \(start.seq);\n")
    }
    if !isContinuation { removeAll(ownedBy: .log) }
  }

  /// The tables with rows of such owners and the columns that name these; those that refer to others come first.
  private func names(ownedBy owner: RowOwner) -> [(table: String, column: String)] {
    tables.reversed().filter { $0.owner == owner }
      .map { ($0.name.sqlName, $0.columns[0].name.sqlName) }
  }

  private func removeAll(ownedBy owner: RowOwner) {
    for (table, _) in names(ownedBy: owner) { append("DELETE FROM \(table);\n") }
  }

  private func create(_ table: TableHead) {
    let names = table.columns.map(\.name.sqlName)
    let columns = table.columns.enumerated().map { place, column in
      "  \(names[place]) \(column.type.sql)" + (place < table.keyLength ? " NOT NULL" : "")
    }
    let key = names.prefix(table.keyLength).joined(separator: ", ")
    // Rows of several tables are written as they come, so only the end of the transaction has them all.
    let references = table.references.map {
      "  FOREIGN KEY (\($0.column.sqlName)) REFERENCES \($0.table.sqlName) (\($0.key)) DEFERRABLE INITIALLY DEFERRED"
    }
    let lines = columns + ["  PRIMARY KEY (\(key))"] + references
    let name = table.name.sqlName
    append("CREATE TABLE IF NOT EXISTS \(name) (\n")
    append(lines.joined(separator: ",\n") + "\n);\n")
    for column in table.indexed {
      let index = "\(table.name)_\(column)".sqlName
      append("CREATE INDEX IF NOT EXISTS \(index) ON \(name) (\(column.sqlName));\n")
    }
    let head = "INSERT INTO \(name) (\(names.joined(separator: ", "))) VALUES\n"
    pending.append(Rows(table.name, head: head))
  }

  private func append(_ text: String) { script += text.utf8 }

  func remove(streams: [String]) {
    if !isContinuation { removeAll(ownedBy: .stream) }
    for start in stride(from: 0, to: streams.count, by: Self.rowsOfInsert) {
      let ids = streams[start..<min(start + Self.rowsOfInsert, streams.count)]
      var list: [UInt8] = []
      for id in ids {
        if !list.isEmpty { list += ", ".utf8 }
        CellValue.text(id).writeSQL(to: &list)
      }
      for (table, column) in names(ownedBy: .stream) {
        append("DELETE FROM \(table) WHERE \(column) IN (")
        script += list
        append(");\n")
      }
    }
  }

  func write(_ cells: [CellValue], to table: String) {
    guard let rows = pending.first(where: { $0.table == table }) else { return }
    rows.bytes += (rows.count == 0 ? "(" : ",\n(").utf8
    var isFirst = true
    for cell in cells {
      if !isFirst { rows.bytes += ", ".utf8 }
      isFirst = false
      cell.writeSQL(to: &rows.bytes)
    }
    rows.bytes.append(UInt8(ascii: ")"))
    rows.count += 1
    if rows.count >= Self.rowsOfInsert || rows.bytes.count >= Self.bytesOfInsert { insert(rows) }
  }

  private func insert(_ rows: Rows) {
    guard rows.count > 0 else { return }
    append(rows.head)
    script += rows.bytes
    // Rows that are there already are the same, so that exports may overlap.
    append("\nON CONFLICT DO NOTHING;\n")
    rows.bytes.removeAll(keepingCapacity: true)
    rows.count = 0
  }

  func flushIfLong() throws(Failure) {
    guard script.count > 65_536 else { return }
    try output.write(script)
    script.removeAll(keepingCapacity: true)
  }

  func finish(through end: HistoryCursor) throws(Failure) {
    for rows in pending { insert(rows) }
    let leaf = CellValue.text(end.leaf).sql
    // Streams aren't taken back to an earlier state of the same history.
    append(
      """
      UPDATE store SET later = CASE WHEN store.seq > \(end.seq) AND (\(end.seq) = 0 OR EXISTS (
        SELECT 1 FROM loaded WHERE loaded.seq = \(end.seq) AND loaded.leaf = \(leaf))) THEN 1 ELSE 0 END;

      """)
    if isContinuation { checkContinuation() }
    append("UPDATE store SET seq = \(end.seq), leaf = \(leaf);\nDROP TABLE loaded;\nCOMMIT;\n")
    try output.write(script)
    try output.complete()
  }

  /// The last entry that was loaded must be the one before the script's, or one of the script's.
  private func checkContinuation() {
    append(
      """
      UPDATE store SET breaks = CASE
        WHEN store.seq = \(start.seq) AND store.leaf = \(CellValue.text(start.leaf).sql) THEN 0
        WHEN EXISTS (SELECT 1 FROM entries WHERE entries.seq > \(start.seq)
          AND entries.seq = store.seq AND entries.leaf = store.leaf) THEN 0
        ELSE 1 END;

      """)
  }
}

extension String {
  /// `billing_zip` for `billing.zip`, `placed_at` for `placedAt`, and `"order"` for `order`, which is a word of SQL.
  package var sqlName: String {
    let name = reduce(into: "") { text, character in
      if character == "." {
        text += "_"
      } else {
        text += (character.isUppercase ? "_" : "") + character.lowercased()
      }
    }
    let isPlain =
      name.utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == 0x5F }
      && name.first?.isNumber == false && !Self.sqlWords.contains(name)
    return isPlain ? name : "\"" + name.replacing("\"", with: "\"\"") + "\""
  }

  /// The words that can't be names in one of the two databases.
  private static let sqlWords = Set(
    """
    add all alter analyse analyze and any array as asc asymmetric authorization autoincrement between binary both case \
    cast check collate collation column commit concurrently constraint create cross current_catalog current_date \
    current_role current_schema current_time current_timestamp current_user default deferrable delete desc distinct do \
    drop else end escape except exists false fetch for foreign freeze from full grant group having ilike in index \
    initially inner insert intersect into is isnull join lateral leading left like limit localtime localtimestamp \
    natural not nothing notnull null offset on only or order outer overlaps placing primary references returning right \
    select session_user set similar some symmetric system_user table tablesample then to trailing transaction true \
    union unique update user using values variadic verbose when where window with
    """.split(separator: " ").map(String.init))
}

extension Column {
  package var sqlName: String { name.sqlName }
}

extension ColumnType {
  /// The type's name in both databases; amounts are in minor units.
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
    var bytes: [UInt8] = []
    writeSQL(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  fileprivate func writeSQL(to bytes: inout [UInt8]) {
    switch self {
    case .empty: bytes += "NULL".utf8
    case .text(let text): Self.writeLiteral(text, to: &bytes)
    case .integer(let number): bytes += String(number).utf8
    case .amount(let amount, _): bytes += String(amount).utf8
    case .time(let time): Self.writeLiteral(time.description, to: &bytes)
    case .boolean(let isTrue): bytes += (isTrue ? "TRUE" : "FALSE").utf8
    }
  }

  /// No database of the two takes U+0000 in a text: a picture of it takes its place. SQLite's shell omits a CR at the
  /// end of a line, so the line ends in another part of the text.
  private static func writeLiteral(_ text: String, to bytes: inout [UInt8]) {
    var text = text
    bytes.append(0x27)
    text.withUTF8 { utf8 in
      guard utf8.contains(where: { $0 == 0x27 || $0 == 0 || $0 == 0x0D }) else {
        bytes += utf8
        return
      }
      for byte in utf8 {
        switch byte {
        case 0x27: bytes += [0x27, 0x27]
        case 0: bytes += "\u{2400}".utf8
        case 0x0D: bytes += "\r'||'".utf8
        default: bytes.append(byte)
        }
      }
    }
    bytes.append(0x27)
  }
}
