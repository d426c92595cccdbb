// The log on a server, to be read: pages of rows, made into lines.

import Platform

/// A connection that threads share, made when it is needed.
final class ServerLink: Sendable {
  let address: ServerAddress
  /// Shared by the links of a store.
  let landmark: Locked<Landmark>
  private let application: String
  private let writes: Bool
  private let patience: Duration
  private let pq: Result<LibPQ, LogError>
  private let connection = Locked<Held>(Held())

  private struct Held {
    nonisolated(unsafe) var connection: ServerConnection?
    var wasConnected = false
    var withholdsPersonal = false
  }

  /// Whether the login may not read personal data.
  var withholdsPersonal: Bool {
    get { connection.withLock { $0.withholdsPersonal } }
    set { connection.withLock { $0.withholdsPersonal = newValue } }
  }

  var dialect: ServerDialect { landmark.withLock { $0.dialect } }

  /// - Parameter patience: The time to wait for a server that is starting, or for one that was there before.
  init(
    _ address: ServerAddress, application: String, writes: Bool = false,
    patience: Duration = .seconds(5), landmark: Locked<Landmark> = Locked(Landmark()),
    _ pq: Result<LibPQ, LogError> = LibPQ.loaded
  ) {
    (self.address, self.application, self.writes) = (address, application, writes)
    (self.patience, self.landmark, self.pq) = (patience, landmark, pq)
  }

  /// Runs statements that only read: again with a new connection if the old one was lost.
  func read(_ statements: Statement...) throws(LogError) -> [ServerRows] {
    do throws(ServerError) {
      return try retrying(for: patience) { error in
        error.asksToRepeat || error.isOfStart || error.isLost && wasConnected
      } _: { () throws(ServerError) in
        try run(statements)
      }
    } catch {
      throw LogError(error, at: address)
    }
  }

  /// Whether there is a connection that can be used.
  var isConnected: Bool { connection.withLock { $0.connection != nil } }

  private var wasConnected: Bool { connection.withLock { $0.wasConnected } }

  /// Tries again as long as that is worthwhile, with pauses.
  func retrying<R>(
    for patience: Duration, while isWorthwhile: (ServerError) -> Bool,
    _ body: () throws(ServerError) -> R
  ) throws(ServerError) -> R {
    let deadline = ContinuousClock.now + patience
    var pause: UInt32 = 1_000
    while true {
      do throws(ServerError) {
        return try body()
      } catch {
        guard isWorthwhile(error), ContinuousClock.now < deadline else { throw error }
      }
      usleep(pause)
      pause = min(2 * pause, 500_000)
    }
  }

  /// Runs statements. A connection that was lost isn't used again.
  func run(_ statements: [Statement]) throws(ServerError) -> [ServerRows] {
    try connection.withLock { (held) throws(ServerError) in
      let connection = if let known = held.connection { known } else { try connect(&held) }
      do throws(ServerError) {
        return try connection.run(statements)
      } catch {
        if error.isLost { held.connection = nil }
        throw error
      }
    }
  }

  /// Waits until the server tells that lines were appended, for a second at most, or until a signal comes. The first call
  /// only asks for that, where it can be asked for. A pool may accept it and never tell, and a standby refuses.
  func waitForNotice() {
    do throws(ServerError) {
      try connection.withLock { (held) throws(ServerError) in
        let known = held.connection
        let connection = if let known { known } else { try connect(&held) }
        do throws(ServerError) {
          if known == nil, dialect.listensAndCopies {
            _ = try connection.run([Statement("LISTEN cleanstore")])
          } else {
            try connection.waitForNotice(milliseconds: 1_000)
          }
        } catch {
          if error.isLost { held.connection = nil }
          throw error
        }
      }
    } catch {
      usleep(1_000_000)
    }
  }

  /// Ends the connection until it is needed again.
  func disconnect() { connection.withLock { $0.connection = nil } }

  /// A connection to the same log for one thread's own use.
  func another() throws(ServerError) -> ServerConnection {
    let connection = try open()
    try check(connection)
    return connection
  }

  private func connect(_ held: inout Held) throws(ServerError) -> ServerConnection {
    let connection = try open()
    if held.wasConnected { try check(connection) }
    (held.connection, held.wasConnected) = (connection, true)
    return connection
  }

  private func open() throws(ServerError) -> ServerConnection {
    switch pq {
    case .success(let pq):
      return try ServerConnection(address, application: application, writes: writes, pq)
    case .failure(let error):
      throw ServerError(state: ServerError.noLibrary, message: error.message)
    }
  }

  /// Makes sure that the log is the one that it was.
  private func check(_ connection: ServerConnection) throws(ServerError) {
    let landmark = landmark.withLock { $0 }
    // Before the store was opened, its dialect isn't known, either.
    if landmark.store == nil { return }
    try landmark.check(try connection.run([landmark.question])[0])
  }
}

extension Statement {
  /// The end of the log: number, time, version of the rules.
  static let end = Statement("SELECT seq, at, engine FROM cleanstore.head")

  /// The facts that are needed to open a store: its end, as `end` has it, its id, the version of its tables, the fence, the
  /// time when it was made, the bytes of its last segment, the server's time, the stream of the first entry, the last one's
  /// line, whether there is none after that, and the dialect.
  static let opening = Statement(
    """
    SELECT seq, at, engine, store, version, fence, created, bytes, \(now),
      (SELECT stream FROM cleanstore.entry WHERE seq = 1),
      (SELECT e.line FROM cleanstore.entry AS e WHERE e.seq = h.seq),
      coalesce((SELECT max(seq) FROM cleanstore.entry), 0) <= h.seq, dialect
    FROM cleanstore.head AS h
    """)
}

/// A line in the parts in which a server has it.
struct SplitLine {
  let entry: Entry
  /// The line without its personal data, and without an LF.
  let bare: [UInt8]
  let block: [UInt8]?
  /// The checksum of the whole line.
  let crc: [UInt8]?

  /// The lines of a chunk.
  static func lines(of chunk: LogChunk) throws(LogError) -> [SplitLine] {
    var decoder = EntryDecoder(form: .store)
    var json = JSONReader(chunk.storage, in: chunk.lines, profile: .canonical)
    var lines: [SplitLine] = []
    while json.position < json.end {
      do throws(JSONError) {
        lines.append(SplitLine(try decoder.decode(&json)))
      } catch {
        throw LogError(.malformed, error.message)
      }
    }
    return lines
  }

  private init(_ entry: Entry) {
    self.entry = entry
    let line = entry.line
    guard entry.hasPersonalData else {
      (bare, block, crc) = (Array(entry[line]), nil, nil)
      return
    }
    bare = entry.erasedLine.dropLast()
    block = Array(entry[entry.personal])
    crc = Array(entry[(line.upperBound - 10)..<(line.upperBound - 2)])
  }
}
