// A projection is a fold: it reads entries one after another and keeps what it needs.

/// Something computed from a history, entry by entry. It must not depend on anything but the entries.
@usableFromInline package protocol Projection {
  /// Takes in the next entry.
  ///
  /// - Throws: `EntryDefect` if the entry can't be read, or can't follow those before it. If it is
  ///   unreadable, it must not have changed the projection: an entry of an older version is read
  ///   again in the current form.
  mutating func read(_ entry: Entry) throws(EntryDefect)
  /// Looks at an entry of a stream that another projection reads: only for what it says of the whole log.
  mutating func pass(_ entry: Entry)
  /// The domains whose payloads it needs.
  var vocabularies: [Vocabulary] { get }
  /// Whether it has seen enough: no entry is read after this one.
  var isDone: Bool { get }
  /// Whether it checks that a store's revisions have no gaps; otherwise the reader does.
  var checksRevisions: Bool { get }
  /// Begins with what a log has in place of its first entries. Called before the first entry.
  ///
  /// - Throws: `archived` if it takes these entries; `corrupt` if the base is.
  mutating func restore(from base: ArchivedPrefix) throws(LogError)
}

extension Projection {
  /// Default: the projection knows no vocabularies.
  @inlinable public var vocabularies: [Vocabulary] { [] }
  /// Nothing: it has nothing from entries of other streams.
  @inlinable public mutating func pass(_ entry: Entry) {}
  /// Default: the projection reads all entries.
  @inlinable public var isDone: Bool { false }
  /// Default: revisions aren't checked.
  @inlinable public var checksRevisions: Bool { false }
  /// Default: throws `archived`, because the projection needs all entries.
  public mutating func restore(from base: ArchivedPrefix) throws(LogError) { throw base.archived() }
}

/// The reason why an entry can't be read.
@usableFromInline package enum EntryDefect: Error, Equatable, Sendable {
  /// Something in it can't be read.
  case unreadable(JSONError)
  /// It is of a stream that no domain here knows.
  case unknownStream
  /// It can't follow the entries before it; a sentence says why.
  case misplaced(String)
  /// One before it isn't there, which is needed; its number, and a sentence that says what for.
  case missing(Int, String)
}

/// The place that reading a history has reached.
@usableFromInline package struct ReadingEnd: Hashable, Sendable {
  /// The last entry that was read; 0 if none was.
  @usableFromInline package var seq = 0
  /// The number of entries that were read.
  @usableFromInline package var entries = 0
  /// The number of their bytes.
  @usableFromInline package var bytes = 0
  /// The times of the first and the last of them.
  public var times: ClosedRange<Timestamp>? { entries == 0 ? nil : first...max(first, last) }
  @usableFromInline var first = Timestamp(microseconds: 0)
  @usableFromInline var last = Timestamp(microseconds: 0)
  /// The tail that a crash left after them, if the end was reached and there is one.
  @usableFromInline package var tornTail: TornTail?

  /// Makes the end before the first entry.
  @usableFromInline package init() {}
}

extension EntrySource {
  /// Folds the history into a projection, from the first entry up to and including `seq`.
  ///
  /// - Returns: The place that was reached.
  /// - Throws: `beyondEnd` if the history ends before `seq` (`.max` means to the end); otherwise
  ///   the history's error.
  @inlinable @inline(__always)
  package func project<P: Projection>(
    into projection: inout P, through seq: Int = .max
  ) throws(LogError) -> ReadingEnd {
    var end = ReadingEnd()
    var reader = try EntryReader(self)
    try reader.fold(into: &projection, through: seq, &end)
    return end
  }

  /// Folds the history like `project(into:through:)`, for callers that need to know the place of a failure.
  @inlinable @inline(__always)
  package func project<P: Projection>(
    into projection: inout P, through seq: Int = .max, _ end: inout ReadingEnd
  ) throws(LogError) {
    var reader = try EntryReader(self)
    try reader.fold(into: &projection, through: seq, &end)
  }
}

extension ReadingEnd {
  /// Continues after the archived entries.
  @usableFromInline mutating func restore(from base: ArchivedPrefixHeader) {
    (seq, entries, first, last) = (base.through, base.through, base.first, base.last)
  }
}

extension EntryReader {
  // Not in the protocol's extension: there it couldn't be specialized for the projection, because
  // sources are usually known only by their protocol.
  @inlinable mutating func fold<P: Projection>(
    into projection: inout P, through seq: Int, _ end: inout ReadingEnd
  ) throws(LogError) {
    if let base { end.restore(from: base.header) }
    if mustPrepare { try prepare(&projection, through: seq) }
    while end.seq < seq, try advance(into: &projection, through: seq) {
      end.seq = current.seq
      end.entries &+= 1
      end.bytes = byteCount
      if end.entries == 1 { end.first = current.at }
      end.last = current.at
      if projection.isDone { return }
    }
    // A part may come to its end before a whole history would.
    end.tornTail = seq == .max ? tornTail : nil
  }

  /// Reads the next entry and lets a projection take it in.
  ///
  /// - Returns: nil at the end, and before an entry after `seq`, which isn't read.
  /// - Throws: `beyondEnd` if the history ends before `seq` (`.max` means to the end); otherwise
  ///   the history's error.
  @inlinable @inline(__always)
  public mutating func next<P: Projection>(into projection: inout P, through seq: Int = .max)
    throws(LogError) -> Entry?
  {
    try advance(into: &projection, through: seq) ? entry : nil
  }

  /// Reads the next entry like `next(into:through:)`, but leaves it in ``entry``.
  ///
  /// - Returns: false where `next(into:through:)` returns nil.
  @inlinable @inline(__always)
  public mutating func advance<P: Projection>(into projection: inout P, through seq: Int = .max)
    throws(LogError) -> Bool
  {
    if mustPrepare { try prepare(&projection, through: seq) }
    guard try advance() else {
      if seq != .max, self.seq < seq { throw .noEntry(seq, end: self.seq) }
      return false
    }
    if current.seq > seq { return false }
    return try project(into: &projection)
  }

  /// Lets a projection begin with the log's base, and has the chunks after this one decoded by other threads.
  @inlinable @inline(never) mutating func prepare<P: Projection>(
    _ projection: inout P, through seq: Int
  ) throws(LogError) {
    if let base, seq < base.header.through { throw base.archived(seq + 1) }
    try begin(&projection)
    if isLong { startReadingAhead() }
  }

  /// Lets a projection begin with the log's base, if there is one that it hasn't taken.
  @inlinable package mutating func begin<P: Projection>(_ projection: inout P) throws(LogError) {
    mustPrepare = false
    read(projection.vocabularies)
    guard let base else { return }
    self.base = nil
    try projection.restore(from: base)
  }

  /// Lets a projection take in the entry that was read last.
  ///
  /// - Returns: false if the history ends before it.
  @inlinable @inline(__always)
  mutating func project<P: Projection>(into projection: inout P) throws(LogError) -> Bool {
    if let share, !share.has(current.storage.slice(current.stream)) {
      projection.pass(current)
      return true
    }
    if !projection.checksRevisions { try checkRevision() }
    do throws(EntryDefect) {
      try projection.read(current)
    } catch {
      return try readAgain(after: error, into: &projection)
    }
    return true
  }

  /// Reads an entry of an older version again, in the current form.
  @usableFromInline @inline(never) mutating func readAgain<P: Projection>(
    after defect: EntryDefect, into projection: inout P
  ) throws(LogError) -> Bool {
    if defect == .unknownStream, let error = defectOfParts { return try takeBack(error) }
    guard case .unreadable(let error) = defect else { throw self.error(defect) }
    guard error.code == .unsupported else { return try takeBack(error) }
    do throws(JSONError) {
      current = try upcasted(projection.vocabularies, after: error)
    } catch {
      return try takeBack(error)
    }
    do throws(EntryDefect) {
      try projection.read(current)
    } catch .unreadable(let second) {
      // Something else in the line is newer than this version.
      if second.code == .unsupported { return try takeBack(error) }
      // The place of the error is in the rewritten line, which isn't in any file.
      throw LogError(
        .corrupt,
        "The entry has an older form that can't be converted. " + second.message,
        at: self.place(), seq: seq, hint: "Read it with the version of CleanStore that wrote it.")
    } catch {
      throw self.error(error)
    }
    return true
  }

  private func error(_ defect: EntryDefect) -> LogError {
    switch defect {
    case .unreadable(let error): unreadable(error, seq: seq)
    case .unknownStream: unknownStream
    case .misplaced(let message): misplaced(message)
    case .missing(let seq, let message):
      LogError(
        .corrupt, message, at: place(), seq: seq,
        hint:
          "Nothing is wrong with this line. Pass a history that has all entries from the first one on."
      )
    }
  }
}

extension LogError {
  /// The error for an entry number after the end.
  public static func noEntry(_ seq: Int, end: Int) -> LogError {
    LogError(
      .beyondEnd, "There is no entry \(seq): the log ends at \(end).",
      hint: "Positions run from start (0) to end (\(end)); a revision is written like \(seq)@1.")
  }
}
