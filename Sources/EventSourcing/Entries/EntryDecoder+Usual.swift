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
    guard try readHead(&reader, into: &entry), reader.expect(#","command":{"#) else { return false }
    reader.position &-= 1
    let command = reader.position
    try body.command(&reader, of: entry)
    entry.command = command..<reader.position
    guard try readOutcome(&reader, into: &entry, &body) else { return false }
    if reader.expect(#","personal":{"#) {
      reader.position &-= 1
      let personal = reader.position
      try body.personal(&reader, of: entry)
      entry.personal = personal..<reader.position
    }
    let covered = start..<reader.position
    guard reader.expect(#","crc":"#), reader.position &+ 12 <= reader.end else { return false }
    let crc = try checksum(&reader)
    guard reader.expect("}\n"), CRC32C.checksum(of: entry[covered]) == crc else { return false }
    entry.crc = crc
    entry.line = start..<reader.position &- 1
    return true
  }

  @inlinable @inline(__always) mutating func readHead(
    _ reader: inout JSONReader, into entry: inout Entry
  ) throws(JSONError) -> Bool {
    guard let seq = try reader.integer(behind: #"{"seq":"#), seq > 0, reader.expect(#","at":"#)
    else { return false }
    entry.seq = Int(seq)
    entry.at = try timestamp(&reader)
    guard let stream = try reader.text(behind: #","stream":"#), !stream.hasEscapes,
      let rev = try reader.integer(behind: #","rev":"#), rev >= 0,
      let actor = try reader.text(behind: #","actor":"#)
    else { return false }
    entry.stream = stream
    entry.rev = Int(rev)
    entry.actor = actor
    if let source = try reader.text(behind: #","source":"#) {
      guard let line = try reader.integer(behind: #","line":"#), line > 0 else { return false }
      entry.source = source
      entry.sourceLine = Int(line)
    }
    return true
  }

  @inlinable @inline(__always) func readOutcome<Body: EntryBody>(
    _ reader: inout JSONReader, into entry: inout Entry, _ body: inout Body
  ) throws(JSONError) -> Bool {
    if reader.expect(#","events":[{"#) {
      reader.position &-= 2
      let events = reader.position
      try body.events(&reader, of: entry)
      entry.events = events..<reader.position
      return true
    }
    guard reader.expect(#","rejected":{"#) else { return false }
    reader.position &-= 1
    let rejected = reader.position
    try body.rejected(&reader, of: entry)
    entry.rejected = rejected..<reader.position
    return true
  }
}
