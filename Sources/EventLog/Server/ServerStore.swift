// A store on a server that speaks PostgreSQL's protocol, for any number of writers.

/// A store on a server.
final class ServerStore: SharedEntryStore {
  private let link: ServerLink
  private let writer: ServerWriter
  private let news: ServerNews
  let storeID: String?
  let dialect: ServerDialect
  /// The time when it was made.
  let created: Timestamp
  /// The end of the log when it was opened.
  private let opened: LogEnd
  let login: StoreLogin?
  /// Whether the login may copy a log to the store.
  let isMirror: Bool
  let withholdsPersonal: Bool
  let commits: CommitSignal
  let firstStream: StreamName?

  /// Opens a store.
  ///
  /// - Parameters:
  ///   - options: The time to wait for its lock, and the size of segments; the others are about files.
  ///   - writes: Whether it is written to. Then all is read from the server that takes the entries: another one may be behind.
  ///   - patience: The time after which a doubt is passed on.
  init(
    _ address: ServerAddress, _ options: FileStore.Options, writes: Bool = true,
    patience: Duration = .seconds(60), _ pq: Result<LibPQ, LogError> = LibPQ.loaded
  ) throws(LogError) {
    let lockTimeout = Duration.milliseconds(options.lockTimeoutMilliseconds)
    link = ServerLink(
      address, application: options.application, writes: writes, patience: lockTimeout, pq)
    let rows = try Self.rows(of: link)
    let (head, user) = (rows[0], rows[1])
    guard head.count == 1, let id = head.text(0, 3), let version = head.integer(0, 4) else {
      throw .halfMade(at: address)
    }
    try Self.check(version, at: address)
    let (end, line) = (LogEnd(head), head.text(0, 10))
    try Self.check(head, end.seq, line, at: address)
    guard let dialect = head.text(0, 12).flatMap({ ServerDialect(rawValue: $0) }) else {
      throw .newerVersion(at: address, "of another kind")
    }
    (storeID, self.dialect) = (id, dialect)
    created = Timestamp(microseconds: Int64(head.integer(0, 6) ?? 0))
    firstStream = head.text(0, 9).flatMap { StreamName(Text($0)) }
    opened = end
    link.landmark.withLock { landmark in
      landmark = Landmark(dialect, of: id)
      landmark.note(end.seq, line)
    }
    login = user.text(0, 0).map {
      StoreLogin(
        name: $0, isWriter: user.integer(0, 3) == 1, isProxy: user.integer(0, 1) == 1,
        isEraser: user.integer(0, 4) == 1)
    }
    isMirror = user.integer(0, 6) == 1
    withholdsPersonal = user.integer(0, 2) != 1
    link.withholdsPersonal = withholdsPersonal
    commits = CommitSignal(seq: opened.seq)
    news = ServerNews(
      ServerLink(
        address, application: options.application, writes: writes, landmark: link.landmark, pq))
    writer = ServerWriter(
      ServerLink(
        address, application: options.application, writes: true, patience: lockTimeout,
        landmark: link.landmark, pq),
      commits, head, id: id, segmentSize: options.segmentSize, lockTimeout: lockTimeout,
      patience: patience)
    if writes, login?.isEraser == true, user.integer(0, 5) == 1 {
      // A process ended before it had finished them. The error of another try is that of closing.
      writer.hasErasures = true
      _ = try? finishErasures()
    }
  }

  /// Reads the facts about a store and about the login.
  private static func rows(of link: ServerLink) throws(LogError) -> [ServerRows] {
    do throws(LogError) {
      return try link.read(.opening, ServerRoles.login)
    } catch {
      // Tables of another version may lack what is asked for, but have their version.
      guard link.isConnected, error.code == .noSuchStore || error.code == .inputOutput else {
        throw error
      }
      let head = try? link.read(Statement("SELECT version FROM cleanstore.head"))[0]
      if let version = head?.integer(0, 0) { try check(version, at: link.address) }
      let schema = try? link.read(
        Statement("SELECT to_regnamespace('cleanstore') IS NOT NULL, \(ServerSchema.hasHead)"))[0]
      let isHalfMade =
        schema?.integer(0, 0) == 1 && (schema?.integer(0, 1) == 0 || head?.count == 0)
      throw isHalfMade ? .halfMade(at: link.address) : error
    }
  }

  private static func check(_ version: Int, at address: ServerAddress) throws(LogError) {
    guard version == ServerSchema.version else {
      throw .newerVersion(at: address, "of version \(version)")
    }
  }

  /// Makes sure that the entries end where the head says.
  private static func check(
    _ head: ServerRows, _ seq: Int, _ line: String?, at address: ServerAddress
  ) throws(LogError) {
    let (isLast, bytes) = (head.integer(0, 11) == 1, head.integer(0, 7) ?? 0)
    guard isLast, seq == 0 || line != nil, ServerSchema.isPossible(seq, bytes) else {
      throw .notTheLast(seq, at: address)
    }
  }

  /// Makes an empty store.
  ///
  /// - Returns: Whether other logins can be given roles.
  static func create(
    at address: ServerAddress, id: String, created: Timestamp, _ dialect: ServerDialect = .functions
  ) throws(LogError) -> Bool {
    let link = ServerLink(address, application: "cleanstore init", writes: true)
    let encoding = try link.read(Statement("SELECT current_setting('server_encoding')"))[0]
    guard encoding.text(0, 0) == "UTF8" else {
      throw LogError(
        .cannotCreate, "The database at \(address.shown) isn't in UTF-8.",
        hint: "Make one with the encoding UTF8.")
    }
    let statements =
      ServerSchema.creation(id: id, at: created, dialect)
      + (try ServerRoles.granting(dialect, link))
    do throws(ServerError) {
      _ = try link.run([Statement("BEGIN")] + statements + [Statement("COMMIT")])
      let rows = try link.run([Statement("SELECT \(ServerRoles.areThere())")])
      return rows[0].integer(0, 0) == 1
    } catch {
      _ = try? link.run([Statement("ROLLBACK")])
      // Two may make one at once.
      guard error.state == "42P06" || error.state == "23505" else {
        throw LogError(error, at: address)
      }
      let head = try link.read(Statement("SELECT \(ServerSchema.hasHead)"))[0]
      guard head.integer(0, 0) == 1 else { throw .halfMade(at: address) }
      throw LogError(
        .cannotCreate, "There is a store at \(address.shown) already.",
        hint: "Choose another database.")
    }
  }

  /// The end as the server knows it; without an answer, as far as this store does.
  var end: LogEnd { (try? readEnd()) ?? LogEnd(seq: commits.seq) }

  private func readEnd() throws(LogError) -> LogEnd {
    let end = LogEnd(try link.read(.end)[0])
    guard ServerSchema.isPossible(end.seq, 0) else { throw .notTheLast(end.seq, at: link.address) }
    commits.advance(to: end.seq)
    return end
  }

  func takeTurn(
    after seq: Int, locking: Bool, _ decide: (inout Turn) throws(LogError) -> Void
  ) throws(LogError) -> LogChunk? {
    try writer.takeTurn(after: seq, locking: locking, decide)
  }

  func chunks(from cursor: LogCursor) -> any ChunkReader { ServerChunks(link, after: cursor.seq) }

  func cursor(before seq: Int) -> LogCursor { .onServer(before: min(seq, commits.seq + 1)) }

  func finishErasures() throws(LogError) -> ErasureReport {
    // An erasure that is recorded meanwhile may come too late for this call.
    writer.hasErasures = false
    do throws(LogError) {
      let gone = try link.read(dialect.erasing)[0].integer(0, 0) ?? 0
      return ErasureReport(entries: gone)
    } catch {
      writer.hasErasures = true
      throw error
    }
  }

  func close() throws(LogError) {
    defer {
      commits.close()
      news.close()
    }
    if writer.hasErasures { _ = try finishErasures() }
  }

  /// Asks the server whenever there may be news: others append, too. Its error is told by what reads next.
  func waitForEntry(after seq: Int) async -> Bool {
    while !Task.isCancelled {
      if commits.seq > seq { return true }
      if commits.isClosed { return false }
      let last = news.last
      do throws(LogError) {
        _ = try await blocking { () throws(LogError) in try self.readEnd() }
      } catch {
        return true
      }
      if commits.seq <= seq { await news.wait(after: last) }
    }
    return false
  }

  func waitForNews() -> Bool {
    news.waitBlocking()
    return true
  }
}

// Questions that the server's indexes and settings answer.
extension ServerStore {
  func isSynchronous() throws(LogError) -> Bool? {
    try link.read(Statement("SELECT \(Statement.isSynchronous)"))[0].integer(0, 0).map { $0 == 1 }
  }

  func knownEnd() throws(LogError) -> (seq: Int, tornTail: TornTail?)? {
    (try readEnd().seq, nil)
  }

  func lastEntry(notAfter time: Timestamp) throws(LogError) -> Int? {
    try link.read(.lastEntry(notAfter: time))[0].integer(0, 0)
  }

  func part(of terms: [EntryTerm]) throws(LogError) -> (any EntrySource)? {
    ServerPart(link, terms, through: try readEnd().seq, storeID: storeID)
  }

  /// The outline of the log as it was when the store was opened.
  func outline() -> LogOutline? {
    if opened.seq == 0 { return nil }
    return LogOutline(
      seq: opened.seq, at: opened.at, cursor: .onServer(before: opened.seq),
      rulesVersion: opened.rulesVersion, whole: self,
      part: { [self] in ServerPart(link, [$0], through: $1, storeID: storeID) },
      numbers: { [self] category in
        let rows = try? link.read(
          Statement(
            "SELECT next FROM cleanstore.numbers WHERE category = $1", .text(category)))[0]
        guard let rows else { return nil }
        return rows.integer(0, 0).map { [1001...(max($0, 1002) - 1)] } ?? []
      })
  }
}

extension LogEnd {
  fileprivate init(_ rows: ServerRows) {
    let seq = rows.integer(0, 0) ?? 0
    self.init(
      seq: seq,
      at: seq == 0 ? nil : rows.integer(0, 1).map { Timestamp(microseconds: Int64($0)) },
      rulesVersion: rows.text(0, 2))
  }
}
