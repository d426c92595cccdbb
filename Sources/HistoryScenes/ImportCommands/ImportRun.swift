// An import in progress: what was executed so far, and the lines of the next chunk.

struct ImportRun {
  /// The log's record of a line that was imported before.
  struct Earlier {
    let line: Int
    let at: Timestamp
    let stream: Text
    let actor: Text
  }

  private let request: ImportCommands.Request
  let engine: HistoryEngine
  /// The parts, in the order of the domains.
  let parts: [any ImportPart]
  private let clock: @Sendable () -> Timestamp
  private let rejects: (any ByteOutput)?
  /// The lines that weren't done, if they are to be kept.
  private var rejected: [(line: Int, text: [UInt8])] = []
  /// The lines that left no entry, each with what counts it.
  private var unrecorded: [(line: Int, count: WritableKeyPath<ImportCommands.Response, Int>)] = []
  private var reader: TypedLineReader
  private var lastAt: Timestamp
  /// The time of the last entry in the log.
  private var recordedAt: Timestamp
  /// The line of the last entry that this import recorded.
  private var recordedLine = 0
  var line = 0
  /// The offset after the lines that were read, in their file.
  private var end = 0
  /// The last line in the log of an import with this name.
  var resumesBehind: Earlier?
  var response = ImportCommands.Response()
  /// The streams that lack personal data from some entry on, with their places in the response.
  var missingParts: [String: Int] = [:]

  init(_ request: ImportCommands.Request, in context: ImportCommands.Context) {
    self.request = request
    (engine, clock, rejects) = (context.engine, context.clock, context.rejects)
    parts = engine.domains.all.map { [engine] in $0.makeImportPart(for: engine) }
    reader = TypedLineReader(of: engine.domains, takesMeta: true)
    recordedAt = engine.store.end.at ?? .earliest
    lastAt = recordedAt
    response.isDryRun = request.isDryRun
    response.rejects = request.rejects
  }

  mutating func execute(
    _ chunk: LogChunk, _ progress: (Int) -> Void, isInterrupted: () -> Bool
  ) throws(Failure) {
    line = chunk.line - 1
    var start = chunk.lines.lowerBound
    while start < chunk.lines.upperBound {
      if line % 256 == 0 {
        progress(line)
        if isInterrupted() { throw .interrupted(after: line) }
      }
      line += 1
      // An object may not continue on the next line: the line numbers would be wrong.
      let end = chunk.endOfLine(from: start)
      let typed: TypedLine
      do throws(JSONError) {
        typed = try reader.read(chunk.storage, in: start..<end) {
          [parts] (domain, command) throws(JSONError) in try parts[domain].read(&command)
        }.line
      } catch {
        throw .malformed(
          explain(error, in: chunk.storage, line: start..<end),
          at: chunk.place(of: error.offset, inLineFrom: start, line))
      }
      let place = chunk.place(of: start, inLineFrom: start, line)
      if let earlier = resumesBehind, line <= earlier.line {
        if line == earlier.line, !isLine(typed, of: earlier) { throw .anotherImport(at: place) }
        response.skipped += 1
      } else {
        if parts[typed.domain].erases { throw .erasure(at: place) }
        if hasOuterBlanks(typed.actor) {
          throw .malformed("The actor begins or ends with a blank.", at: place)
        }
        let undone = response.conflicts.count + response.refusals.count
        do throws(Failure) {
          try parts[typed.domain].execute(typed, by: &self, at: place)
        } catch {
          guard error.code == EngineError.malformedID.code else { throw error }
          throw .malformed(
            error.message, at: chunk.place(of: typed.targetPlace, inLineFrom: start, line))
        }
        if response.conflicts.count + response.refusals.count > undone {
          if rejects != nil {
            rejected.append((line, Array(chunk.storage.bytes[start..<end]) + [0x0A]))
          }
        }
      }
      response.lines += 1
      start = end + 1
      self.end = chunk.byte + start - chunk.lines.lowerBound
    }
  }

  private func explain(_ error: JSONError, in storage: ByteStorage, line: Range<Int>)
    -> String
  {
    let rest = storage.bytes[line].drop { $0 <= 0x20 }
    return rest.first == UInt8(ascii: "[")
      ? "A JSON array begins here: an import has one object a line, as `jq -c '.[]'` writes them."
      : engine.domains.explain(error, in: storage, line: line)
  }

  func checkLength() throws(Failure) {
    guard let earlier = resumesBehind, line < earlier.line else { return }
    throw .anotherImport(at: Place(file: request.name, line: line + 1, byte: end, column: 1))
  }

  /// Whether an entry of an earlier import can be the outcome of the line.
  private func isLine(_ line: TypedLine, of entry: Earlier) -> Bool {
    line.at == entry.at && Text(line.actor) == entry.actor
      && parts[line.domain].stream(line.target)?.text == entry.stream
  }

  /// Has a command executed, and counts its outcome.
  ///
  /// - Returns: The stream's revision, if it isn't the one that the command expects.
  mutating func execute(
    _ circumstances: consuming Circumstances, of domain: any HistoryDomain.Type, at place: Place,
    _ body: (consuming Circumstances, Durability) throws(EngineError) -> ImportOutcome?
  ) throws(Failure) -> Int? {
    try checkTime(circumstances.at, at: place)
    circumstances.source = .init(name: request.name, line: line)
    do throws(EngineError) {
      if let outcome = try body(circumstances, request.durability) { count(outcome) }
      return nil
    } catch {
      switch error {
      case .revisionConflict(_, let actual):
        response.conflicts.append(.init(line: line, code: error.code, message: error.message))
        return actual
      case .commandIDReused:
        response.conflicts.append(.init(line: line, code: error.code, message: error.message))
        return nil
      case .log(let error) where error.code == .archivedCommandID:
        response.conflicts.append(
          .init(line: line, code: error.code.rawValue, message: error.message))
        return nil
      case .log(let error) where error.code == .entryTooLarge:
        throw .malformed(
          error.message, at: place, hint: "Split the command, then continue with --resume.")
      case .malformedID, .reservedID, .log: throw Failure(error, about: domain.words)
      }
    }
  }

  private mutating func checkTime(_ at: Timestamp?, at place: Place) throws(Failure) {
    guard let at else { return }
    if at < lastAt {
      let isFirst = response.lines == response.skipped
      throw .malformed(
        isFirst
          ? "The line's time is before the end of the log."
          : "The line's time is before that of the previous line.", at: place,
        hint: hint(forLineOf: at))
    }
    if at > clock() {
      throw .malformed(
        "The line's time is in the future.", at: place,
        hint: "Correct the line or this machine's clock, then continue with --resume.")
    }
    lastAt = at
  }

  /// Advice after a line that comes too late. Recorded entries stay, so lines up to there can't be moved.
  private func hint(forLineOf at: Timestamp) -> String {
    let recorded = max(recordedLine, resumesBehind?.line ?? 0)
    if at >= recordedAt {
      return recorded == 0
        ? "Sort the lines by time, then import the file again."
        : "Sort the lines after line \(recorded) by time, then continue with --resume."
    }
    if recorded > 0 {
      return "Older commands can't be added to this log. Take the line out, then continue with "
        + "--resume."
    }
    let before =
      request.resumes
      ? "The log has no import called \(request.name): if the file was renamed, give it its old name."
      : "If part of this file was imported before, continue with --resume."
    return before + " Older commands can't be added to a log: import them into a new store, before "
      + "anything else."
  }

  private mutating func count(_ outcome: ImportOutcome) {
    if !request.isDryRun, !outcome.isRepeated, outcome.seq > 0 {
      (recordedAt, recordedLine) = (outcome.at, line)
    }
    if request.format == .commands, case .refused(let code, let fields) = outcome.result {
      response.refusals.append(.init(line: line, code: code, fields))
    }
    if outcome.isRepeated {
      count(\.repeated)
      if outcome.isErased { count(\.erased) }
      return
    }
    switch outcome.result {
    case .accepted: response.accepted += 1
    case .refused(let code, _): response.refused[code, default: 0] += 1
    case .unchanged: count(\.unchanged)
    }
  }

  /// Counts a line that leaves no entry.
  mutating func count(_ count: WritableKeyPath<ImportCommands.Response, Int>) {
    response[keyPath: count] += 1
    unrecorded.append((line, count))
  }

  /// Writes the lines that weren't done to their file, if there are any.
  mutating func writeRejects() throws(Failure) {
    guard let rejects, !rejected.isEmpty else { return }
    response.hasRejects = false
    for line in rejected { try rejects.write(line.text) }
    try rejects.complete()
    response.hasRejects = true
  }
}

extension ImportRun {
  /// Counts what is stored after an entry, by reading the log, and takes back what follows the last line of that: it
  /// is for another try. O(n) in the log.
  mutating func recount(storedAfter start: Int) throws(LogError) {
    response.accepted = 0
    response.refused = [:]
    var last = resumesBehind?.line ?? 0
    var entries = try EntryReader(engine.store)
    while let entry = try entries.next() {
      guard entry.seq > start else { continue }
      last = entry.sourceLine
      do throws(JSONError) {
        try count(entry)
      } catch {
        throw entries.unreadable(error, seq: entry.seq)
      }
    }
    withdraw(after: last)
  }

  private mutating func withdraw(after last: Int) {
    response.recordedThrough = last
    for (line, count) in unrecorded where line > last { response[keyPath: count] -= 1 }
    rejected.removeAll { $0.line > last }
    response.conflicts.removeAll { $0.line > last }
    response.refusals.removeAll { $0.line > last }
    response.changed.removeAll { $0.line > last }
    response.missing.removeAll { $0.entries == 0 }
  }

  private mutating func count(_ entry: Entry) throws(JSONError) {
    if let code = try entry.refusal()?.code {
      response.refused[code, default: 0] += 1
    } else {
      response.accepted += 1
    }
  }
}

extension LogChunk {
  /// The place of the line's LF, or the end if the last line has none.
  fileprivate func endOfLine(from start: Int) -> Int {
    var reader = JSONReader(storage, in: start..<lines.upperBound, profile: .anyOrder)
    reader.skipLine()
    let last = reader.position - 1
    return storage.bytes[last] == 0x0A ? last : lines.upperBound
  }
}

extension Failure {
  /// Reads the file that is imported.
  static func ofInput<R>(_ read: @autoclosure () throws(LogError) -> R) throws(Failure) -> R {
    try of(LogError.self, read()) { error in
      guard error.code == .corrupt, let place = error.place else { return Failure(error) }
      return malformed(error.message, at: place)
    }
  }

  fileprivate static func malformed(
    _ message: String, at place: Place,
    hint: String = "Correct the line, then continue with --resume."
  ) -> Failure {
    Failure(
      .badData, code: "malformed", message + " The import stopped before this line.", hint: hint,
      at: place)
  }

  fileprivate static func erasure(at place: Place) -> Failure {
    .malformed(
      "The command would erase personal data for good, unasked.", at: place,
      hint:
        "Take the line out, and continue with --resume. `\(ToolName.current) erase` shows what would be erased, and "
        + "asks.")
  }

  static func anotherImport(at place: Place) -> Failure {
    Failure(
      .badData, code: "another-import",
      "The log has an import with this name, but from another file: its last line differs.",
      hint: "If it is another file, rename it, then import it without --resume. If its lines were "
        + "sorted or changed since, undo that up to line \(place.line).", at: place)
  }

  static func interrupted(after line: Int) -> Failure {
    Failure(
      .interrupted, code: "interrupted", "Interrupted after line \(line).",
      hint: "Continue with --resume.")
  }
}
