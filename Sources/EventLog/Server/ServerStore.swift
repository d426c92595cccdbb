// A store on a server that speaks PostgreSQL's protocol, for any number of writers.

/// A store on a server.
final class ServerStore: SharedEntryStore {
  private let link: ServerLink
  private let writer: ServerWriter
  let storeID: String?
  let commits: CommitSignal

  /// Opens a store.
  ///
  /// - Parameters:
  ///   - options: The time to wait for its lock; the others are about files.
  ///   - patience: The time after which a doubt is passed on.
  init(
    _ address: ServerAddress, _ options: FileStore.Options, patience: Duration = .seconds(60),
    _ pq: Result<LibPQ, LogError> = LibPQ.loaded
  ) throws(LogError) {
    let lockTimeout = Duration.milliseconds(options.lockTimeoutMilliseconds)
    link = ServerLink(address, application: options.application, patience: lockTimeout, pq)
    let rows = try link.read(
      Statement("SELECT store, version, fence FROM cleanstore.head"), .end)
    let head = rows[0]
    guard head.count == 1, let id = head.text(0, 0), let version = head.integer(0, 1) else {
      throw LogError(.notAStore, "There is no store at \(address.shown).", hint: .makeOrChooseStore)
    }
    guard version == ServerSchema.version else {
      throw LogError(
        .newerVersion, "\(address.shown) has tables of version \(version).", hint: .useNewerVersion)
    }
    storeID = id
    link.landmark.withLock { $0.store = id }
    commits = CommitSignal(seq: LogEnd(rows[1]).seq)
    writer = ServerWriter(
      ServerLink(
        address, application: options.application, writes: true, patience: lockTimeout,
        landmark: link.landmark, pq),
      commits, id: id, fence: head.integer(0, 2) ?? 0, lockTimeout: lockTimeout,
      patience: patience)
  }

  /// Makes an empty store.
  static func create(at address: ServerAddress, id: String, created: Timestamp) throws(LogError) {
    let link = ServerLink(address, application: "cleanstore init", writes: true)
    let definitions = ServerSchema.creation(id: id, at: created)
    let encoding = try link.read(Statement("SELECT current_setting('server_encoding')"))[0]
    guard encoding.text(0, 0) == "UTF8" else {
      throw LogError(
        .cannotCreate, "The database at \(address.shown) isn't in UTF-8.",
        hint: "Make one with the encoding UTF8.")
    }
    do throws(ServerError) {
      _ = try link.run([Statement("BEGIN")] + definitions + [Statement("COMMIT")])
    } catch {
      guard error.state == "42P06" else { throw LogError(error, at: address) }
      throw LogError(
        .cannotCreate, "There is a store at \(address.shown) already.",
        hint: "Choose another database.")
    }
  }

  /// The end as the server knows it; without an answer, as far as this store does.
  var end: LogEnd { (try? link.read(.end)).map { LogEnd($0[0]) } ?? LogEnd(seq: commits.seq) }

  func takeTurn(
    after seq: Int, _ decide: (inout Turn) throws(LogError) -> Void
  ) throws(LogError) -> LogChunk? {
    try writer.takeTurn(after: seq, decide)
  }

  func chunks(from cursor: LogCursor) -> any ChunkReader { ServerChunks(link, after: cursor.seq) }

  func cursor(before seq: Int) -> LogCursor {
    LogCursor(seq: seq - 1, segment: 1, byte: seq - 1, line: seq)
  }

  func finishErasures() throws(LogError) -> ErasureReport {
    let gone = try link.read(Statement("SELECT cleanstore.erase_1()"))[0].integer(0, 0) ?? 0
    writer.noteFinishedErasures()
    return ErasureReport(entries: gone, segments: gone == 0 ? 0 : 1)
  }

  func close() throws(LogError) {
    defer { commits.close() }
    if writer.hasErasures { _ = try finishErasures() }
  }

  /// Asks the server once a second: others append, too.
  func waitForEntry(after seq: Int) async -> Bool {
    while !Task.isCancelled {
      if commits.seq > seq { return true }
      if commits.isClosed { return false }
      let rows = try? await blocking { [link] () throws(LogError) in
        try link.read(.end)[0].integer(0, 0)
      }
      if let end = rows ?? nil { commits.advance(to: end) }
      if commits.seq <= seq { try? await Task.sleep(for: .seconds(1)) }
    }
    return false
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
