// The source of a reader's lines: one chunk after another, read here or ahead by other threads.

extension EntryReader {
  /// Moves to the start of the next line, if there is one.
  mutating func nextLine() throws(LogError) -> Bool {
    while json.position >= json.end {
      guard !isDone, let next = try nextChunk() else {
        isDone = true
        return false
      }
      json = JSONReader(next.storage, in: next.lines, profile: source.form.profile)
      line = next.line - 1
      let isFirst = next.byte == 0 || salvages && next.segment != nextStart.segment
      opensSegment = isFirst && source.form == .store
      chunk = next
    }
    line += 1
    lineStart = json.position
    return true
  }

  private mutating func nextChunk() throws(LogError) -> LogChunk? {
    nextStart = cursor
    if chunk != nil { noteLastLine(lineStart..<json.position) }
    leaveChunk()
    if let readAhead { return try nextDecoded(readAhead) }
    let next = try chunks.next(reusing: &storage)
    if salvages { skipped += chunks.skipped }
    if next == nil {
      tornTail = chunks.tail
      if let end = chunks.end { seq = max(seq, end) }
      if salvages { notedEnd = chunks.notedEnd }
    }
    chunkCount += 1
    isLong = parallelism.jobs > 1 && chunkCount >= parallelism.chunksBefore && next != nil
    if isLong { mustPrepare = true }
    return next
  }

  mutating func noteLastLine(_ bytes: Range<Int>) {
    guard let chunk else { return }
    let byte = chunk.byte + bytes.lowerBound - chunk.lines.lowerBound
    let cursor = LogCursor(seq: seq - 1, segment: chunk.segment, byte: byte, line: line)
    lastLine = (cursor, Array(json.storage.bytes[bytes]))
  }

  /// Releases the storage, so that it can be reused.
  mutating func leaveChunk() {
    current = Entry(in: .empty)
    json = JSONReader(.empty, in: 0..<0, profile: source.form.profile)
    chunk = nil
  }

  /// Goes on with what was written since the end was reached.
  ///
  /// - Returns: false if the last entry isn't where it was read any more: the log was cut since.
  package mutating func resume() throws(LogError) -> Bool {
    guard isDone else { return false }
    if let lastLine, try !source.hasLine(lastLine.bytes, at: lastLine.cursor) { return false }
    if chunk != nil {
      nextStart = cursor
      leaveChunk()
    }
    try restart()
    return true
  }

  mutating func restart() throws(LogError) {
    begin(
      with: salvages
        ? try source.chunksAroundDamage(from: nextStart) : try source.chunks(from: nextStart))
  }

  private mutating func begin(with chunks: any ChunkReader) {
    self.chunks = chunks
    (readAhead, chunkCount, isDone, tornTail) = (nil, 0, false, nil)
  }

  /// Goes on with lines that follow the last one that was read.
  mutating func proceed(with next: any ChunkReader) {
    if chunk != nil {
      nextStart = cursor
      leaveChunk()
    }
    begin(with: next)
  }

  /// Has the payloads of these domains read with their lines.
  @usableFromInline mutating func read(_ vocabularies: [Vocabulary]) {
    decoder.vocabularies = vocabularies
  }

  /// Prepares for reading without a projection.
  mutating func prepareAlone() {
    (mustPrepare, base) = (false, nil)
    if isLong { startReadingAhead() }
  }

  /// Has the chunks after this one decoded by other threads.
  @usableFromInline @inline(never)
  mutating func startReadingAhead() {
    isLong = false
    let readAhead = ReadAhead(chunks, jobs: parallelism.jobs)
    readAhead.start(decoder)
    self.readAhead = readAhead
  }

  mutating func giveBackDecoded() {
    guard let used = decoded else { return }
    swap(&lines, &used.lines)
    linesRead = 0
    readAhead?.giveBack(used)
    decoded = nil
  }

  private mutating func nextDecoded(_ readAhead: ReadAhead) throws(LogError) -> LogChunk? {
    giveBackDecoded()
    let next = readAhead.next()
    guard let chunk = try next.content.get() else {
      tornTail = next.tail
      return nil
    }
    swap(&lines, &next.lines)
    linesRead = 0
    decoded = next
    return chunk
  }
}
