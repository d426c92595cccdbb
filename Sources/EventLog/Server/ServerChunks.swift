// Entries on a server, read and made into lines.

/// The entries of a log, or those of them that have one of some terms.
struct ServerEntries {
  /// nil for all entries.
  var terms: [EntryTerm]?
  /// The last entry that is read.
  var last = Int.max
  /// Whether the login may not read personal blocks.
  var withholdsPersonal = false

  private var columns: String {
    "SELECT e.line, \(withholdsPersonal ? "NULL, NULL" : "p.block, p.crc"), e.seq"
  }

  private var blocks: String {
    withholdsPersonal ? "" : "LEFT JOIN cleanstore.personal AS p ON p.seq = e.seq"
  }

  /// The same as a page of all entries, to be sent row by row.
  func stretch(after seq: Int, count: Int) -> String {
    """
    COPY (\(columns) FROM cleanstore.entry AS e \(blocks)
    WHERE e.seq > \(seq) AND e.seq <= \(last) ORDER BY e.seq LIMIT \(count)) TO STDOUT (FORMAT binary)
    """
  }

  /// The lines without personal data, the personal blocks, the checksums with these, and the numbers of the first entries
  /// after one.
  func page(after seq: Int, count: Int) -> Statement {
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

/// Reads the entries after one: page by page, and a long log in stretches.
final class ServerChunks: LogChunkReader {
  private let link: ServerLink
  private var entries: ServerEntries
  /// The last entry that was read.
  private(set) var seq: Int
  /// The rows that were asked for and aren't all used.
  private var rows: (any ServerEntryRows)?
  /// The number of rows to ask for: few at first, because often there are few.
  private var count = ServerChunks.firstCount
  /// The rows that are used of the page or stretch, and the bytes of their lines.
  private var used = (rows: 0, bytes: 0)
  /// The connection for stretches; nil until the first one.
  private var connection: ServerConnection?
  private var takesStretches = true
  /// The number of entries that were read page by page.
  private var pagedCount = 0
  private var isDone = false

  /// The number of entries in a first page.
  static let firstCount = 64
  private static let maximumCount = 4096
  /// The number of entries that are read page by page before the first stretch.
  private static let pagedAtFirst = 1024
  /// The bytes that a page should have at most, and a chunk.
  private static let (pageBytes, chunkBytes) = (4 << 20, 1 << 20)

  /// Nothing: all entries up to one were read.
  init(_ link: ServerLink, upTo seq: Int) {
    (self.link, self.seq, entries, isDone) = (link, seq, ServerEntries(), true)
  }

  /// - Parameter page: The first page, if it was read already, under a lock: then no other connection is waited for.
  init(
    _ link: ServerLink, _ entries: ServerEntries = ServerEntries(), after seq: Int,
    _ page: ServerRows? = nil
  ) {
    (self.link, self.entries, self.seq, rows) = (link, entries, seq, page.map(ServerPage.init))
    takesStretches = page == nil && entries.terms == nil && link.dialect.listensAndCopies
    self.entries.withholdsPersonal = link.withholdsPersonal
  }

  /// The end of the log, where only a part of it is read.
  var end: Int? { entries.terms == nil ? nil : entries.last }

  func next(reusing storage: inout ByteStorage) throws(LogError) -> LogChunk? {
    if isDone { return nil }
    let rows = if let rows { rows } else { try nextRows() }
    self.rows = rows
    defer { finish(rows) }
    guard let first = rows.current else { return nil }
    guard 1...1 << 48 ~= first.seq else {
      throw LogError(
        .corrupt, "\(link.address.shown) has an entry with the number \(first.seq).",
        hint: "Ask the administrator which copy of the log is whole.")
    }
    // Lines of one segment that follow each other, so that each has its place.
    let (start, isStart) = (first.seq, first.opensSegment)
    let capacity = max(first.maximumCount, min(rows.maximumCount ?? .max, Self.chunkBytes))
    ByteStorage.refill(&storage, capacity: capacity) { buffer in
      var (end, size) = (start, 0)
      while let row = rows.current, row.seq == end, row.maximumCount <= capacity - size,
        end == start || !row.opensSegment
      {
        size += row.write(to: UnsafeMutableRawBufferPointer(rebasing: buffer[size...]))
        end += 1
        rows.advance()
      }
      (used.rows, used.bytes) = (used.rows + end - start, used.bytes + size)
      return size
    }
    if let last = rows.previous {
      seq = last.seq
      link.landmark.withLock { $0.note(seq, String(decoding: last.line, as: UTF8.self)) }
    }
    return LogChunk(
      storage: storage, lines: 0..<storage.count, file: link.address.shown,
      segment: isStart ? start : 1, line: start, byte: isStart ? 0 : start - 1)
  }

  /// Asks for rows: for a stretch once there have been some pages.
  private func nextRows() throws(LogError) -> any ServerEntryRows {
    used = (0, 0)
    if takesStretches, pagedCount >= Self.pagedAtFirst, let stretch = stretch() { return stretch }
    return ServerPage(try link.read(entries.page(after: seq, count: count))[0])
  }

  /// A stretch; nil if there is no connection for it, or nothing came.
  private func stretch() -> ServerStretch? {
    do throws(ServerError) {
      let connection = if let connection { connection } else { try link.another() }
      self.connection = connection
      let stretch = try ServerStretch(connection, entries, after: seq)
      if !stretch.isBroken { return stretch }
    } catch {}
    takesStretches = false
    return nil
  }

  private func finish(_ rows: any ServerEntryRows) {
    guard rows.current == nil else { return }
    self.rows = nil
    if rows is ServerStretch {
      takesStretches = !rows.isBroken
      isDone = !rows.isBroken && used.rows < ServerStretch.count
      return
    }
    isDone = used.rows < count
    pagedCount += used.rows
    let average = max(used.bytes / max(used.rows, 1), 1)
    count = max(1, min(4 * count, Self.maximumCount, Self.pageBytes / average))
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
