// The one way from the bytes of a line to an entry: whoever executes, projects, replays, verifies or
// exports comes through here. Knows lines, not files; what is wrong is an offset in the storage.

import CRC32C
import JSONLines

/// How strictly lines are read.
@frozen public enum LineForm: Sendable {
  /// A store's lines: canonical, with a checksum.
  case store
  /// A history that was edited by hand or by other tools: any key order, checksum optional.
  case history

  @inlinable var profile: JSONProfile { self == .store ? .canonical : .anyOrder }
}

/// Reads entries out of lines.
public struct EntryDecoder: Sendable {
  /// How strictly.
  public let form: LineForm
  @usableFromInline var clock = TimestampText()

  @usableFromInline static let keys = KeyTable([
    "seq", "at", "stream", "rev", "actor", "format", "store", "engine", "batch", "source", "line",
    "meta", "command", "events", "rejected", "personal", "crc",
  ])
  /// Bytes of `,"crc":"0a1b2c3d"}`.
  @usableFromInline static let trailerCount = 18

  /// A decoder for lines of this form.
  public init(form: LineForm) { self.form = form }

  /// Reads the line that starts at the reader's position, up to and including its LF.
  ///
  /// The reader's range must end behind an LF; a last line may lack it only if `form` is `history`.
  ///
  /// - Throws: `JSONError`; its offset is absolute in the storage.
  @inlinable public mutating func decode<Body: EntryBody>(
    _ reader: inout JSONReader, _ body: inout Body
  ) throws(JSONError) -> Entry {
    var entry = Entry(in: reader.storage)
    try decode(&reader, into: &entry, &body)
    return entry
  }

  /// As the other one, into an entry that is there: one that is returned is copied on the way.
  @inlinable @inline(__always) mutating func decode<Body: EntryBody>(
    _ reader: inout JSONReader, into entry: inout Entry, _ body: inout Body
  ) throws(JSONError) {
    let start = reader.position
    entry.reset(in: reader.storage)
    if try decodeUsual(&reader, into: &entry, &body) { return }
    reader.position = start
    entry.reset(in: reader.storage)
    try decodeAny(&reader, into: &entry, &body)
  }

  /// Reads a line with its members one by one, whichever they are.
  @inlinable @inline(never) mutating func decodeAny<Body: EntryBody>(
    _ reader: inout JSONReader, into entry: inout Entry, _ body: inout Body
  ) throws(JSONError) {
    let start = reader.position
    var keys = ObjectKeys()
    var present: UInt32 = 0
    try reader.beginObject()
    while let rank = try reader.nextKey(&keys, Self.keys) {
      present |= 1 &<< UInt32(truncatingIfNeeded: rank & 31)
      try readMember(rank, &reader, into: &entry, &body)
    }
    entry.line = start..<reader.position
    try checkIsOneLine(entry, &reader)
    try check(entry, present: present)
    try finishLine(&reader)
    if form == .history { try readParts(of: entry, &body) }
  }

  @inlinable @inline(__always) mutating func readMember<Body: EntryBody>(
    _ rank: Int, _ reader: inout JSONReader, into entry: inout Entry, _ body: inout Body
  ) throws(JSONError) {
    switch rank {
    case 0: entry.seq = try natural(&reader)
    case 1: entry.at = try timestamp(&reader)
    case 2: entry.stream = try streamName(&reader)
    case 3: entry.rev = try natural(&reader, from: 0)
    case 4: entry.actor = try reader.text()
    case 12:
      try require(0x7B, &reader)
      let stream = entry.stream
      entry.command = try part(&reader) { (reader) throws(JSONError) in
        try body.command(&reader, of: stream)
      }
    case 13:
      try require(0x5B, &reader)
      try requireElement(&reader)
      entry.events = try part(&reader) { (reader) throws(JSONError) in
        try body.events(&reader)
      }
    case 14:
      try require(0x7B, &reader)
      entry.rejected = try part(&reader) { (reader) throws(JSONError) in
        try body.rejected(&reader)
      }
    case 15:
      entry.personal = try personal(&reader, &body)
    case 16: entry.crc = try checksum(&reader)
    default: try readRareMember(rank, &reader, into: &entry)
    }
  }

  @inline(never) @usableFromInline mutating func readRareMember(
    _ rank: Int, _ reader: inout JSONReader, into entry: inout Entry
  ) throws(JSONError) {
    switch rank {
    case 5:
      entry.format = try natural(&reader)
      guard entry.format == 1 else { throw JSONError(.unsupported, at: reader.position) }
    case 6: entry.store = try reader.text()
    case 7: entry.engine = try reader.text()
    case 8: entry.batch = try natural(&reader, from: 2)
    case 9: entry.source = try reader.text()
    case 10: entry.sourceLine = try natural(&reader)
    case 11: entry.meta = try stringMap(&reader)
    default: throw JSONError(.unsupported, at: reader.lastKey.offset)
    }
  }

  /// In a store's line a part is read as it comes; in a history's, once all are found.
  @inlinable @inline(__always) func part(
    _ reader: inout JSONReader, _ read: (inout JSONReader) throws(JSONError) -> Void
  ) throws(JSONError) -> Range<Int> {
    // Whoever reads the part then finds keys that come twice.
    if form == .history { return try reader.skipValue(checkingDuplicates: false) }
    let start = reader.position
    try read(&reader)
    return start..<reader.position
  }

  @inlinable func personal<Body: EntryBody>(
    _ reader: inout JSONReader, _ body: inout Body
  ) throws(JSONError) -> Range<Int> {
    switch try reader.peek() {
    case 0x7B:
      return try part(&reader) { (reader) throws(JSONError) in
        try body.personal(&reader)
      }
    case 0x22:
      let start = reader.position
      try checkErasure(try reader.text(), in: reader.storage)
      return start..<reader.position
    default: throw JSONError(.wrongType, at: reader.position)
    }
  }

  @inlinable func readParts<Body: EntryBody>(of entry: Entry, _ body: inout Body)
    throws(JSONError)
  {
    var reader = JSONReader(entry.storage, in: entry.command, profile: .anyOrder)
    try body.command(&reader, of: entry.stream)
    if entry.isAccepted {
      reader = JSONReader(entry.storage, in: entry.events, profile: .anyOrder)
      try body.events(&reader)
    } else {
      reader = JSONReader(entry.storage, in: entry.rejected, profile: .anyOrder)
      try body.rejected(&reader)
    }
    if !entry.personal.isEmpty && !entry.isErased {
      reader = JSONReader(entry.storage, in: entry.personal, profile: .anyOrder)
      try body.personal(&reader)
    }
  }
}
