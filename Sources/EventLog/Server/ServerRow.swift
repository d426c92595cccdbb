// The rows that entries are selected as, and their sources: a page that was asked for, or a stretch that is still coming.

/// A row as `ServerEntries` selects it; valid as long as its memory is.
struct ServerRow {
  /// The line without personal data.
  let line: UnsafeRawBufferPointer
  private let block: UnsafeRawBufferPointer?
  private let crc: UnsafeRawBufferPointer?
  let seq: Int

  /// A row of a page; nil if it isn't one of an entry.
  init?(_ rows: ServerRows, _ row: Int) {
    guard let line = rows.bytes(row, 0), let seq = rows.integer(row, 3) else { return nil }
    (self.line, self.seq) = (line, seq)
    (block, crc) = (rows.bytes(row, 1), rows.bytes(row, 2))
  }

  /// A row in the binary form of COPY: the number of values, then each with its length, which is -1 for null.
  ///
  /// - Returns: nil at the end, and for a row that isn't one of an entry.
  init?(copied bytes: UnsafeRawBufferPointer) {
    var place = 0
    func integer<I: FixedWidthInteger>(_: I.Type) -> I? {
      guard place + I.bitWidth / 8 <= bytes.count else { return nil }
      defer { place += I.bitWidth / 8 }
      return I(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: I.self))
    }
    func value() -> UnsafeRawBufferPointer? {
      guard let count = integer(Int32.self), count >= 0, place + Int(count) <= bytes.count else {
        return nil
      }
      defer { place += Int(count) }
      return UnsafeRawBufferPointer(rebasing: bytes[place..<place + Int(count)])
    }
    guard integer(Int16.self) == 4, let line = value() else { return nil }
    (self.line, block, crc) = (line, value(), value())
    guard integer(Int32.self) == 8, let seq = integer(Int64.self) else { return nil }
    self.seq = Int(seq)
  }

  /// The most bytes that the whole line can have.
  var maximumCount: Int { line.count + (block?.count ?? 0) + (crc?.count ?? 0) + Self.ends }

  private static let crcKey: StaticString = #","crc":""#
  private static let lineEnd: StaticString = "\"}\n"
  private static let ends = crcKey.utf8CodeUnitCount + lineEnd.utf8CodeUnitCount

  /// Writes the whole line with its LF.
  ///
  /// - Returns: The number of its bytes.
  func write(to buffer: UnsafeMutableRawBufferPointer) -> Int {
    var count = 0
    func add(_ bytes: UnsafeRawBufferPointer) {
      UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).copyMemory(from: bytes)
      count += bytes.count
    }
    func add(_ text: StaticString) {
      add(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
    if let block, let crc, line.count > Entry.erasedTailCount {
      add(UnsafeRawBufferPointer(rebasing: line.dropLast(Entry.erasedTailCount)))
      add(block)
      add(Self.crcKey)
      add(crc)
      add(Self.lineEnd)
    } else {
      add(line)
      add("\n")
    }
    return count
  }

  /// Whether the line has `format`, which follows `actor` where a segment begins.
  var opensSegment: Bool {
    let key = #","actor":""#.utf8
    var rest = line[...]
    // No text before it can have this: its quotes would be escaped.
    while let comma = rest.firstIndex(of: UInt8(ascii: ",")), !rest[comma...].starts(with: key) {
      rest = rest[(comma + 1)...]
    }
    guard let start = rest.firstIndex(of: UInt8(ascii: ",")) else { return false }
    var end = start + key.count
    while end < line.count, line[end] != UInt8(ascii: "\"") {
      end += line[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    return end < line.count && line[(end + 1)...].starts(with: #","format":"#.utf8)
  }
}

/// Rows of entries, one after another.
protocol ServerEntryRows: AnyObject {
  /// The next row; nil after the last one.
  var current: ServerRow? { get }
  /// The row before that.
  var previous: ServerRow? { get }
  /// The most bytes that all lines together can have, if that is known.
  var maximumCount: Int? { get }
  /// Whether there may be more rows than could be read.
  var isBroken: Bool { get }
  func advance()
}

/// Rows that are all there.
final class ServerPage: ServerEntryRows {
  private let rows: ServerRows
  private var row = 0
  let maximumCount: Int?
  var isBroken: Bool { false }

  init(_ rows: ServerRows) {
    self.rows = rows
    maximumCount = (0..<rows.count).reduce(0) { sum, row in
      sum + (ServerRow(rows, row)?.maximumCount ?? 0)
    }
  }

  var current: ServerRow? { row < rows.count ? ServerRow(rows, row) : nil }
  var previous: ServerRow? { row > 0 ? ServerRow(rows, row - 1) : nil }
  func advance() { row += 1 }
}

/// Rows that the server sends while those before are used. A reader may stop in the middle, and as long as the statement
/// runs the server keeps old rows of `head`, which makes appending slow: so a stretch isn't long.
final class ServerStretch: ServerEntryRows {
  private let connection: ServerConnection
  private var pieces: (previous: ServerPiece?, current: ServerPiece?) = (nil, nil)
  private(set) var isBroken = false
  var maximumCount: Int? { nil }

  /// The most entries of a stretch.
  static let count = 1 << 16

  init(_ connection: ServerConnection, _ entries: ServerEntries, after seq: Int)
    throws(ServerError)
  {
    self.connection = connection
    try connection.beginCopy(entries.stretch(after: seq, count: Self.count))
    advance()
  }

  var current: ServerRow? { pieces.current?.row }
  var previous: ServerRow? { pieces.previous?.row }

  func advance() {
    pieces.previous = pieces.current
    do throws(ServerError) {
      pieces.current = try connection.nextPiece()
    } catch {
      pieces.current = nil
      isBroken = true
    }
  }
}
