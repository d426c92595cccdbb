// Entries on a server, read page by page and made into lines.

/// The entries of a log, or those of them that have one of some terms.
struct ServerEntries {
  /// nil for all entries.
  var terms: [EntryTerm]?
  /// The last entry that is read.
  var last = Int.max
  /// Whether the login may not read personal blocks.
  var withholdsPersonal = false

  /// The lines without personal data, the personal blocks, the checksums with these, and the numbers of the first entries
  /// after one.
  func page(after seq: Int, count: Int) -> Statement {
    let columns = "SELECT e.line, \(withholdsPersonal ? "NULL, NULL" : "p.block, p.crc"), e.seq"
    let blocks =
      withholdsPersonal ? "" : "LEFT JOIN cleanstore.personal AS p ON p.seq = e.seq"
    guard let terms else {
      return Statement(
        """
        \(columns) FROM cleanstore.entry AS e \(blocks)
        WHERE e.seq > $1 AND e.seq <= $2 ORDER BY e.seq LIMIT $3
        """, .integer(seq), .integer(last), .integer(count))
    }
    var streams: [[UInt8]] = []
    var actors: [[UInt8]] = []
    var ids: [[UInt8]] = []
    var searches: Set<String> = []
    for term in terms {
      switch term {
      case .stream(let name):
        streams.append(Array(name.text.bytes))
        searches.insert(
          """
          SELECT of_name.seq FROM unnest($4::text[]) AS n (name), LATERAL (
            SELECT seq FROM cleanstore.entry WHERE stream = n.name AND \(Self.range)) AS of_name
          """)
      case .actor(let actor):
        actors.append(Array(actor.utf8))
        searches.insert(Self.search("actor = ANY ($5)"))
      case .commandID(let id):
        ids.append(ServerSchema.stored(id: id))
        searches.insert(
          "SELECT seq FROM cleanstore.command WHERE id = ANY ($6) AND seq > $1 AND seq <= $2")
      case .refusal: searches.insert(Self.search("refused IS NOT NULL"))
      case .rulesVersion: searches.insert(Self.search(ServerSchema.namesRules))
      }
    }
    // Each search uses its own index, and so finds its first entries without looking at others.
    return Statement(
      """
      WITH found AS MATERIALIZED (
        SELECT seq FROM (\(searches.sorted().map { "(\($0))" }.joined(separator: " UNION "))) AS each
        ORDER BY seq LIMIT $3)
      \(columns) FROM found AS f JOIN cleanstore.entry AS e ON e.seq = f.seq \(blocks) ORDER BY e.seq
      """, .integer(seq), .integer(last), .integer(count), .texts(streams), .texts(actors),
      .texts(ids))
  }

  private static let range = "seq > $1 AND seq <= $2 ORDER BY seq LIMIT $3"

  private static func search(_ condition: String) -> String {
    "SELECT seq FROM cleanstore.entry WHERE \(condition) AND \(range)"
  }
}

/// Reads the entries after one, page by page.
final class ServerChunks: LogChunkReader {
  private let link: ServerLink
  private var entries: ServerEntries
  /// The last entry that was read.
  private(set) var seq: Int
  /// The line of that entry as it is on the server; nil before the first one.
  private(set) var lastLine: String?
  private var page: ServerRows?
  /// The next row of the page.
  private var row = 0
  /// The number of rows to ask for: few at first, because often there are few.
  private var count = ServerChunks.firstCount
  private var isDone = false

  /// The number of entries in a first page.
  static let firstCount = 64
  private static let maximumCount = 4096
  /// The bytes that a page should have at most.
  private static let wantedBytes = 4 << 20

  /// Nothing: all entries up to one were read.
  init(_ link: ServerLink, upTo seq: Int) {
    (self.link, self.seq, entries, isDone) = (link, seq, ServerEntries(), true)
  }

  /// - Parameter page: The first page, if it was read already.
  init(
    _ link: ServerLink, _ entries: ServerEntries = ServerEntries(), after seq: Int,
    _ page: ServerRows? = nil
  ) {
    (self.link, self.entries, self.seq, self.page) = (link, entries, seq, page)
    self.entries.withholdsPersonal = link.withholdsPersonal
  }

  /// The end of the log, where only a part of it is read.
  var end: Int? { entries.terms == nil ? nil : entries.last }

  func next(reusing storage: inout ByteStorage) throws(LogError) -> LogChunk? {
    if isDone { return nil }
    let rows =
      if let page { page } else { try link.read(entries.page(after: seq, count: count))[0] }
    let first = rows.integer(row, 3)
    // Lines of one segment that follow each other, so that each has its place.
    var end = row
    while end < rows.count, rows.integer(end, 3) == first.map({ $0 &+ (end - row) }),
      end == row || !rows.opensSegment(end)
    {
      end += 1
    }
    defer { finish(rows, through: end) }
    guard let first, end > row else { return nil }
    guard 1...1 << 48 ~= first else {
      throw LogError(
        .corrupt, "\(link.address.shown) has an entry with the number \(first).",
        hint: "Ask the administrator which copy of the log is whole.")
    }
    storage = .copy(of: rows.lines(row..<end))
    lastLine = rows.text(end - 1, 0)
    link.landmark.withLock { $0.note(first + end - 1 - row, lastLine) }
    let isStart = rows.opensSegment(row)
    return LogChunk(
      storage: storage, lines: 0..<storage.count, file: link.address.shown,
      segment: isStart ? first : 1, line: first, byte: isStart ? 0 : first - 1)
  }

  private func finish(_ rows: ServerRows, through end: Int) {
    if end > 0 { seq = rows.integer(end - 1, 3) ?? seq }
    (page, row) = (rows, end)
    guard end == rows.count else { return }
    (page, row) = (nil, 0)
    isDone = end < count
    let bytes = (0..<end).reduce(1) { sum, row in
      sum + (rows.bytes(row, 0)?.count ?? 0) + (rows.bytes(row, 1)?.count ?? 0)
    }
    count = max(1, min(4 * count, Self.maximumCount, Self.wantedBytes * max(end, 1) / bytes))
  }
}

extension ServerRows {
  fileprivate func opensSegment(_ row: Int) -> Bool {
    withExtendedLifetime(self) { bytes(row, 0)?.opensSegment ?? false }
  }

  /// The whole lines of some rows of a page, each with its LF.
  fileprivate func lines(_ rows: Range<Int>) -> [UInt8] {
    withExtendedLifetime(self) {
      var lines: [UInt8] = []
      for row in rows {
        guard let line = bytes(row, 0) else { continue }
        if let block = bytes(row, 1), let crc = bytes(row, 2),
          line.count > Entry.erasedTailCount
        {
          lines += line.dropLast(Entry.erasedTailCount)
          lines += block
          lines += Array(#","crc":""#.utf8) + crc + Array(#""}"#.utf8)
        } else {
          lines += line
        }
        lines.append(0x0A)
      }
      return lines
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Whether a line has `format`, which follows `actor` where a segment begins.
  fileprivate var opensSegment: Bool {
    let key = #","actor":""#.utf8
    var rest = self[...]
    // No text before it can have this: its quotes would be escaped.
    while let comma = rest.firstIndex(of: UInt8(ascii: ",")), !rest[comma...].starts(with: key) {
      rest = rest[(comma + 1)...]
    }
    guard let start = rest.firstIndex(of: UInt8(ascii: ",")) else { return false }
    var end = start + key.count
    while end < count, self[end] != UInt8(ascii: "\"") {
      end += self[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    return end < count && self[(end + 1)...].starts(with: #","format":"#.utf8)
  }
}

/// Some entries of a store on a server.
final class ServerPart: LogSource {
  private let link: ServerLink
  private let entries: ServerEntries
  let storeID: String?
  let hasWholeStreams: Bool

  /// The entries with any of some terms, up to one.
  init(_ link: ServerLink, _ terms: [EntryTerm], through end: Int, storeID: String?) {
    (self.link, self.storeID) = (link, storeID)
    entries = ServerEntries(terms: terms, last: end)
    hasWholeStreams = terms.allSatisfy { if case .stream = $0 { true } else { false } }
  }

  var isPart: Bool { true }
  var withholdsPersonal: Bool { link.withholdsPersonal }

  func chunks(from cursor: LogCursor) -> any ChunkReader {
    ServerChunks(link, entries, after: cursor.seq)
  }

  func cursor(before seq: Int) -> LogCursor { .onServer(before: seq) }

  func knownEnd() -> (seq: Int, tornTail: TornTail?)? { (entries.last, nil) }
}

extension LogCursor {
  /// The place of an entry on a server, where it has no bytes.
  static func onServer(before seq: Int) -> LogCursor {
    LogCursor(seq: seq - 1, segment: 1, byte: seq - 1, line: seq)
  }
}
