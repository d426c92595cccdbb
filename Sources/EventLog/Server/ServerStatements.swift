// The statements that change a store on a server, in its two dialects, side by side. Those that only read are the same in
// both, and plain.

import Integrity

/// The ways in which the tables of a store on a server are written to.
package enum ServerDialect: String, CaseIterable, Sendable {
  /// By functions, which check each line, and in whose name it is. They take PostgreSQL.
  case functions
  /// By plain statements: without functions, triggers, notices and `COPY`, which not every server has that speaks PostgreSQL's
  /// protocol.
  case plain
}

/// Lines to be stored after the end of a log.
struct ServerLines {
  let lines: [SplitLine]
  /// The end of the log after them.
  let end: LogEnd
  let opensSegment: Bool
  /// The bytes that they have in a file.
  let byteCount: Int

  /// The last entry before them.
  var after: Int { end.seq - lines.count }
}

extension ServerDialect {
  /// Whether sessions can listen for appends, and have rows copied to them.
  var listensAndCopies: Bool { self == .functions }

  /// The part of an entry by which a log is recognised. Not all servers return a hash in the same form.
  var mark: String {
    switch self {
    case .functions: "sha256(convert_to(e.line, 'UTF8'))"
    case .plain: "e.line"
    }
  }

  /// The mark of an entry with this line.
  func mark(of line: [UInt8]) -> [UInt8] {
    switch self {
    case .functions: Digest(of: line).bytes
    case .plain: line
    }
  }

  /// Takes the lock of the log until the transaction ends, and returns the last entry's number, the fence, the server's time,
  /// and the bytes of the last segment. Once the fence is raised, no append is stored that knows the one before.
  func lock(raisingFence raisesFence: Bool) -> Statement {
    switch self {
    case .functions:
      Statement("SELECT seq, fence, now, bytes FROM cleanstore.lock_1($1)", .boolean(raisesFence))
    case .plain where raisesFence:
      Statement(
        """
        UPDATE cleanstore.head SET fence = fence + 1 WHERE one
        RETURNING seq, fence, \(Statement.now), bytes
        """)
    case .plain:
      // The time is that after the wait.
      Statement(
        """
        WITH locked AS (SELECT seq, fence, bytes FROM cleanstore.head WHERE one FOR UPDATE)
        SELECT seq, fence, \(Statement.now), bytes FROM locked
        """)
    }
  }

  /// Stores lines if the log still ends before them, no doubt about an append was asked about meanwhile, and the log is the
  /// one that was seen: a pool may lead to another server without a word. It waits for the lock no longer than other turns do.
  ///
  /// - Parameter token: Tells the append from all others.
  /// - Returns: A statement that returns 1 if they are stored.
  func append(
    _ lines: ServerLines, token: [UInt8], fence: Int, _ landmark: Landmark, waiting: Duration
  ) throws(LogError) -> Statement {
    switch self {
    case .functions:
      return Statement(
        Self.appending, .integer(lines.after), .integer(fence), .bytes(token),
        .texts(lines.lines.map(\.bare)), .texts(lines.lines.map(\.block)),
        .texts(lines.lines.map(\.crc)), .lockTimeout(waiting), .integer(landmark.seq),
        .bytes(landmark.mark))
    case .plain:
      var append = PlainAppend()
      var conditions = ["fence = \(append.place(of: .integer(fence)))"]
      if let mark = landmark.mark {
        let (seq, line) = (
          Statement.Parameter.integer(landmark.seq), String(decoding: mark, as: UTF8.self)
        )
        conditions.append(
          """
          EXISTS (
              SELECT 1 FROM cleanstore.entry AS e
              WHERE e.seq = \(append.place(of: seq)) AND \(self.mark) = \(append.place(of: .text(line))))
          """)
      }
      return try append.statement(
        lines, of: landmark.store ?? "", token: token, if: conditions, waiting: waiting)
    }
  }

  static let appending = Statement.Kept(
    """
    SELECT cleanstore.append_1($1, $2, $3, $4, $5, $6)
    FROM set_config('lock_timeout', $7, true)
    WHERE $8 = 0 OR EXISTS (
      SELECT FROM cleanstore.entry AS e WHERE e.seq = $8 AND \(functions.mark) = $9)
    """)

  /// Stores the lines of another store as they are, if the log still ends before them.
  ///
  /// - Parameter store: The store's id.
  func load(_ lines: ServerLines, of store: String, waiting: Duration) throws(LogError) -> Statement
  {
    switch self {
    case .functions:
      return Statement(
        "SELECT cleanstore.load_1($1, $2, $3, $4) FROM set_config('lock_timeout', $5, true)",
        .integer(lines.after), .texts(lines.lines.map(\.bare)), .texts(lines.lines.map(\.block)),
        .texts(lines.lines.map(\.crc)), .lockTimeout(waiting))
    case .plain:
      var append = PlainAppend()
      return try append.statement(lines, of: store, token: nil, if: [], waiting: waiting)
    }
  }

  /// Deletes the personal data whose erasure is recorded, and wasn't finished yet, and returns the number of entries.
  var erasing: Statement {
    switch self {
    case .functions: Statement("SELECT cleanstore.erase_1()")
    case .plain: Statement(ServerSchema.erasing)
    }
  }
}

extension Statement {
  /// The server's time, in microseconds.
  static let now = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint"

  init(_ text: String, with parameters: [Parameter]) {
    (self.text, name, self.parameters) = (text, nil, parameters)
  }

  /// The last entry that was made at or before a time, by binary search: times never decrease.
  static func lastEntry(notAfter time: Timestamp) -> Statement {
    Statement(
      """
      WITH RECURSIVE search (first, last) AS (
        SELECT 0::bigint, seq FROM cleanstore.head
        UNION ALL
        SELECT CASE WHEN e.at <= $1 THEN e.seq ELSE s.first END,
          CASE WHEN e.at <= $1 THEN s.last ELSE e.seq - 1 END
        FROM search AS s JOIN cleanstore.entry AS e ON e.seq = (s.first + s.last + 1) >> 1
        WHERE s.first < s.last)
      SELECT first FROM search WHERE first = last
      """, .integer(Int(time.microseconds)))
  }
}
