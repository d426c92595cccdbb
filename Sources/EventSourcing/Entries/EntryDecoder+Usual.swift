// Nearly every line has the same few members in the same order. They are read here by what comes next word
// for word; a line of any other shape goes the general way, which also finds out what is wrong.

import CRC32C
import JSONLines

extension EntryDecoder {
  /// Reads a line if it has the usual shape.
  ///
  /// - Returns: false if it hasn't, or isn't good; the reader is then anywhere in the line.
  /// - Throws: What is wrong with one of its values; the general way would find the same.
  @inlinable mutating func decodeUsual<Body: EntryBody>(
    _ reader: inout JSONReader, into entry: inout Entry, _ body: inout Body
  ) throws(JSONError) -> Bool {
    let start = reader.position
    guard try readHead(&reader, into: &entry) else { return false }
    let command = reader.position
    try body.command(&reader, of: entry.stream)
    entry.command = command..<reader.position
    guard try readOutcome(&reader, into: &entry, &body) else { return false }
    if reader.expect(#","personal":{"#) {
      reader.position &-= 1
      let personal = reader.position
      try body.personal(&reader)
      entry.personal = personal..<reader.position
    }
    return readTrailer(&reader, behind: start, into: &entry)
  }

  private static let head = MemberShape(
    .integer(#"{"seq":"#, at: 0), .text(#","at":"#, at: 1), .text(#","stream":"#, at: 2),
    .integer(#","rev":"#, at: 3), .text(#","actor":"#, at: 4), .optionalText(#","source":"#, at: 5),
    .optionalInteger(#","line":"#, at: 6), .bytes(#","command":"#))

  /// Reads the members before the command, and stops before that.
  @usableFromInline mutating func readHead(
    _ reader: inout JSONReader, into entry: inout Entry
  ) throws(JSONError) -> Bool {
    var head = EnvelopePlaces()
    guard try reader.read(Self.head, into: &head), head.seq > 0, !head.stream.hasEscapes,
      head.line > 0 || (head.line < 0 && head.source.isAbsent), try reader.peek() == 0x7B
    else { return false }
    guard let at = clock.parse(reader.storage.slice(head.at)) else {
      throw JSONError(.invalidValue, at: head.at.offset)
    }
    entry.seq = Int(head.seq)
    entry.at = at
    entry.stream = head.stream
    entry.rev = Int(head.rev)
    entry.actor = head.actor
    entry.source = head.source
    entry.sourceLine = max(0, Int(head.line))
    return true
  }

  /// Reads the checksum and what is behind it.
  @usableFromInline func readTrailer(
    _ reader: inout JSONReader, behind start: Int, into entry: inout Entry
  ) -> Bool {
    let end = reader.position
    let digits = end &+ 8
    guard reader.expect(#","crc":""#), reader.end &- digits >= 11 else { return false }
    reader.position = digits &+ 8
    guard reader.expect("\"}\n"), let crc = HexDigits.read(reader.storage.pointer + digits),
      CRC32C.checksum(of: entry[start..<end]) == crc
    else { return false }
    entry.crc = crc
    entry.line = start..<reader.position &- 1
    return true
  }

  @inlinable @inline(__always) func readOutcome<Body: EntryBody>(
    _ reader: inout JSONReader, into entry: inout Entry, _ body: inout Body
  ) throws(JSONError) -> Bool {
    if reader.expect(#","events":[{"#) {
      reader.position &-= 2
      let events = reader.position
      try body.events(&reader)
      entry.events = events..<reader.position
      return true
    }
    guard reader.expect(#","rejected":{"#) else { return false }
    reader.position &-= 1
    let rejected = reader.position
    try body.rejected(&reader)
    entry.rejected = rejected..<reader.position
    return true
  }
}

/// The members of an envelope before the command, as the places of a shape.
private struct EnvelopePlaces: BitwiseCopyable {
  var seq: Int64 = 0
  var at = TextRange.absent
  var stream = TextRange.absent
  var rev: Int64 = 0
  var actor = TextRange.absent
  var source = TextRange.absent
  /// Shapes have only naturals, so this stands for none.
  var line: Int64 = -1
}
