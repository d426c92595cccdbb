// The turns of one writer of a server: without a lock while it is the only writer, with it as soon as there are others.
//
// While an answer is missing, an append is in doubt: it may have been stored. A token that only this append has tells, and
// a fence keeps an append that is still on its way from being stored after that was asked.

import Platform
import Synchronization

/// Appends to a store on a server. One thread at a time uses it.
final class ServerWriter: @unchecked Sendable {
  private let link: ServerLink
  private let commits: CommitSignal
  private let id: String
  private let lockTimeout: Duration
  /// The time after which a doubt is passed on.
  private let patience: Duration
  private let segmentSize: Int
  /// The number of turns in a row before which no other writer has appended.
  private var alone = ServerWriter.enough
  /// The number of doubts that were asked about, as far as this writer knows.
  private var fence: Int
  /// Whether an append may still be on its way.
  private var mustRaiseFence = false
  /// The server's clock; nil if it isn't known.
  private var clock: ServerClock?
  /// The bytes of the log's last segment, as a file would have them.
  private var segmentBytes: Int
  /// Whether an erasure was recorded since they were finished.
  var hasErasures: Bool {
    get { erasures.load(ordering: .relaxed) }
    set { erasures.store(newValue, ordering: .relaxed) }
  }
  private let erasures = Atomic(false)
  /// Engines that share the store take turns here, too.
  private let lock = Locked(())

  /// From so many on, no other writer is expected.
  private static let enough = 8
  /// The microseconds by which an entry may be in the server's future, as its function `extend` has them.
  private static let tolerance: Int64 = 10_000_000

  /// - Parameter head: The answer to `Statement.opening`.
  init(
    _ link: ServerLink, _ commits: CommitSignal, _ head: ServerRows, id: String,
    segmentSize: Int, lockTimeout: Duration, patience: Duration
  ) {
    (self.link, self.commits, self.id, self.segmentSize) = (link, commits, id, segmentSize)
    (self.lockTimeout, self.patience) = (lockTimeout, patience)
    fence = head.integer(0, 5) ?? 0
    segmentBytes = head.integer(0, 7) ?? 0
    clock = head.integer(0, 8).map { ServerClock($0) }
  }

  private var address: ServerAddress { link.address }

  func takeTurn(
    after seq: Int, locking: Bool, _ decide: (inout Turn) throws(LogError) -> Void
  ) throws(LogError) -> LogChunk? {
    lock.lock()
    defer { lock.unlock() }
    if !locking, alone >= Self.enough, !mustRaiseFence, let clock {
      var turn = turn(after: ServerChunks(link, upTo: seq), clock.time())
      try decide(&turn)
      if let append = try append(&turn) {
        if try isStored(append, by: [statement(append)]) { return take(append) }
      } else if try link.read(.end)[0].integer(0, 0) == seq {
        // Outcomes without an entry hold only if none was appended meanwhile.
        return nil
      }
      alone = 0
    }
    var seen = seq
    while true {
      let (missed, now, end) = try openTurn(after: seen)
      var turn = turn(after: missed, now)
      let append: Append?
      var statements: [Statement] = []
      do throws(LogError) {
        try decide(&turn)
        append = try self.append(&turn)
        if let append {
          guard append.after == end else { throw .notTheLast(append.after, at: address) }
          // A pool that keeps no statements would end the transaction, and a group is decided only once.
          statements = [try statement(append).unnamed, Statement("COMMIT")]
        }
      } catch {
        rollBack()
        throw error
      }
      alone = missed.seq == seen ? alone + 1 : 0
      seen = missed.seq
      commits.advance(to: seen)
      guard let append else {
        rollBack()
        return nil
      }
      if try isStored(append, by: statements) { return take(append) }
    }
  }

  private func turn(after missed: ServerChunks, _ now: Timestamp) -> Turn {
    let latest = Timestamp(microseconds: now.microseconds &+ Self.tolerance)
    return Turn(missed: missed, now: now, latest: latest)
  }

  private func take(_ append: Append) -> LogChunk {
    let line = append.lines.last.map { String(decoding: $0.bare, as: UTF8.self) }
    link.landmark.withLock { $0.note(append.end.seq, line) }
    commits.advance(to: append.end.seq)
    if append.recordsErasure { hasErasures = true }
    return append.chunk
  }

  private func rollBack() { _ = try? link.run([Statement("ROLLBACK")]) }
}

// Turns with the lock.
extension ServerWriter {
  /// Takes the lock, and reads what others have appended.
  private func openTurn(after seq: Int) throws(LogError) -> (
    missed: ServerChunks, now: Timestamp, end: Int
  ) {
    do throws(ServerError) {
      return try link.retrying(for: lockTimeout) { error in
        error.isLost || error.asksToRepeat
      } _: { () throws(ServerError) in
        if mustRaiseFence {
          _ = try locking(Statement("COMMIT"))
          mustRaiseFence = false
        }
        let (now, end, page) = try locking(
          ServerEntries().page(after: seq, count: ServerChunks.firstCount))
        guard end >= seq else {
          rollBack()
          throw link.landmark.withLock { $0.lost() }
        }
        return (ServerChunks(link, after: seq, page), now, end)
      }
    } catch {
      throw meaning(of: error)
    }
  }

  /// Takes the lock, makes sure that the log is the one that it was, and runs more statements.
  ///
  /// - Returns: The server's time, the last entry's number, and the rows of the first statement.
  private func locking(_ statements: Statement...) throws(ServerError) -> (
    now: Timestamp, end: Int, rows: ServerRows
  ) {
    let landmark = link.landmark.withLock { $0 }
    do throws(ServerError) {
      let rows = try link.run(begin + [landmark.question] + statements)
      let head = rows[begin.count - 1]
      try landmark.check(rows[begin.count])
      guard let end = head.integer(0, 0), let known = head.integer(0, 1),
        let now = head.integer(0, 2), let bytes = head.integer(0, 3),
        ServerSchema.isPossible(end, bytes)
      else { throw landmark.lost() }
      (fence, segmentBytes) = (known, bytes)
      clock = ServerClock(now)
      return (Timestamp(microseconds: Int64(now)), end, rows[begin.count + 1])
    } catch {
      if !error.isLost { rollBack() }
      throw error
    }
  }

  /// The beginning of a transaction, up to the lock.
  private var begin: [Statement] {
    [
      Statement("BEGIN ISOLATION LEVEL READ COMMITTED"),
      Statement(
        """
        SELECT set_config('lock_timeout', $1, true),
          set_config('idle_in_transaction_session_timeout', '10s', true)
        """, .lockTimeout(lockTimeout)),
      link.dialect.lock(raisingFence: mustRaiseFence),
    ]
  }

  /// The error for a caller; of a lock that wasn't granted, with its holder if that can be told.
  private func meaning(of error: ServerError) -> LogError {
    guard error.state == "55P03", let rows = try? link.run([.lockHolder])[0],
      let session = rows.integer(0, 0), let user = rows.text(0, 1),
      let application = rows.text(0, 2)
    else { return LogError(error, at: address) }
    return .locked(by: session, user, application, at: address)
  }
}

// Appends, and doubts about them.
extension ServerWriter {
  /// Sends an append.
  ///
  /// - Returns: false if another writer came first.
  private func isStored(_ append: Append, by statements: [Statement]) throws(LogError) -> Bool {
    do throws(ServerError) {
      guard try link.run(statements)[0].integer(0, 0) == 1 else { return false }
      segmentBytes = append.opensSegment ? append.bytes : segmentBytes + append.bytes
      return true
    } catch {
      if error.leavesDoubt { return try wasStored(append) }
      rollBack()
      if error.asksToRepeat || error.isLost { return false }
      if error.isOfUsedID, statements.count == 1 { return false }
      if error.isFuture, clock != nil, statements.count == 1 {
        // The server's clock was set since.
        clock = nil
        return false
      }
      throw meaning(of: error)
    }
  }

  /// Whether an append without an answer was stored. Afterwards it can't be any more.
  private func wasStored(_ append: Append) throws(LogError) -> Bool {
    mustRaiseFence = true
    let asked = Statement(
      "SELECT token FROM cleanstore.entry WHERE seq = $1", .integer(append.after + 1))
    do throws(ServerError) {
      let token = try link.retrying(for: patience) { error in
        error.state != ServerError.historyLost
      } _: { () throws(ServerError) in
        try locking(asked, Statement("COMMIT")).rows
      }
      mustRaiseFence = false
      return withExtendedLifetime(token) {
        token.count == 1 && token.bytes(0, 0)?.elementsEqual(append.token) == true
      }
    } catch {
      if error.state == ServerError.historyLost { throw LogError(error, at: address) }
      throw LogError(
        .inDoubt,
        "\(address.shown) gives no answer: the command may have been recorded as entry \(append.after + 1).",
        seq: append.after + 1,
        hint: "Look at the log before you repeat it; with the same id it isn't executed twice.")
    }
  }

  private func statement(_ append: Append) throws(LogError) -> Statement {
    let landmark = link.landmark.withLock { $0 }
    return try landmark.dialect.append(
      append.toStore, token: append.token, fence: fence, landmark, waiting: lockTimeout)
  }

  /// The lines of a turn; nil if there are none. They begin a segment where they would in a file.
  private func append(_ turn: inout Turn) throws(LogError) -> Append? {
    let opens = segmentBytes == 0 || segmentBytes + turn.batch.byteCount > segmentSize
    return try Append(&turn, opensSegment: opens, id, address)
  }

  /// Lines that are sent.
  private struct Append {
    let after: Int
    let end: LogEnd
    let chunk: LogChunk
    let lines: [SplitLine]
    let recordsErasure: Bool
    let opensSegment: Bool
    /// Tells this append from all others.
    let token: [UInt8]

    init?(
      _ turn: inout Turn, opensSegment: Bool, _ id: String, _ address: ServerAddress
    ) throws(LogError) {
      guard !turn.batch.isEmpty else { return nil }
      (after, end) = (turn.batch.firstSeq - 1, turn.batch.end)
      recordsErasure = turn.batch.recordsErasure
      self.opensSegment = opensSegment
      let storage = ByteStorage.copy(
        of: turn.batch.finish(openingSegmentOf: opensSegment ? id : nil))
      chunk = LogChunk(
        storage: storage, lines: 0..<storage.count, file: address.shown,
        segment: opensSegment ? after + 1 : 1, line: after + 1, byte: opensSegment ? 0 : after)
      lines = try SplitLine.lines(of: chunk)
      token = withUnsafeBytes(of: SystemClock.salt().words) { Array($0) }
    }

    var bytes: Int { chunk.lines.count }

    var toStore: ServerLines {
      ServerLines(lines: lines, end: end, opensSegment: opensSegment, byteCount: bytes)
    }
  }
}

extension ServerError {
  /// Whether what was sent last may have been done: not by a server that has become a standby, or that has ended the
  /// transaction before.
  fileprivate var leavesDoubt: Bool {
    (isLost || state == "40003") && state != "25006" && state != "25P03"
  }

  /// Whether the time of an entry is in the server's future.
  fileprivate var isFuture: Bool { state == "CS004" }
}
