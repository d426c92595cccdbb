// The one way from the bytes of a line to an entry: executing, projecting, replaying, verifying and
// exporting all use it. It knows lines, not files; errors have an offset in the storage.

private import Integrity

/// The strictness with which lines are read.
@frozen @usableFromInline package enum LineForm: Sendable {
  /// A store's lines: canonical, with a checksum.
  case store
  /// A history that was edited by hand or by other tools: any key order, checksum optional.
  case history

  @inlinable var profile: JSONProfile { self == .store ? .canonical : .anyOrder }
}

/// Reads entries out of lines.
package struct EntryDecoder: Sendable {
  /// The strictness.
  public let form: LineForm
  var clock = TimestampText()
  /// Whether the source keeps personal data back.
  var withholdsPersonal = false
  /// The domains whose payloads are read with the lines.
  var vocabularies: [Vocabulary] = []
  /// The streams whose payloads are read; nil for those of all.
  var share: StreamShare?
  /// The memory for the payloads of all lines; nil if those of one line replace those of the one before.
  var allBodies: Bodies?

  /// Bytes of `,"crc":"0a1b2c3d"}`.
  static let trailerCount = 18

  /// A decoder for lines of this form.
  public init(form: LineForm) { self.form = form }

  /// Reads the line that starts at the reader's position, up to and including its LF.
  ///
  /// The reader's range must end after an LF; a last line may lack it only if `form` is `history`.
  ///
  /// - Throws: `JSONError`; its offset is absolute in the storage.
  public mutating func decode(_ reader: inout JSONReader) throws(JSONError) -> Entry {
    var entry = Entry(in: reader.storage)
    try decode(&reader, into: &entry)
    return entry
  }

  /// Decodes a line into an existing entry.
  @usableFromInline mutating func decode(
    _ reader: inout JSONReader, into entry: inout Entry
  ) throws(JSONError) {
    let start = reader.position
    entry.reset(in: reader.storage, form)
    if form == .store {
      if decodeCanonical(&reader, into: &entry) { return }
      reader.position = start
    } else if !vocabularies.isEmpty {
      var canonical = JSONReader(reader.storage, in: start..<reader.end, profile: .canonical)
      if decodeCanonical(&canonical, into: &entry) {
        reader.position = canonical.position
        return
      }
    }
    entry.reset(in: reader.storage, form)
    try decodeAny(&reader, into: &entry)
  }

  /// Reads a line that has only members that nearly every line has, written as they usually are.
  ///
  /// - Returns: false if it isn't such a line, or isn't good; the reader is then anywhere in the line.
  private mutating func decodeCanonical(
    _ reader: inout JSONReader, into entry: inout Entry
  ) -> Bool {
    let start = reader.position
    do throws(JSONError) {
      guard try readHead(&reader, into: &entry) else { return false }
      let stream = reader.storage.slice(entry.stream)
      if let place = Self.vocabulary(of: stream, among: vocabularies), share?.has(stream) != false {
        let shapes = vocabularies[place].shapes
        guard Self.readContents(&reader, shapes, into: &entry, allBodies) else { return false }
        return readTrailer(&reader, after: start, into: &entry)
      }
      guard form == .store, StreamName.isName(stream), try readParts(&reader, into: &entry) else {
        return false
      }
    } catch {
      return false
    }
    return readTrailer(&reader, after: start, into: &entry)
  }

  /// The domain that a stream is of, by its place.
  @inline(__always)
  private static func vocabulary(
    of stream: UnsafeRawBufferPointer, among vocabularies: [Vocabulary]
  ) -> Int? {
    for place in vocabularies.indices where vocabularies[place].names.containValid(stream) {
      return place
    }
    return nil
  }

  /// Reads the members before the command, and stops before that.
  @inline(__always)
  private mutating func readHead(
    _ reader: inout JSONReader, into entry: inout Entry
  ) throws(JSONError) -> Bool {
    guard let seq = try reader.integer(after: #"{"seq":"#), seq > 0,
      reader.expect(#","at":""#), let at = time(&reader),
      let stream = try reader.text(after: #"","stream":"#), !stream.hasEscapes,
      let rev = try reader.integer(after: #","rev":"#), EntryLine.revisions.contains(rev),
      let actor = try reader.text(after: #","actor":"#)
    else { return false }
    entry.seq = Int(seq)
    entry.at = at
    entry.stream = stream
    entry.rev = Int(rev)
    entry.actor = actor
    if reader.expect(#","command":"#) { return true }
    if let rulesVersion = try reader.text(after: #","engine":"#) {
      entry.rulesVersion = rulesVersion
    }
    if let batch = try reader.integer(after: #","batch":"#) {
      guard 2...Int64(EntryLine.maximumBatch) ~= batch else { return false }
      entry.batch = Int(batch)
    }
    if reader.expect(#","command":"#) { return true }
    if let source = try reader.text(after: #","source":"#) {
      guard let line = try reader.integer(after: #","line":"#), line > 0 else { return false }
      entry.source = source
      entry.sourceLine = Int(line)
    }
    if let recordedBy = try reader.text(after: #","recordedBy":"#) {
      entry.recordedBy = recordedBy
    }
    return reader.expect(#","command":"#)
  }

  @inline(__always)
  private mutating func time(_ reader: inout JSONReader) -> Timestamp? {
    let start = reader.position
    guard reader.end &- start > Timestamp.width else { return nil }
    reader.position = start &+ Timestamp.width
    return clock.parse(
      UnsafeRawBufferPointer(start: reader.storage.pointer + start, count: Timestamp.width))
  }

  /// Steps over the command, its outcome and the personal block, up to the line's end.
  @inline(__always)
  private func readParts(
    _ reader: inout JSONReader, into entry: inout Entry
  ) throws(JSONError) -> Bool {
    let start = reader.position
    guard try reader.peek() == 0x7B else { return false }
    let parts = try reader.stepOverRest()
    let end = reader.position
    guard parts.count == 2 || parts.count == 3, parts.first.lowerBound == start else {
      return false
    }
    entry.command = parts.first
    reader.position = parts.first.upperBound
    if reader.expect(#","events":[{"#) {
      guard parts.second.lowerBound == reader.position &- 2 else { return false }
      entry.events = parts.second
    } else {
      guard reader.expect(#","rejected":{"#), parts.second.lowerBound == reader.position &- 1
      else { return false }
      entry.rejected = parts.second
    }
    reader.position = parts.second.upperBound
    if parts.count == 3 {
      guard reader.expect(#","personal":{"salt":""#),
        parts.third.lowerBound == reader.position &- Salt.prefixWidth,
        reader.hasSalt(before: parts.third.upperBound)
      else { return false }
      entry.personal = parts.third
      reader.position = parts.third.upperBound
    }
    return end &- reader.position == Self.trailerCount
  }

  /// Reads the checksum and the end of the line.
  @inline(__always)
  private func readTrailer(
    _ reader: inout JSONReader, after start: Int, into entry: inout Entry
  ) -> Bool {
    let end = reader.position
    let digits = end &+ 8
    if form == .history, reader.expect("}\n") {
      entry.line = start..<end &+ 1
      return true
    }
    guard reader.expect(#","crc":""#), reader.end &- digits >= 11 else { return false }
    reader.position = digits &+ 8
    let crc = CRC32C.checksum(of: entry[start..<end])
    guard reader.expect("\"}\n"), HexDigits.are(reader.storage.pointer + digits, of: crc) else {
      return false
    }
    entry.crc = crc
    entry.line = start..<reader.position &- 1
    return true
  }
}

extension EntryDecoder {
  /// Reads a line with its members one by one, whichever they are.
  @inline(never) private mutating func decodeAny(
    _ reader: inout JSONReader, into entry: inout Entry
  ) throws(JSONError) {
    let start = reader.position
    var keys = ObjectKeys()
    var last = (rank: -1, value: start)
    var unknown: Int?
    try reader.beginObject()
    while let rank = try reader.nextKey(&keys, EntryMember.table) {
      last = (rank, reader.position)
      if let member = EntryMember(rawValue: rank) {
        try readMember(member, &reader, into: &entry)
      } else {
        let place = reader.lastKey.quote
        if form == .store { throw JSONError(.unsupported, at: place) }
        unknown = unknown ?? place
        _ = try reader.skipValue(checkingDuplicates: false)
      }
    }
    entry.line = start..<reader.position
    try checkIsOneLine(entry, &reader)
    // A checksum that isn't the last member was moved there by a tool: it covers nothing.
    if last.rank != EntryMember.crc.rawValue { entry.crc = nil }
    try check(entry, present: keys.seen(.max), lastValue: last.value)
    try finishLine(&reader)
    // A misspelt key is one that is unknown while another is missing.
    if let unknown { throw JSONError(.unsupported, at: unknown) }
  }

  private mutating func readMember(
    _ member: EntryMember, _ reader: inout JSONReader, into entry: inout Entry
  ) throws(JSONError) {
    switch member {
    case .seq: entry.seq = try natural(&reader)
    case .at: entry.at = try timestamp(&reader)
    case .stream: entry.stream = try text(&reader, where: StreamName.isName)
    case .rev: entry.rev = try revision(&reader)
    case .actor: entry.actor = try reader.text()
    case .format:
      let start = reader.position
      entry.format = try natural(&reader)
      guard entry.format == 1 else { throw JSONError(.unsupported, at: start) }
    case .store:
      entry.store = try text(&reader) { $0.count == 32 && HexDigits.areAll($0) }
    case .rulesVersion: entry.rulesVersion = try reader.text()
    case .batch: entry.batch = try batch(&reader)
    case .source: entry.source = try reader.text()
    case .line: entry.sourceLine = try natural(&reader)
    case .recordedBy: entry.recordedBy = try reader.text()
    case .meta: entry.meta = try stringMap(&reader)
    case .command: entry.command = try part(0x7B, &reader)
    case .events: entry.events = try events(&reader)
    case .rejected: entry.rejected = try part(0x7B, &reader)
    case .personal:
      entry.personal = try personal(&reader)
      entry.isWithheld = withholdsPersonal && entry.isErased
    case .crc: entry.crc = try checksum(&reader)
    }
  }

  /// A value that begins with this byte. The domain that reads it finds keys that come twice.
  func part(_ first: UInt8, _ reader: inout JSONReader) throws(JSONError) -> Range<Int> {
    guard try reader.peek() == first else { throw JSONError(.wrongType, at: reader.position) }
    return try reader.skipValue(checkingDuplicates: false)
  }

  /// The array of events has an element.
  private func events(_ reader: inout JSONReader) throws(JSONError) -> Range<Int> {
    guard try reader.peek() == 0x5B else { throw JSONError(.wrongType, at: reader.position) }
    let start = reader.position
    try reader.beginArray()
    guard try reader.peek() != 0x5D else { throw JSONError(.invalidValue, at: start) }
    reader.position = start
    return try reader.skipValue(checkingDuplicates: false)
  }

}
