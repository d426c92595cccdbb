// Goes through a history entry by entry, and checks what holds between one entry and the next.

/// Reads the entries of a source in order, as far as they are good.
///
/// It ends after the last entry, or before a torn tail, which `tornTail` then describes. Anything
/// else that isn't as it was written is an error.
@usableFromInline package struct EntryReader {
  var json: JSONReader
  var decoder: EntryDecoder
  var lineStart = 0
  @usableFromInline var current = Entry(in: .empty)
  let source: any EntrySource
  var chunks: any ChunkReader
  var chunk: LogChunk?
  var storage = ByteStorage.empty
  var line = 0
  var opensSegment = false
  var isDone = false
  private let acceptsMisplaced: Bool
  /// Whether lines that can't be read are left out, and numbers may be any: for `SalvageReader`.
  let salvages: Bool
  /// Damage between the lines, since the caller last took it.
  var skipped: [LogError] = []
  /// The last entry that a writer has noted, and where the log ends, once that was reached.
  var notedEnd: NotedEnd?
  /// Whether no entry of a store may be missing.
  private let isWhole: Bool
  /// nil if revisions aren't checked: if any is accepted, or earlier entries aren't read.
  private var revisions: Revisions?
  /// The domains that tell what only a newer version can have written, if no projection needs any.
  package var knownDomains: [Vocabulary] = []
  /// Whether payloads that no domain reads are checked, too; always where lines may lack a checksum.
  private let checksPayloads: Bool
  /// The number of threads if the history is long.
  let parallelism: Parallelism
  var chunkCount = 0
  /// Whether threads are to be started.
  @usableFromInline var isLong = false
  /// The base of the log, until a projection has taken it.
  @usableFromInline var base: ArchivedPrefix?
  /// Whether something is to be done before the next entry: one look tells.
  @usableFromInline var mustPrepare = false
  var readAhead: ReadAhead?
  /// The chunk that is being read, if it was decoded ahead, and its entries, of which the first were read.
  var decoded: DecodedChunk?
  var lines: [DecodedLine] = []
  var linesRead = 0
  /// The place where the next chunk starts.
  var nextStart: LogCursor
  /// The last line that was bad, and then wasn't any more.
  private var lineReadAgain: LogCursor?
  /// The last line of the last chunk that was read, with its LF.
  var lastLine: (cursor: LogCursor, bytes: [UInt8])?
  /// The tail that a crash left, once the end was reached.
  public internal(set) var tornTail: TornTail?
  /// The number of the last entry that was read.
  public internal(set) var seq: Int
  /// The time of the last entry that was read, if there was one.
  public private(set) var at: Timestamp?
  /// The version of the rules at the last entry, if one was named yet.
  public private(set) var rulesVersion: String?
  /// The number of bytes of good lines that were read.
  public private(set) var byteCount = 0
  /// The seq, time and number of bytes before the entry that was read last.
  private var previous: (seq: Int, at: Timestamp?, byteCount: Int) = (0, nil, 0)

  /// A reader from this place on.
  ///
  /// - Parameters:
  ///   - source: The history.
  ///   - cursor: The place to begin at.
  ///   - checksPayloads: Whether payloads that no domain reads are checked, too.
  ///   - acceptsMisplaced: Whether times may decrease and revisions be any: for those who look for
  ///     such entries themselves.
  ///   - pieceSize: About how many bytes to read at once, for callers that need only a few entries.
  @usableFromInline package init(
    _ source: any EntrySource, from cursor: LogCursor = .start, checksPayloads: Bool = false,
    acceptsMisplaced: Bool = false, pieceSize: Int? = nil
  ) throws(LogError) {
    try self.init(
      source, from: cursor, checksPayloads, acceptsMisplaced: acceptsMisplaced,
      pieceSize: pieceSize,
      pieceSize == nil ? source.parallelism : .none)
  }

  /// A reader for a projection that takes in only some streams: the payloads of others aren't read.
  @usableFromInline init(_ source: any EntrySource, share: StreamShare) throws(LogError) {
    try self.init(source, from: .start, false, acceptsMisplaced: false, pieceSize: nil, .none)
    decoder.share = share
  }

  /// A reader of what follows the end of a log; `proceed(with:)` hands it the lines.
  init(of source: any EntrySource, after end: LogEnd) throws(LogError) {
    let start = LogCursor(seq: end.seq, segment: 0, byte: 0, line: end.seq + 1)
    try self.init(source, from: start, false, acceptsMisplaced: false, pieceSize: nil, .none)
    (seq, at, rulesVersion) = (end.seq, end.at, end.rulesVersion)
  }

  private init(
    _ source: any EntrySource, from cursor: LogCursor, _ checksPayloads: Bool,
    acceptsMisplaced: Bool, pieceSize: Int?, _ parallelism: Parallelism
  ) throws(LogError) {
    salvages = false
    self.checksPayloads = checksPayloads || source.form == .history
    self.source = source
    self.acceptsMisplaced = acceptsMisplaced
    isWhole = source.form == .store && !source.isPart
    base = cursor.seq == 0 ? source.base : nil
    mustPrepare = true
    // The revisions in the base are checked where states are folded.
    let checksRevisions =
      !acceptsMisplaced && cursor.seq == 0 && source.hasWholeStreams && base == nil
    revisions = checksRevisions ? Revisions(source.form) : nil
    chunks =
      if let pieceSize { try source.chunks(from: cursor, pieceSize: pieceSize) } else {
        try source.chunks(from: cursor)
      }
    self.parallelism = parallelism
    decoder = EntryDecoder(form: source.form)
    decoder.withholdsPersonal = source.withholdsPersonal
    json = JSONReader(.empty, in: 0..<0, profile: source.form.profile)
    seq = base?.header.through ?? cursor.seq
    at = base?.header.last
    rulesVersion = base?.header.rulesVersion
    nextStart = base?.start ?? cursor
  }

  /// A reader that can go on after a bad line, and leaves it to its caller in which order entries are.
  init(salvaging source: any EntrySource, from cursor: LogCursor, checksPayloads: Bool)
    throws(LogError)
  {
    salvages = true
    self.checksPayloads = checksPayloads || source.form == .history
    self.source = source
    acceptsMisplaced = true
    isWhole = source.form == .store
    chunks = try source.chunksAroundDamage(from: cursor)
    parallelism = .none
    decoder = EntryDecoder(form: source.form)
    decoder.withholdsPersonal = source.withholdsPersonal
    json = JSONReader(.empty, in: 0..<0, profile: source.form.profile)
    base = cursor.seq == 0 ? source.base : nil
    seq = base?.header.through ?? cursor.seq
    nextStart = base?.start ?? cursor
  }

  /// The next entry, or nil at the end.
  public mutating func next() throws(LogError) -> Entry? {
    if mustPrepare { prepareAlone() }
    guard try advance() else { return nil }
    try checkRevision()
    if checksPayloads, let error = defectOfParts, try !takeBack(error) { return nil }
    return current
  }

  /// The first fault in the parts of the entry that no domain has decoded.
  var defectOfParts: JSONError? {
    do throws(JSONError) {
      try current.validateParts()
      return nil
    } catch {
      return error
    }
  }

  /// Reads the next entry into ``entry``, without copying it to the caller.
  ///
  /// - Returns: false at the end.
  @usableFromInline mutating func advance() throws(LogError) -> Bool {
    guard try nextLine() else { return false }
    if linesRead < lines.count {
      swap(&current, &lines[linesRead].entry)
      json.position = lines[linesRead].end
      linesRead += 1
    } else {
      do throws(JSONError) {
        try decoder.decode(&json, into: &current)
      } catch {
        try fail(error)
        // It may have to be read again.
        return isDone ? false : try advance()
      }
    }
    try follow()
    return true
  }

  /// The streams that the projection takes in; nil for all.
  @usableFromInline var share: StreamShare? { decoder.share }

  /// The entry that `advance` has read, while that returns true.
  @inlinable public var entry: Entry {
    @inline(__always) _read { yield current }
  }

  /// The place after the last entry that was read.
  @usableFromInline package var cursor: LogCursor {
    guard let chunk else { return nextStart }
    let byte = chunk.byte + json.position - chunk.lines.lowerBound
    return LogCursor(seq: seq, segment: chunk.segment, byte: byte, line: line + 1)
  }

  /// The place from which the last entry can be read again.
  public var entryCursor: LogCursor {
    guard let chunk else { return nextStart }
    let byte = chunk.byte + lineStart - chunk.lines.lowerBound
    return LogCursor(seq: seq - 1, segment: chunk.segment, byte: byte, line: line)
  }

  /// A place in the line that was read last, by its offset in the storage; the line's start if nil.
  public func place(at offset: Int? = nil) -> Place {
    guard let chunk else { return Place(file: "", line: 1, byte: 0) }
    return chunk.place(of: offset ?? lineStart, inLineFrom: lineStart, line)
  }
}

extension EntryReader {
  /// Checks the entry against the one before.
  private mutating func follow() throws(LogError) {
    let isStore = decoder.form == .store
    if isWhole ? entry.seq != seq + 1 : entry.seq <= seq, !salvages {
      throw isWhole
        ? wrongNumber("\(seq + 1)", seq: seq + 1)
        : wrongNumber("more than \(seq)", seq: entry.seq)
    }
    if let at, entry.at < at, !acceptsMisplaced { throw wrongTime }
    if isStore && (opensSegment || entry.format != nil || entry.store.isPresent) {
      try checkHeader()
    }
    if entry.rulesVersion.isPresent { try readRulesVersion() }
    previous = (seq, at, byteCount)
    seq = entry.seq
    at = entry.at
    byteCount += json.position - lineStart
  }

  /// The version is named in a store only where it changes and where a segment begins.
  private mutating func readRulesVersion() throws(LogError) {
    let named = entry.storage.string(entry.rulesVersion)
    if isWhole, entry.format == nil, named == rulesVersion {
      throw corrupt("The entry's engine is the previous entry's, too.", seq: entry.seq)
    }
    rulesVersion = named
  }

  /// Checks the revision of the entry that was read last.
  @usableFromInline mutating func checkRevision() throws(LogError) {
    if let message = revisions?.check(current) { throw misplaced(message) }
  }

  /// Ends before the entry that was read last, or throws, because something in it can't be read.
  @usableFromInline mutating func takeBack(_ error: JSONError) throws(LogError) -> Bool {
    (seq, at, byteCount) = previous
    try fail(error)
    return false
  }

  /// `format`, `store` and `engine` are required where a segment begins; the first two are allowed
  /// only there.
  private mutating func checkHeader() throws(LogError) {
    // The first line was left out.
    let isOptional = line > 1
    if opensSegment && !(isOptional && entry.format == nil && !entry.store.isPresent) {
      guard entry.format != nil, entry.store.isPresent, entry.rulesVersion.isPresent else {
        throw corrupt("A segment's first entry must have format, store and engine.", seq: entry.seq)
      }
      guard entry.storage.string(entry.store) == source.storeID else {
        throw LogError(
          .corrupt, "The segment belongs to another store.", at: place(), seq: entry.seq,
          hint: .restoreOtherStores)
      }
      if let chunk, chunk.segment != entry.seq {
        throw corrupt("The segment has the name of another entry.", seq: entry.seq)
      }
    } else if !opensSegment {
      throw corrupt("Only a segment's first entry may have format and store.", seq: entry.seq)
    }
    opensSegment = false
  }

  /// Ends at a torn tail, or goes back to the line's start if it was still being written; throws at corruption.
  private mutating func fail(_ error: JSONError) throws(LogError) {
    let segment = chunk?.segment ?? 0
    // Each line of a segment is an entry.
    let seq = source.isPart ? segment + line - 1 : seq + 1
    var error = error
    let matches = matchesChecksum
    if matches != false, error.code != .unsupported {
      error = newerPart(isChecked: matches == true) ?? error
    }
    // A line of a store that matches its checksum is neither torn nor damaged, whatever it contains; one that doesn't
    // may contain anything.
    if source.form == .store, matches == true { throw unreadable(error, seq: seq) }
    // A key that seems to be a newer version's may be a damaged byte.
    if error.code == .unsupported, matches == false {
      error = JSONError(.checksumMismatch, at: error.offset)
    }
    let judgement = Result { () throws(LogError) in
      try source.tornTail(at: place(), segment: segment)
    }
    if case .success(let tail?) = judgement { return end(before: tail) }
    // Asked last: the judgement may come from more of what is being written.
    if lineReadAgain != entryCursor, try source.hasGoodLine(at: place(), segment: segment) {
      return try readLineAgain()
    }
    _ = try judgement.get()
    throw unreadable(error, seq: seq)
  }

  private mutating func end(before tail: TornTail) {
    tornTail = tail
    isDone = true
    line -= 1
    let before = json.storage.bytes[(chunk?.lines.lowerBound ?? lineStart)..<lineStart]
    if !before.isEmpty {
      let start = before.dropLast().lastIndex(of: 0x0A).map { $0 + 1 } ?? before.startIndex
      noteLastLine(start..<lineStart)
    }
    json = JSONReader(json.storage, in: lineStart..<lineStart, profile: source.form.profile)
  }

  /// Goes on after the line that was read last, and is bad; ends if it was no line that was bad.
  ///
  /// - Returns: The number of lines that are left out: empty ones that follow one another count as one place.
  mutating func skipLine() -> Int {
    guard chunk != nil else {
      isDone = true
      return 0
    }
    json.position = lineStart
    json.skipLine()
    rulesVersion = nil
    guard json.position == lineStart + 1 else { return 1 }
    let feeds = json.storage.bytes[json.position..<json.end].prefix { $0 == 0x0A }.count
    json.position += feeds
    line += feeds
    return 1 + feeds
  }

  /// Whether a line was read last.
  var isAtLine: Bool { chunk != nil }

  /// Damage between the lines, up to the one that was read last.
  mutating func takeSkipped() -> [LogError] {
    defer { skipped = [] }
    return skipped
  }

  private mutating func readLineAgain() throws(LogError) {
    nextStart = entryCursor
    lineReadAgain = nextStart
    giveBackDecoded()
    leaveChunk()
    try restart()
  }

  /// The entry that was read last, in today's form.
  ///
  /// - Parameter error: The reason why it can't be read as it is; thrown if it isn't of an older form.
  func upcasted(_ vocabularies: [Vocabulary], after error: JSONError) throws(JSONError) -> Entry {
    let vocabulary = vocabularies.first { $0.names.contain(current[current.stream.bounds]) }
    guard let rewritten = try vocabulary?.upcasters.rewrite(current) else { throw error }
    if decoder.form == .store {
      // The rewritten line doesn't tell how this one is written.
      var written = JSONReader(json.storage, in: current.line, profile: .canonical)
      _ = try written.skipValue(checkingDuplicates: true)
    }
    var reader = JSONReader(rewritten, in: 0..<rewritten.count, profile: .anyOrder)
    var decoder = EntryDecoder(form: .history)
    do throws(JSONError) {
      return try decoder.decode(&reader)
    } catch {
      // The place of the error is in the rewritten line, which isn't in any file.
      throw JSONError(.invalidValue, at: current.line.lowerBound)
    }
  }
}
