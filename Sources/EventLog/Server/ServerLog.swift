// The log on a server, to be read: pages of rows, made into lines.

/// A connection that threads share, made when it is needed.
final class ServerLink: Sendable {
  let address: ServerAddress
  private let application: String
  private let writes: Bool
  private let connection = Locked<Held>(Held())

  private struct Held { nonisolated(unsafe) var connection: ServerConnection? }

  init(_ address: ServerAddress, application: String, writes: Bool = false) {
    (self.address, self.application, self.writes) = (address, application, writes)
  }

  /// Runs statements that only read: again with a new connection if the old one was lost.
  func read(_ statements: Statement...) throws(LogError) -> [ServerRows] {
    do throws(ServerError) {
      do throws(ServerError) {
        return try run(statements)
      } catch {
        guard error.isLost else { throw error }
        return try run(statements)
      }
    } catch {
      throw LogError(error, at: address)
    }
  }

  /// Runs statements. A connection that was lost isn't used again.
  func run(_ statements: [Statement]) throws(ServerError) -> [ServerRows] {
    try connection.withLock { (held) throws(ServerError) in
      let connection = if let known = held.connection { known } else { try connect() }
      held.connection = connection
      do throws(ServerError) {
        return try connection.run(statements)
      } catch {
        if error.isLost { held.connection = nil }
        throw error
      }
    }
  }

  private func connect() throws(ServerError) -> ServerConnection {
    switch LibPQ.loaded {
    case .success(let pq):
      return try ServerConnection(address, application: application, writes: writes, pq)
    case .failure(let error):
      throw ServerError(state: ServerError.noLibrary, message: error.message)
    }
  }
}

extension Statement {
  /// The end of the log: number, time, version of the rules.
  static let end = Statement("SELECT seq, at, engine FROM cleanstore.head")

  /// The number of lines in a page, which then has at most a gigabyte.
  static let pageSize = 1024

  /// The entries after one: their lines without personal data, their personal blocks, and the checksums with these.
  static func page(after seq: Int) -> Statement {
    Statement(
      """
      SELECT e.line, p.block, p.crc FROM cleanstore.entry AS e
      LEFT JOIN cleanstore.personal AS p ON p.seq = e.seq
      WHERE e.seq > $1 ORDER BY e.seq LIMIT \(pageSize)
      """, .integer(seq))
  }
}

/// Reads the entries after one, page by page.
final class ServerChunks: ChunkReader {
  private let link: ServerLink
  /// The last entry that was read.
  private(set) var seq: Int
  /// The line of that entry as it is on the server; nil before the first one.
  private(set) var lastLine: String?
  private var page: ServerRows?
  /// The chunks of the page before that weren't returned yet.
  private var chunks: ArraySlice<LogChunk> = []
  private var isDone = false

  /// Nothing: all entries up to one were read.
  init(_ link: ServerLink, upTo seq: Int) {
    (self.link, self.seq, isDone) = (link, seq, true)
  }

  /// - Parameter page: The first page, if it was read already.
  init(_ link: ServerLink, after seq: Int, _ page: ServerRows? = nil) {
    (self.link, self.seq, self.page) = (link, seq, page)
  }

  func next(reusing storage: inout ByteStorage) throws(LogError) -> LogChunk? {
    if let chunk = chunks.popFirst() { return chunk }
    if isDone { return nil }
    let rows = if let page { page } else { try link.read(.page(after: seq))[0] }
    page = nil
    isDone = rows.count < Statement.pageSize
    if rows.count == 0 { return nil }
    lastLine = rows.text(rows.count - 1, 0)
    let (lines, segments) = rows.lines(after: seq)
    storage = .copy(of: lines)
    let ends = segments.dropFirst().map(\.byte) + [lines.count]
    chunks =
      zip(segments, ends).map { start, end in
        LogChunk(
          storage: storage, lines: start.byte..<end, file: link.address.shown,
          segment: start.segment,
          line: start.seq, byte: start.segment == start.seq ? 0 : start.seq - 1)
      }[...]
    seq += rows.count
    return chunks.popFirst()
  }
}

extension ServerRows {
  /// The beginning of a part of a page: of a segment, or of the first one's rest.
  fileprivate typealias Start = (segment: Int, seq: Int, byte: Int)

  /// The whole lines of a page, each with its LF, and where the parts that belong to one segment begin.
  fileprivate func lines(after seq: Int) -> (lines: [UInt8], segments: [Start]) {
    withExtendedLifetime(self) {
      var lines: [UInt8] = []
      var segments: [Start] = []
      for row in 0..<count {
        guard let line = bytes(row, 0) else { continue }
        let number = seq + row + 1
        if line.opensSegment {
          segments.append((number, number, lines.count))
        } else if row == 0 {
          segments.append((1, number, 0))
        }
        if let block = bytes(row, 1), let crc = bytes(row, 2),
          line.count > Entry.erasedTailCount
        {
          lines += line.dropLast(Entry.erasedTailCount)
          lines += block
          lines += Array(#","crc":""#.utf8) + crc + Array(#""}"#.utf8)
        } else {
          lines += line
        }
        lines.append(0x0A)
      }
      return (lines, segments)
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Whether a line has `format`, which follows `actor` where a segment begins.
  fileprivate var opensSegment: Bool {
    let key = #","actor":""#.utf8
    var rest = self[...]
    // No text before it can have this: its quotes would be escaped.
    while let comma = rest.firstIndex(of: UInt8(ascii: ",")), !rest[comma...].starts(with: key) {
      rest = rest[(comma + 1)...]
    }
    guard let start = rest.firstIndex(of: UInt8(ascii: ",")) else { return false }
    var end = start + key.count
    while end < count, self[end] != UInt8(ascii: "\"") {
      end += self[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    return end < count && self[(end + 1)...].starts(with: #","format":"#.utf8)
  }
}

/// A line in the parts in which a server has it.
struct SplitLine {
  /// The line without its personal data, and without an LF.
  let bare: [UInt8]
  let block: [UInt8]?
  /// The checksum of the whole line.
  let crc: [UInt8]?

  /// The lines of a chunk.
  static func lines(of chunk: LogChunk) throws(LogError) -> [SplitLine] {
    var decoder = EntryDecoder(form: .store)
    var json = JSONReader(chunk.storage, in: chunk.lines, profile: .canonical)
    var lines: [SplitLine] = []
    while json.position < json.end {
      do throws(JSONError) {
        lines.append(SplitLine(try decoder.decode(&json)))
      } catch {
        throw LogError(.malformed, error.message)
      }
    }
    return lines
  }

  private init(_ entry: Entry) {
    let line = entry.line
    guard entry.hasPersonalData else {
      (bare, block, crc) = (Array(entry[line]), nil, nil)
      return
    }
    bare = entry.erasedLine.dropLast()
    block = Array(entry[entry.personal])
    crc = Array(entry[(line.upperBound - 10)..<(line.upperBound - 2)])
  }
}
