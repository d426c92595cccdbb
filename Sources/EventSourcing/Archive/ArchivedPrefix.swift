// The states that archived entries led to, which take their place at the beginning of a log. A file
// of lines, sorted so that a stream or a command id is found without reading the others.

private import Integrity

/// The base of a log whose first entries are archived.
@usableFromInline package final class ArchivedPrefix: Sendable {
  /// A stream, as it was after the last archived entry.
  package struct Stream {
    /// A range of the reader's storage.
    package let name: TextRange
    package let rev: Int
    /// Its first entry.
    package let first: Int
    package let erasures: [Erasure]
    /// Is at the state; nil if the stream has none but its initial one.
    package let state: JSONReader?
  }

  /// Facts about all archived entries together.
  @usableFromInline package let header: ArchivedPrefixHeader
  /// The file, as it is named in errors.
  public let path: String
  let linesStart: Int
  /// Reads a part of the file.
  let read: @Sendable (_ part: Range<Int>) throws(LogError) -> ByteStorage
  /// The only streams that it is to have; all if nil.
  let only: [StreamName]?

  /// A base whose first line was read.
  ///
  /// - Parameters:
  ///   - header: The contents of the first line.
  ///   - headerSize: The number of bytes of that line.
  ///   - path: The file, as errors name it.
  ///   - read: Reads a part of the file.
  package convenience init(
    _ header: ArchivedPrefixHeader, headerSize: Int, path: String,
    read: @escaping @Sendable (_ part: Range<Int>) throws(LogError) -> ByteStorage
  ) {
    self.init(header, headerSize, path, only: nil, read)
  }

  private init(
    _ header: ArchivedPrefixHeader, _ linesStart: Int, _ path: String, only: [StreamName]?,
    _ read: @escaping @Sendable (_ part: Range<Int>) throws(LogError) -> ByteStorage
  ) {
    (self.header, self.linesStart, self.path) = (header, linesStart, path)
    (self.only, self.read) = (only, read)
  }

  /// A base in memory.
  package convenience init(_ header: ArchivedPrefixHeader, lines: [UInt8], path: String) {
    let first = header.line()
    let bytes = ByteStorage.copy(of: first + lines)
    self.init(header, headerSize: first.count, path: path) { part in
      .copy(of: UnsafeRawBufferPointer(rebasing: bytes.bytes[part]))
    }
  }

  /// A base that has only some of the streams.
  package func narrowed(to streams: [StreamName]) -> ArchivedPrefix {
    ArchivedPrefix(header, linesStart, path, only: streams, read)
  }

  /// The largest that is written or read.
  package static var largest: Int { ByteStorage.maximumCount }

  /// The number of bytes of the base.
  package var size: Int { idLines.upperBound }

  var streamLines: Range<Int> { linesStart..<linesStart + header.streamBytes }
  var idLines: Range<Int> { streamLines.upperBound..<streamLines.upperBound + header.idBytes }

  /// All lines but the first.
  package func lines() throws(LogError) -> [UInt8] { try bytes(linesStart..<size) }

  func bytes(_ part: Range<Int>) throws(LogError) -> [UInt8] {
    let storage = try read(part)
    return withExtendedLifetime(storage) { Array(storage.bytes) }
  }

  /// The SHA-256 of the first line, which has that of the others: 64 hex digits.
  package var hash: String { Digest(of: header.line()).hex }

  /// Reads all lines, and throws if they aren't what the first one says.
  package func verify() throws(LogError) {
    guard Digest(of: try lines()).hex == header.linesHash else {
      throw damaged(at: linesStart, "The lines aren't those that the first one is about.")
    }
  }

  /// The place before the first entry that isn't archived.
  package var start: LogCursor { LogCursor(seq: header.through, segment: 0, byte: 0, line: 1) }

  /// Facts about a domain's entries.
  func domain(_ category: String) -> ArchivedPrefixHeader.Domain? {
    header.domains.first { $0.category == category }
  }

  /// The error of something that only the archived entries can tell.
  public func archived(_ seq: Int? = nil) -> LogError {
    let what =
      seq.map { "Entry \($0) is archived, as all entries through \(header.through) are." }
      ?? "This takes the whole log, and its entries through \(header.through) are archived."
    return LogError(.archived, what, seq: seq, hint: .restoreArchive(header.folders))
  }

  /// The error of a log that the base contradicts, so that one of them was changed.
  package func contradicted(_ message: String, at place: Place, seq: Int) -> LogError {
    LogError(.corrupt, message, at: place, seq: seq, hint: .restoreToCompare(header.folders))
  }

  /// The error of a command whose id an archived one has.
  package func used(by seq: Int) -> LogError {
    LogError(
      .archivedCommandID,
      "The command's id was used by entry \(seq), which is archived. Nothing was recorded.",
      seq: seq, hint: .restoreArchive(header.folders))
  }

  /// The error of a stream whose first entries are archived.
  public func archived(_ stream: StreamName) -> LogError {
    LogError(
      .archived,
      "This takes all entries of \(stream), and those through \(header.through) are archived.",
      hint: .restoreArchive(header.folders))
  }
}

extension EntrySource {
  /// Throws unless the log has all its entries.
  public func requireWhole() throws(LogError) {
    if let base { throw base.archived() }
  }

  /// Throws if entries of a stream are archived.
  public func requireWhole(_ stream: StreamName) throws(LogError) {
    if let base, try base.has(stream) { throw base.archived(stream) }
  }
}

// MARK: - Lines

extension ArchivedPrefix {
  /// Passes the streams of a domain, in the order of their names.
  package func eachStream(
    of names: StreamNames, _ body: (Stream, ByteStorage) throws(JSONError) -> Void
  ) throws(LogError) {
    let single = names.isSingle ? [StreamName(names.category)].compactMap { $0 } : nil
    if let some = only ?? single {
      for stream in some where names.contain(stream.text.bytes) {
        try find(stream.text) { (line) throws(JSONError) in
          let found = try Self.stream(&line)
          try body(found, line.storage)
        }
      }
      return
    }
    try eachLine(in: streamLines) { (line) throws(JSONError) in
      let stream = try Self.stream(&line)
      guard names.contain(line.storage.slice(stream.name)) else { return }
      try body(stream, line.storage)
    }
  }

  /// Passes the names of all streams, and their revisions.
  package func eachStream(_ body: (UnsafeRawBufferPointer, _ rev: Int) -> Void) throws(LogError) {
    try eachLine(in: streamLines) { (line) throws(JSONError) in
      let stream = try Self.stream(&line)
      body(line.storage.slice(stream.name), stream.rev)
    }
  }

  /// Whether a stream has archived entries.
  package func has(_ stream: StreamName) throws(LogError) -> Bool { try rev(of: stream) != nil }

  /// The revision of a stream after its last archived entry; nil if it has none.
  package func rev(of stream: StreamName) throws(LogError) -> Int? { try find(stream)?.rev }

  /// The first entry of a stream; nil if that isn't archived.
  package func first(of stream: StreamName) throws(LogError) -> Int? { try find(stream)?.first }

  /// The one of some streams that began last; nil if none is archived.
  package func last(of streams: Set<StreamName>) throws(LogError) -> StreamName? {
    var last: (stream: StreamName, first: Int)?
    for stream in streams {
      guard let first = try first(of: stream), first > last?.first ?? 0 else { continue }
      last = (stream, first)
    }
    return last?.stream
  }

  private func find(_ stream: StreamName) throws(LogError) -> Stream? {
    var found: Stream?
    try find(stream.text) { (line) throws(JSONError) in found = try Self.stream(&line) }
    return found
  }

  /// Passes all command ids, with their streams and their first entries on these.
  package func eachCommandID(_ body: (Text, _ stream: Text, _ seq: Int) -> Void) throws(LogError) {
    guard only == nil else { return }
    try eachLine(in: idLines) { (line) throws(JSONError) in
      let use = try Self.use(&line)
      body(Text(line.storage, use.id), Text(line.storage, use.stream), use.seq)
    }
  }

  /// The entry in which a command id was used first.
  ///
  /// - Parameter stream: nil if it may have been used on any stream.
  package func firstUse(of id: Text, on stream: Text?) throws(LogError) -> Int? {
    var first: Int?
    try uses(of: id) { _, other, seq in
      if stream == nil || stream == other { first = min(first ?? seq, seq) }
    }
    return first
  }

  /// Passes the streams on which a command id was used, with the first entries.
  func uses(of id: Text, _ body: (Text, _ stream: Text, _ seq: Int) -> Void) throws(LogError) {
    var place = try lowerBound(in: idLines) { (line) throws(JSONError) in
      Text(line.storage, try Self.use(&line).id) < id
    }
    while place < idLines.upperBound {
      var isSame = false
      place = try line(at: place, in: idLines) { (line) throws(JSONError) in
        let use = try Self.use(&line)
        isSame = Text(line.storage, use.id) == id
        if isSame { body(id, Text(line.storage, use.stream), use.seq) }
      }.upperBound
      if !isSame { return }
    }
  }

  private func find(
    _ stream: Text, _ body: (inout JSONReader) throws(JSONError) -> Void
  ) throws(LogError) {
    let place = try lowerBound(in: streamLines) { (line) throws(JSONError) in
      Text(line.storage, try Self.stream(&line).name) < stream
    }
    guard place < streamLines.upperBound else { return }
    _ = try line(at: place, in: streamLines) { (line) throws(JSONError) in
      let start = line.position
      guard Text(line.storage, try Self.stream(&line).name) == stream else { return }
      line.position = start
      try body(&line)
    }
  }

  static func stream(_ line: inout JSONReader) throws(JSONError) -> Stream {
    guard let name = try line.text(after: #"{"stream":"#),
      let rev = try line.integer(after: #","rev":"#), 0...Int64(UInt32.max) ~= rev,
      let first = try line.integer(after: #","first":"#), first > 0
    else { throw JSONError(.invalidValue, at: line.position) }
    var state: JSONReader?
    if line.expect(#","state":"#) {
      state = line
      _ = try line.stepOver()
    }
    var erasures: [Erasure] = []
    if line.expect(#","erased":"#) {
      let range = try line.stepOver()
      let list = try JSONValue(line.storage, in: range, profile: .canonical)
      guard let found = Erasure.list(list) else {
        throw JSONError(.invalidValue, at: range.lowerBound)
      }
      erasures = found
    }
    return Stream(
      name: name, rev: Int(rev), first: Int(first), erasures: erasures, state: state)
  }

  private static func use(_ line: inout JSONReader) throws(JSONError) -> (
    id: TextRange, stream: TextRange, seq: Int
  ) {
    guard let id = try line.text(after: #"{"id":"#),
      let stream = try line.text(after: #","stream":"#),
      let seq = try line.integer(after: #","seq":"#)
    else { throw JSONError(.unexpectedByte, at: line.position) }
    return (id, stream, Int(seq))
  }
}
