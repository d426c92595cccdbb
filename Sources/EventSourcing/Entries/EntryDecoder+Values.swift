// The values of the envelope, and what must hold of an entry as a whole.

private import Integrity

extension EntryDecoder {
  func natural(_ reader: inout JSONReader, from least: Int = 1) throws(JSONError)
    -> Int
  {
    let start = reader.position
    let value = try reader.integer()
    guard value >= least else { throw JSONError(.invalidValue, at: start) }
    return Int(value)
  }

  func revision(_ reader: inout JSONReader) throws(JSONError) -> Int {
    let start = reader.position
    let value = try reader.integer()
    guard EntryLine.revisions.contains(value) else { throw JSONError(.invalidValue, at: start) }
    return Int(value)
  }

  func batch(_ reader: inout JSONReader) throws(JSONError) -> Int {
    let start = reader.position
    let count = try natural(&reader, from: 2)
    guard count <= EntryLine.maximumBatch else { throw JSONError(.invalidValue, at: start) }
    return count
  }

  /// A text that must be of some form, which needs no escapes; so it can be compared as it is written.
  func text(
    _ reader: inout JSONReader, where isValid: (UnsafeRawBufferPointer) -> Bool
  ) throws(JSONError) -> TextRange {
    let range = try reader.text()
    guard !range.hasEscapes, isValid(reader.storage.slice(range)) else {
      throw JSONError(.invalidValue, at: range.quote)
    }
    return range
  }

  /// JSON may be spread over lines, entries may not.
  func checkIsOneLine(_ entry: Entry, _ reader: inout JSONReader)
    throws(JSONError)
  {
    guard form == .history else { return }
    reader.position = entry.line.lowerBound
    reader.skipLine()
    let after = reader.position
    reader.position = entry.line.upperBound
    if after <= entry.line.upperBound && after < reader.end {
      throw JSONError(.unexpectedByte, at: after - 1)
    }
  }

  mutating func timestamp(_ reader: inout JSONReader) throws(JSONError) -> Timestamp {
    let range = try reader.text()
    guard let timestamp = clock.parse(reader.storage.slice(range)) else {
      throw JSONError(.invalidValue, at: range.quote)
    }
    return timestamp
  }

  func checksum(_ reader: inout JSONReader) throws(JSONError) -> UInt32 {
    let range = try reader.text()
    guard let value = HexDigits.read(reader.storage.slice(range)) else {
      throw JSONError(.invalidValue, at: range.quote)
    }
    return value
  }

  /// A personal block: an object with a salt and something else, or the hash of an erased one.
  func personal(_ reader: inout JSONReader) throws(JSONError) -> Range<Int> {
    guard try reader.peek() == 0x22 else {
      try checkSalt(reader)
      return try part(0x7B, &reader)
    }
    let hash = try text(&reader) {
      $0.count == 71 && $0.starts(with: "sha256:".utf8)
        && HexDigits.areAll(UnsafeRawBufferPointer(rebasing: $0[7...]))
    }
    return hash.offset - 1..<hash.bounds.upperBound + 1
  }

  /// Checks that a personal block has its salt, first where lines are canonical, and something else.
  private func checkSalt(_ block: JSONReader) throws(JSONError) {
    var reader = block
    let start = reader.position
    var keys = ObjectKeys()
    var (hasSalt, count) = (false, 0)
    try reader.beginObject()
    while let rank = try reader.nextKey(&keys, Self.saltKey) {
      count += 1
      if rank == 0 {
        if count > 1 && form == .store {
          throw JSONError(.keyOutOfOrder, at: reader.position - Salt.prefixWidth + 2)
        }
        _ = try text(&reader) { $0.count == Salt.width && HexDigits.areAll($0) }
        hasSalt = true
      } else {
        _ = try reader.skipValue(checkingDuplicates: false)
      }
    }
    guard hasSalt else { throw JSONError(.missingKey, at: start) }
    guard count > 1 else { throw JSONError(.invalidValue, at: start) }
  }

  private static let saltKey = KeyTable("salt")

  /// - Parameters:
  ///   - present: A bit for each member that was there, by its rank among the keys.
  ///   - lastValue: The place of the last member's value: the checksum, if the entry has one.
  func check(_ entry: Entry, present: UInt64, lastValue: Int) throws(JSONError) {
    guard present & Self.always == Self.always, present & Self.outcomes != 0,
      present & Self.origin == 0 || present & Self.origin == Self.origin
    else { throw JSONError(.missingKey, at: entry.line.lowerBound) }
    if present & Self.outcomes == Self.outcomes {
      let second = max(entry.events.lowerBound, entry.rejected.lowerBound)
      throw JSONError(.invalidValue, at: second)
    }
    if let crc = entry.crc {
      try check(crc, of: entry, at: lastValue)
    } else if form == .store {
      throw JSONError(.missingKey, at: entry.line.lowerBound)
    }
  }

  private static let always = EntryMember.required.bits
  private static let outcomes = [EntryMember.events, .rejected].bits
  private static let origin = [EntryMember.source, .line].bits

  /// The checksum covers the line's bytes before `,"crc"`, which is the last member, without the
  /// whitespace that a tool has put between them.
  func check(_ crc: UInt32, of entry: Entry, at value: Int) throws(JSONError) {
    let covered =
      entry.line
      .lowerBound..<max(
        entry.line.lowerBound, entry.line.upperBound - Self.trailerCount)
    let isLast = entry[covered.upperBound..<entry.line.upperBound].starts(with: Self.trailer)
    if isLast && CRC32C.checksum(of: entry[covered]) == crc { return }
    if form == .history {
      let compact = Self.withoutWhitespace(entry[entry.line.lowerBound..<value])
      let end = Self.trailer.dropLast()
      let isRight = compact.withUnsafeBytes { bytes in
        bytes.suffix(end.count).elementsEqual(end)
          && CRC32C.checksum(of: UnsafeRawBufferPointer(rebasing: bytes.dropLast(end.count))) == crc
      }
      if isRight { return }
    }
    throw JSONError(.checksumMismatch, at: entry.line.lowerBound)
  }

  private static func withoutWhitespace(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var (isText, isEscaped) = (false, false)
    return bytes.filter { byte in
      defer {
        if byte == 0x22 && !isEscaped { isText.toggle() }
        isEscaped = byte == 0x5C && !isEscaped
      }
      return isText || !(byte == 0x20 || byte == 0x09 || byte == 0x0D)
    }
  }

  /// Whether a line ends with a checksum that isn't that of what is before.
  static func hasWrongChecksum(_ line: UnsafeRawBufferPointer) -> Bool {
    line.suffix(trailerCount).starts(with: trailer) && !hasTrueChecksum(line)
  }

  /// Whether a line, without its LF, ends with the checksum of what is before.
  ///
  /// True of every intact line, even one that this version can't read. O(n).
  public static func hasTrueChecksum(_ line: UnsafeRawBufferPointer) -> Bool {
    guard line.count > trailerCount else { return false }
    let start = line.count - trailerCount
    let covered = UnsafeRawBufferPointer(rebasing: line[..<start])
    var expected = [UInt8](repeating: 0, count: 8)
    expected.withUnsafeMutableBytes {
      HexDigits.write(CRC32C.checksum(of: covered), into: $0, at: 0)
    }
    return line[start...].elementsEqual(trailer + expected + Array(#""}"#.utf8))
  }

  static let trailer = Array(#","crc":""#.utf8)

  /// The caller's map: strings by strings.
  func stringMap(_ reader: inout JSONReader) throws(JSONError) -> Range<Int> {
    let start = reader.position
    var keys = ObjectKeys()
    try reader.beginObject()
    while try reader.nextKey(&keys, Self.noKeys) != nil { _ = try reader.text() }
    return start..<reader.position
  }

  private static let noKeys = KeyTable([])

  func finishLine(_ reader: inout JSONReader) throws(JSONError) {
    if reader.expect("\n") { return }
    guard form == .history else { throw JSONError(.unexpectedByte, at: reader.position) }
    while reader.position < reader.end {
      switch reader.storage.pointer[reader.position] {
      case 0x0A:
        reader.position += 1
        return
      case 0x20, 0x09, 0x0D: reader.position += 1
      default: throw JSONError(.unexpectedByte, at: reader.position)
      }
    }
  }
}
