// Goes through a damaged history to its end: for people who look at what is left of it. Whatever writes or
// decides stops at the first bad line, with EntryReader.

/// A projection that is told where entries may be missing, so that it draws no conclusions from that.
package protocol SalvageProjection: Projection {
  /// Notes that entries may be missing before the next one.
  mutating func noteDamage()
}

/// Reads every entry of a history that can be read, and says what is wrong in between.
///
/// A line ends at the next LF, whatever is in it. What only follows from something that was reported already
/// isn't reported.
package struct SalvageReader {
  /// A part of a history: an entry, or damage.
  public enum Part: Sendable {
    /// An entry that is good.
    case entry(Entry)
    /// An entry that can be read, but can't follow those before it.
    case misplaced(Entry, Damage)
    /// A place where no entry can be read, or is missing.
    case damage(Damage)
  }

  private var reader: EntryReader
  private var numbers: ExpectedNumbers
  /// The time of the last entry.
  private var at: Timestamp?
  /// The file of the last line.
  private var file = ""
  /// A segment of another store: none of its lines belong here.
  private var foreignSegment: Int?
  /// The parts that were found, but not yet returned.
  private var found: [Part] = []
  private var isDone = false

  /// A reader from this place on.
  ///
  /// - Parameters:
  ///   - source: The history.
  ///   - cursor: The place to begin at.
  ///   - checksPayloads: Whether payloads that no domain reads are checked, too.
  public init(
    _ source: any EntrySource, from cursor: LogCursor = .start, checksPayloads: Bool = true
  ) throws(LogError) {
    reader = try EntryReader(salvaging: source, from: cursor, checksPayloads: checksPayloads)
    numbers = ExpectedNumbers(after: reader.seq, source.form)
  }

  /// The number of bytes of the line that was read last.
  public var lineSize: Int { reader.cursor.byte - reader.entryCursor.byte }

  /// The torn tail that a crash left at the end, once that was reached.
  public var tornTail: TornTail? { reader.tornTail }

  /// The next part of the history; nil at the end.
  ///
  /// - Parameter projection: Takes in each entry that is where it should be. An entry that it can't read is
  ///   damage.
  /// - Throws: An error that isn't about the contents of the history, such as that the disk can't be read.
  public mutating func next<P: SalvageProjection>(into projection: inout P) throws(LogError)
    -> Part?
  {
    try reader.begin(&projection)
    while found.isEmpty {
      if isDone { return nil }
      try read(into: &projection)
    }
    return found.removeFirst()
  }

  /// The next part of the history, read without a projection.
  public mutating func next() throws(LogError) -> Part? {
    var nothing = NoConclusions()
    return try next(into: &nothing)
  }

  /// The damage of the line that was read last, if something in its entry can't be read.
  public func damage(_ error: JSONError) -> Damage? {
    Damage(reader.unreadable(error, seq: reader.seq), kindOfLine)
  }
}

extension SalvageReader {
  private mutating func read<P: SalvageProjection>(into projection: inout P) throws(LogError) {
    let end = (cursor: reader.cursor, file: file)
    do throws(LogError) {
      let isEntry = try reader.advance()
      try report(reader.takeSkipped(), &projection)
      guard isEntry else { return finish() }
    } catch {
      try report(reader.takeSkipped(), &projection)
      if !isForeign { try report(error, kindOfLine, &projection) }
      if error.remedy == .restoreOtherStores { foreignSegment = reader.entryCursor.segment }
      noteFile()
      return numbers.skip(lines: reader.skipLine())
    }
    noteFile()
    guard !isForeign else { return numbers.skip(lines: 1) }
    try take(after: end, &projection)
  }

  /// Takes the entry that was read last, if it can follow those before it.
  private mutating func take<P: SalvageProjection>(
    after end: (cursor: LogCursor, file: String), _ projection: inout P
  ) throws(LogError) {
    let entry = reader.entry
    let earliest = at
    at = entry.at
    let expected = numbers
    switch numbers.take(entry.seq) {
    case nil: break
    case .tooHigh: try report(gap(after: end, expected), .missingEntries, &projection)
    case .tooLow:
      return try misplace(reader.wrongNumber(expected.text, seq: entry.seq), &projection)
    }
    if let earliest, entry.at < earliest { return try misplace(reader.wrongTime, &projection) }
    let size = reader.byteCount
    do throws(LogError) {
      if try reader.project(into: &projection) { found.append(.entry(reader.entry)) }
    } catch {
      // An entry that can't be read was taken back.
      guard reader.byteCount < size else { return try misplace(error, &projection) }
      try report(error, kindOfLine, &projection)
    }
  }

  private func gap(
    after end: (cursor: LogCursor, file: String), _ expected: ExpectedNumbers
  ) -> LogError {
    let seq = reader.seq
    guard end.cursor.segment != reader.entryCursor.segment, reader.entryCursor.line == 1,
      !end.file.isEmpty
    else { return reader.wrongNumber(expected.text, seq: expected.first) }
    return LogError(
      .corrupt,
      "No segment contains entry \(expected.first): the next one begins with \(seq).",
      at: Place(file: end.file, line: end.cursor.line, byte: end.cursor.byte, column: 1),
      seq: expected.first)
  }

  private mutating func finish() {
    isDone = true
    if let tail = reader.tornTail {
      found.append(.damage(Damage(tail, seq: numbers.first)))
    } else if let end = reader.notedEnd, numbers.lack(end.seq),
      let damage = Damage(.lostEntries(numbers.first...end.seq, at: end.place), .missingEntries)
    {
      found.append(.damage(damage))
    }
  }
}

extension SalvageReader {
  private var isForeign: Bool {
    foreignSegment != nil && foreignSegment == reader.entryCursor.segment
  }

  private mutating func noteFile() {
    if reader.isAtLine { file = reader.place().file }
  }

  private var kindOfLine: Damage.Kind {
    guard reader.isAtLine else { return .noLine }
    return switch reader.matchesChecksum {
    case true?: .invalid
    case false?: .wrongChecksum
    case nil: .unchecked
    }
  }

  private mutating func report<P: SalvageProjection>(
    _ errors: [LogError], _ projection: inout P
  ) throws(LogError) {
    for error in errors {
      numbers.skip(lines: 1)
      try report(error, .noLine, &projection)
    }
  }

  private mutating func report<P: SalvageProjection>(
    _ error: LogError, _ kind: Damage.Kind, _ projection: inout P
  ) throws(LogError) {
    guard let damage = Damage(error, kind) else { throw error }
    projection.noteDamage()
    found.append(.damage(damage))
  }

  private mutating func misplace<P: SalvageProjection>(
    _ error: LogError, _ projection: inout P
  ) throws(LogError) {
    guard let damage = Damage(error, .outOfOrder) else { throw error }
    projection.noteDamage()
    found.append(.misplaced(reader.entry, damage))
  }
}

/// Keeps nothing of the entries.
private struct NoConclusions: SalvageProjection {
  let checksRevisions = true
  mutating func restore(from base: ArchivedPrefix) {}
  mutating func read(_ entry: Entry) {}
  mutating func noteDamage() {}
}
