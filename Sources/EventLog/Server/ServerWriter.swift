// The turns of one writer of a server: without a lock while it is the only writer, with it as soon as there are others.
//
// While an answer is missing, an append is in doubt: it may have been stored. A token that only this append has tells, and
// a fence keeps an append that is still on its way from being stored after that was asked.

import Platform

/// Appends to a store on a server. One thread at a time uses it.
final class ServerWriter: @unchecked Sendable {
  private let link: ServerLink
  private let commits: CommitSignal
  private let id: String
  private let lockTimeout: Int
  /// The number of turns in a row before which no other writer has appended.
  private var alone = ServerWriter.enough
  /// The number of doubts that were asked about, as far as this writer knows.
  private var fence: Int
  /// Whether an append may still be on its way.
  private var mustRaiseFence = false
  /// The server's clock less this machine's, in microseconds; nil if it isn't known.
  private var clockOffset: Int64?
  /// The last entry that was seen, with its line on the server.
  private var seen: (seq: Int, line: String?) = (0, nil)
  /// Whether an erasure was recorded since they were finished.
  private(set) var hasErasures = false
  /// Engines that share the store take turns here, too.
  private let lock = Locked(())

  /// From so many on, no other writer is expected.
  private static let enough = 8
  /// The microseconds after which a doubt is passed on.
  private static let patience: Int64 = 60_000_000

  init(
    _ address: ServerAddress, _ commits: CommitSignal, id: String, fence: Int, now: Int,
    lockTimeout: Int
  ) {
    (self.commits, self.id, self.fence) = (commits, id, fence)
    self.lockTimeout = lockTimeout
    clockOffset = Int64(now) &- SystemClock.time().microseconds
    link = ServerLink(address, application: "cleanstore writer", writes: true)
  }

  private var address: ServerAddress { link.address }

  func takeTurn(
    after seq: Int, locking: Bool, _ decide: (inout Turn) throws(LogError) -> Void
  ) throws(LogError) -> LogChunk? {
    lock.lock()
    defer { lock.unlock() }
    if seen.seq != seq { seen = (seq, nil) }
    if !locking, alone >= Self.enough, !mustRaiseFence, let clockOffset {
      let now = Timestamp(microseconds: SystemClock.time().microseconds &+ clockOffset)
      var turn = Turn(missed: ServerChunks(link, upTo: seq), now: now)
      try decide(&turn)
      if let append = try Append(&turn, id, address) {
        if try isStored(append, by: [append.statement(fence)]) { return take(append) }
      } else if try link.read(.end)[0].integer(0, 0) == seq {
        // Outcomes without an entry hold only if none was appended meanwhile.
        return nil
      }
      alone = 0
    }
    while true {
      let (missed, now) = try openTurn()
      var turn = Turn(missed: missed, now: now)
      let append: Append?
      do throws(LogError) {
        try decide(&turn)
        append = try Append(&turn, id, address)
      } catch {
        rollBack()
        throw error
      }
      alone = missed.seq == seen.seq ? alone + 1 : 0
      commits.advance(to: missed.seq)
      seen = (missed.seq, missed.lastLine ?? seen.line)
      guard let append else {
        rollBack()
        return nil
      }
      if try isStored(append, by: [append.statement(fence), Statement("COMMIT")]) {
        return take(append)
      }
    }
  }

  private func take(_ append: Append) -> LogChunk {
    seen = (append.end.seq, append.lines.last.map { String(decoding: $0.bare, as: UTF8.self) })
    commits.advance(to: append.end.seq)
    if append.recordsErasure { hasErasures = true }
    return append.chunk
  }

  func noteFinishedErasures() { lock.withLock { _ in hasErasures = false } }

  private func rollBack() { _ = try? link.run([Statement("ROLLBACK")]) }
}

// Turns with the lock.
extension ServerWriter {
  /// Takes the lock, and reads what others have appended.
  private func openTurn() throws(LogError) -> (missed: ServerChunks, now: Timestamp) {
    try retrying(for: Int64(lockTimeout) * 1000) { () throws(ServerError) in
      if mustRaiseFence {
        _ = try link.run(begin + [Statement("COMMIT")])
        mustRaiseFence = false
      }
      return try link.run(
        begin + [ServerEntries().page(after: seen.seq, count: ServerChunks.firstCount)])
    } then: { (rows) throws(LogError) in
      let now = try check(rows)
      return (ServerChunks(link, after: seen.seq, rows[begin.count]), now)
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
        """, .text("\(max(lockTimeout, 1))ms")),
      Statement(
        "SELECT seq, fence, now FROM cleanstore.lock_1($1)", .boolean(mustRaiseFence)),
      Statement("SELECT line FROM cleanstore.entry WHERE seq = $1", .integer(seen.seq)),
    ]
  }

  /// Looks whether the log still has what was seen of it.
  ///
  /// - Returns: The server's time.
  private func check(_ rows: [ServerRows]) throws(LogError) -> Timestamp {
    let (head, entry) = (rows[2], rows[3])
    let line = entry.count == 0 ? nil : entry.text(0, 0)
    guard head.count == 1, let seq = head.integer(0, 0), let now = head.integer(0, 2),
      seq >= seen.seq, seen.seq == 0 || line != nil, seen.line == nil || line == seen.line
    else {
      rollBack()
      throw .historyLost(seen.seq, at: address)
    }
    fence = head.integer(0, 1) ?? fence
    seen.line = line
    clockOffset = Int64(now) &- SystemClock.time().microseconds
    return Timestamp(microseconds: Int64(now))
  }
}

// Appends, and doubts about them.
extension ServerWriter {
  /// Sends an append.
  ///
  /// - Returns: false if another writer came first.
  private func isStored(_ append: Append, by statements: [Statement]) throws(LogError) -> Bool {
    do throws(ServerError) {
      return try link.run(statements)[0].integer(0, 0) == 1
    } catch {
      if error.leavesDoubt { return try wasStored(append) }
      rollBack()
      if error.asksToRepeat { return false }
      if error.isFuture, clockOffset != nil, statements.count == 1 {
        // This machine's clock was set since.
        clockOffset = nil
        return false
      }
      throw LogError(error, at: address)
    }
  }

  /// Whether an append without an answer was stored. Afterwards it can't be any more.
  private func wasStored(_ append: Append) throws(LogError) -> Bool {
    mustRaiseFence = true
    let asked = Statement(
      "SELECT token FROM cleanstore.entry WHERE seq = $1", .integer(append.after + 1))
    do throws(LogError) {
      return try retrying(for: Self.patience, always: true) { () throws(ServerError) in
        try link.run(begin + [asked, Statement("COMMIT")])
      } then: { (rows) throws(LogError) in
        _ = try check(rows)
        mustRaiseFence = false
        let token = rows[begin.count]
        return withExtendedLifetime(token) {
          token.count == 1 && token.bytes(0, 0)?.elementsEqual(append.token) == true
        }
      }
    } catch {
      if error.code == .historyLost { throw error }
      throw LogError(
        .inDoubt,
        "\(address.shown) gives no answer: the command may have been recorded as entry \(append.after + 1).",
        seq: append.after + 1,
        hint: "Look at the log before you repeat it; with the same id it isn't executed twice.")
    }
  }

  /// Tries again while the server can't be reached, or asks for it.
  ///
  /// - Parameter always: Whether to try again after each other error, too.
  private func retrying<R>(
    for patience: Int64, always: Bool = false, _ ask: () throws(ServerError) -> [ServerRows],
    then take: ([ServerRows]) throws(LogError) -> R
  ) throws(LogError) -> R {
    let start = SystemClock.time().microseconds
    var pause: UInt32 = 10_000
    while true {
      let rows: [ServerRows]
      do throws(ServerError) {
        rows = try ask()
      } catch {
        if !error.isLost { rollBack() }
        guard always || error.isLost || error.asksToRepeat,
          SystemClock.time().microseconds - start < patience
        else { throw LogError(error, at: address) }
        usleep(pause)
        pause = min(2 * pause, 1_000_000)
        continue
      }
      return try take(rows)
    }
  }

  /// Lines that are sent.
  private struct Append {
    let after: Int
    let end: LogEnd
    let chunk: LogChunk
    let lines: [SplitLine]
    let recordsErasure: Bool
    /// Tells this append from all others.
    let token: [UInt8]

    /// The lines of a turn; nil if there are none.
    init?(_ turn: inout Turn, _ id: String, _ address: ServerAddress) throws(LogError) {
      guard !turn.batch.isEmpty else { return nil }
      (after, end) = (turn.batch.firstSeq - 1, turn.batch.end)
      recordsErasure = turn.batch.recordsErasure
      let storage = ByteStorage.copy(
        of: turn.batch.finish(openingSegmentOf: after == 0 ? id : nil))
      chunk = LogChunk(
        storage: storage, lines: 0..<storage.count, file: address.shown, segment: 1,
        line: after + 1, byte: after)
      lines = try SplitLine.lines(of: chunk)
      token = withUnsafeBytes(of: SystemClock.salt().words) { Array($0) }
    }

    func statement(_ fence: Int) -> Statement {
      Statement(
        "SELECT cleanstore.append_1($1, $2, $3, $4, $5, $6)", .integer(after), .integer(fence),
        .bytes(token), .texts(lines.map(\.bare)), .texts(lines.map(\.block)),
        .texts(lines.map(\.crc)))
    }
  }
}

extension ServerError {
  /// Whether what was sent last may have been done.
  fileprivate var leavesDoubt: Bool { isLost || state == "40003" }

  /// Whether the time of an entry is in the server's future.
  fileprivate var isFuture: Bool { state == "CS004" }

  /// Whether nothing was done, and the same may work now: a deadlock, or transactions that don't fit one another.
  fileprivate var asksToRepeat: Bool { state == "40001" || state == "40P01" }
}
