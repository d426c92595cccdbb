// One statement that appends lines without any function of the server's. So it can go out with others in one round trip, and
// is done as a whole or not at all.
//
// Its safety rests on the comparison in the update of `head`, which also waits for the lock, and on the keys of the tables.

/// An append that is put together.
struct PlainAppend {
  private var parameters: [Statement.Parameter] = []
  private var parts: [String] = []

  /// The place of a parameter in the statement.
  mutating func place(of parameter: Statement.Parameter) -> String {
    parameters.append(parameter)
    return "$\(parameters.count)"
  }

  /// A statement that stores lines if the log still ends before them, and returns the number of logs that were changed: 1 or
  /// 0.
  ///
  /// - Parameters:
  ///   - store: The store's id: an address may lead to another one.
  ///   - token: Tells the append from all others; nil for lines that are copied, whose commands may have ids that were used.
  ///   - conditions: Further conditions, with the parameters so far.
  mutating func statement(
    _ lines: ServerLines, of store: String, token: [UInt8]?, if conditions: [String],
    waiting: Duration
  ) throws(LogError) -> Statement {
    let rows = try lines.lines.enumerated().map { (place, line) throws(LogError) in
      try PlainRow(line, token: place == 0 ? token : nil)
    }
    let isThisStore = "store = \(place(of: .text(store)))"
    moveHead(over: lines, if: conditions + [isThisStore], waiting: waiting)
    insert(rows, into: "entry", PlainRow.entry)
    insert(rows.filter { $0.block != nil }, into: "personal", PlainRow.personal)
    insert(
      rows.filter { $0.id != nil }, into: "command", PlainRow.command,
      otherwise: token == nil ? "ON CONFLICT DO NOTHING" : "")
    insert(rows.filter(\.recordsErasure), into: "erasure", PlainRow.erasure)
    count(rows.filter { $0.rev <= 1 })
    let text = "WITH RECURSIVE \(parts.joined(separator: ",\n"))\nSELECT count(*) FROM moved"
    return Statement(text, with: parameters)
  }

  private mutating func moveHead(
    over lines: ServerLines, if conditions: [String], waiting: Duration
  ) {
    let end = lines.end
    let at = place(of: .integer(Int((end.at ?? .earliest).microseconds)))
    let bytes = place(of: .integer(lines.byteCount))
    let conditions =
      conditions + [
        "seq = \(place(of: .integer(lines.after)))",
        "set_config('lock_timeout', \(place(of: .lockTimeout(waiting))), true) IS NOT NULL",
      ]
    parts.append(
      """
      moved AS (
        UPDATE cleanstore.head SET seq = \(place(of: .integer(end.seq))), at = \(at),
          engine = \(end.rulesVersion.map { place(of: .text($0)) } ?? "engine"),
          bytes = \(lines.opensSegment ? bytes : "bytes + \(bytes)")
        WHERE one AND \(conditions.joined(separator: " AND "))
        RETURNING 1)
      """)
  }

  /// Inserts rows, if there are any: a login needs no right to the table for none.
  private mutating func insert(
    _ rows: [PlainRow], into table: String, _ columns: [PlainRow.Column], otherwise: String = ""
  ) {
    if rows.isEmpty { return }
    let names = columns.map(\.name).joined(separator: ", ")
    let values = columns.map(\.expression).joined(separator: ", ")
    let arrays = columns.map { column in place(of: .texts(rows.map(column.value))) }
    parts.append(
      """
      of_\(table) AS (
        INSERT INTO cleanstore.\(table) (\(names))
        SELECT \(values) FROM moved, unnest(\(arrays.joined(separator: ", "))) AS r (\(names))
        \(otherwise) RETURNING 1)
      """)
  }

  /// Keeps the smallest number from 1001 up that no stream of a category has.
  private mutating func count(_ rows: [PlainRow]) {
    let streams = Set(rows.map(\.stream))
    if streams.isEmpty { return }
    let categories = Set(streams.map { Array($0.prefix { $0 != UInt8(ascii: "/") }) })
    parts.append(
      """
      counted (category, next) AS (
        SELECT r.category, coalesce(n.next, 1001)
        FROM unnest(\(place(of: .texts(Array(categories))))) AS r (category)
          LEFT JOIN cleanstore.numbers AS n ON n.category = r.category
        UNION ALL
        SELECT c.category, c.next + 1 FROM counted AS c
        WHERE c.category || '/' || c.next::text = ANY (\(place(of: .texts(Array(streams)))))
          OR EXISTS (
            SELECT 1 FROM cleanstore.entry AS e WHERE e.stream = c.category || '/' || c.next::text)),
      of_numbers AS (
        INSERT INTO cleanstore.numbers (category, next)
        SELECT c.category, max(c.next) FROM counted AS c, moved GROUP BY c.category
        HAVING max(c.next) > 1001
        ON CONFLICT (category) DO UPDATE SET next = excluded.next RETURNING 1)
      """)
  }
}

/// The values of a line in the tables.
struct PlainRow {
  private let seq: Int
  private let at: Timestamp
  fileprivate let stream: [UInt8]
  fileprivate let rev: Int
  private let actor: [UInt8]
  private let type: [UInt8]
  private let refused: [UInt8]?
  fileprivate let id: [UInt8]?
  fileprivate let recordsErasure: Bool
  private let token: [UInt8]?
  private let line: SplitLine
  fileprivate var block: [UInt8]? { line.block }

  init(_ line: SplitLine, token: [UInt8]?) throws(LogError) {
    let entry = line.entry
    (self.line, self.token) = (line, token)
    (seq, at, rev, recordsErasure) = (entry.seq, entry.at, entry.rev, entry.recordsErasure)
    do throws(JSONError) {
      let (head, refusal) = (try entry.commandHead(), try entry.refusal())
      id = head.id.isPresent ? ServerSchema.stored(id: entry.storage.string(head.id)) : nil
      type = Self.stored(entry.storage.string(head.type))
      refused = refusal.map { Self.stored($0.code) }
    } catch {
      throw LogError(.malformed, error.message, seq: entry.seq)
    }
    stream = Self.stored(entry.storage.string(entry.stream))
    actor = Self.stored(entry.storage.string(entry.actor))
  }

  /// A text as servers can have it: without U+0000.
  private static func stored(_ text: String) -> [UInt8] { text.utf8.map { max($0, 1) } }

  /// A column, its value, and that in SQL, of which the value is given as a text.
  fileprivate struct Column: Sendable {
    let name: String
    let expression: String
    let value: @Sendable (PlainRow) -> [UInt8]?

    static func text(_ name: String, _ value: @escaping @Sendable (PlainRow) -> [UInt8]?) -> Column
    {
      Column(name: name, expression: "r.\(name)", value: value)
    }

    static func integer(_ name: String, _ value: @escaping @Sendable (PlainRow) -> Int) -> Column {
      Column(name: name, expression: "r.\(name)::bigint") { Array("\(value($0))".utf8) }
    }

    static func bytes(_ name: String, _ value: @escaping @Sendable (PlainRow) -> [UInt8]?) -> Column
    {
      Column(name: name, expression: "decode(r.\(name), 'hex')") { row in
        value(row)?.flatMap { [$0 >> 4, $0 & 15] }.map { $0 < 10 ? $0 + 0x30 : $0 + 0x57 }
      }
    }
  }

  fileprivate static let entry: [Column] = [
    .integer("seq") { $0.seq }, .integer("at") { Int($0.at.microseconds) },
    .text("stream") { $0.stream }, .integer("rev") { $0.rev }, .text("actor") { $0.actor },
    .text("type") { $0.type }, .text("refused") { $0.refused }, .bytes("token") { $0.token },
    .text("line") { $0.line.bare },
  ]
  fileprivate static let personal: [Column] = [
    .integer("seq") { $0.seq }, .text("block") { $0.line.block }, .text("crc") { $0.line.crc },
  ]
  fileprivate static let command: [Column] = [
    .text("id") { $0.id }, .text("stream") { $0.stream }, .integer("seq") { $0.seq },
  ]
  fileprivate static let erasure: [Column] = [
    .integer("seq") { $0.seq }, .text("stream") { $0.stream },
  ]
}
