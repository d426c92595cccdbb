// A file of CloudEvents as a history: the entries that are the events' data. Everything else becomes white space, so
// that places in errors are those of the file.

/// Reads the entries out of CloudEvents in their JSON format, one on each line or all in one array.
final class CloudEventsSource: LogSource {
  private let input: any EntrySource
  private let beforeReading: @Sendable () -> Void

  /// - Parameter beforeReading: Called before more of the file is read, which may take time.
  init(_ input: any EntrySource, beforeReading: @escaping @Sendable () -> Void = {}) {
    (self.input, self.beforeReading) = (input, beforeReading)
  }

  let form = LineForm.history

  func chunks(from cursor: LogCursor) throws(LogError) -> any ChunkReader {
    Reader(try input.chunks(from: cursor), beforeReading)
  }

  private final class Reader: LogChunkReader {
    private let chunks: any ChunkReader
    private let beforeReading: @Sendable () -> Void
    private var isAtStart = true
    /// The error after the lines that were returned last.
    private var failure: LogError?

    init(_ chunks: any ChunkReader, _ beforeReading: @escaping @Sendable () -> Void) {
      (self.chunks, self.beforeReading) = (chunks, beforeReading)
    }

    var tail: TornTail? { chunks.tail }

    func next(reusing storage: inout ByteStorage) throws(LogError) -> LogChunk? {
      if let failure { throw failure }
      beforeReading()
      guard var chunk = try chunks.next(reusing: &storage) else { return nil }
      let first = chunk.firstByte
      let isBatch = isAtStart && first == UInt8(ascii: "[")
      if first != nil { isAtStart = false }
      if isBatch { chunk = try whole(chunk, reusing: &storage) }
      if isBatch { return try chunk.entriesOfBatch() }
      let (entries, failure) = chunk.entriesOfLines()
      self.failure = failure
      if let failure, entries.lines.isEmpty { throw failure }
      return entries
    }

    /// The whole file: an array may have its events on any lines. Its lines are the events.
    private func whole(_ first: LogChunk, reusing storage: inout ByteStorage) throws(LogError)
      -> LogChunk
    {
      var bytes = Array(first.storage.bytes[first.lines])
      while let next = try chunks.next(reusing: &storage) {
        guard bytes.count + next.lines.count <= ByteStorage.maximumCount else {
          throw LogError(
            .malformed, "An array of CloudEvents may have at most 2 GiB.",
            at: Place(file: first.file, line: 1, byte: 0),
            hint: "Pass the events as lines.")
        }
        bytes += next.storage.bytes[next.lines]
      }
      return LogChunk(
        storage: .copy(of: bytes), lines: 0..<bytes.count, file: first.file, segment: 0, line: 1,
        byte: 0)
    }
  }
}

extension LogChunk {
  fileprivate var firstByte: UInt8? {
    storage.bytes[lines].first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
  }

  /// The entries before the first line that isn't an event, and what is wrong with that.
  fileprivate func entriesOfLines() -> (entries: LogChunk, failure: LogError?) {
    var entries = EntriesOfEvents(self)
    var start = lines.lowerBound
    while start < lines.upperBound {
      let feed = storage.bytes[start..<lines.upperBound].firstIndex(of: 0x0A)
      let end = feed ?? lines.upperBound
      do throws(LogError) {
        try at(line + entries.count, start..<end) { () throws(JSONError) in
          var reader = JSONReader(storage, in: start..<end, profile: .anyOrder)
          try entries.add(&reader)
          try reader.endOfDocument()
        }
      } catch {
        return (entries.chunk, error)
      }
      start = end + 1
    }
    return (entries.chunk, nil)
  }

  fileprivate func entriesOfBatch() throws(LogError) -> LogChunk {
    var entries = EntriesOfEvents(self)
    try at(1, lines) { () throws(JSONError) in
      var reader = JSONReader(storage, in: lines, profile: .anyOrder)
      var index = 0
      try reader.beginArray()
      while try reader.nextElement(&index) { try entries.add(&reader) }
      try reader.endOfDocument()
    }
    return entries.chunk
  }

  private func at(
    _ line: Int, _ range: Range<Int>, _ body: () throws(JSONError) -> Void
  ) throws(LogError) {
    do throws(JSONError) {
      try body()
    } catch {
      throw LogError(
        .corrupt, problem(error, in: range),
        at: place(of: error.offset, inLineFrom: range.lowerBound, line))
    }
  }
}

extension LogChunk {
  private func problem(_ error: JSONError, in range: Range<Int>) -> String {
    if let problem = storage.encodingProblem(at: range.lowerBound) { return problem }
    switch error.code {
    case .missingKey: return EntriesOfEvents.lacking(in: storage, at: error.offset)
    case .wrongType, .unsupported:
      return "This isn't a CloudEvent of version 1.0 with an entry as its data."
    default: return error.message
    }
  }
}

/// The lines that entries are, as long as what they are found in.
private struct EntriesOfEvents {
  private static let keys = KeyTable("specversion", "id", "source", "type", "data", "data_base64")

  /// A sentence that says which keys an event lacks.
  static func lacking(in storage: ByteStorage, at offset: Int) -> String {
    var reader = JSONReader(storage, in: offset..<storage.count, profile: .anyOrder)
    let event = (try? reader.skipValue(checkingDuplicates: false)).flatMap {
      try? JSONValue(storage, in: $0, profile: .anyOrder)
    }
    let lacking = (0...4).map { "\(keys.name($0))" }.filter { event?[$0] == nil }
    return "The CloudEvent has no \(lacking.map { "'\($0)'" }.joined(separator: " and no "))."
  }

  private let source: LogChunk
  private var bytes: [UInt8]
  private var end = 0
  private(set) var count = 0

  init(_ source: LogChunk) {
    self.source = source
    bytes = Array(repeating: 0x20, count: source.lines.count)
  }

  /// Adds the data of the event at the reader's position.
  mutating func add(_ reader: inout JSONReader) throws(JSONError) {
    let start = try reader.peek()
    guard start == UInt8(ascii: "{") else { throw JSONError(.wrongType, at: reader.position) }
    let place = reader.position
    var data: Range<Int>?
    var present: Set<Int> = []
    var keys = ObjectKeys()
    try reader.beginObject()
    while let rank = try reader.nextKey(&keys, Self.keys) {
      switch rank {
      case 0:
        let version = try reader.text()
        guard reader.isText(version, "1.0") else {
          throw JSONError(.unsupported, at: version.quote)
        }
      case 1...3: _ = try reader.text()
      case 4:
        guard try reader.peek() == UInt8(ascii: "{") else {
          throw JSONError(.wrongType, at: reader.position)
        }
        data = try reader.skipValue()
      case 5: throw JSONError(.unsupported, at: reader.position)
      default: _ = try reader.skipValue()
      }
      present.insert(rank)
    }
    guard let data, present.isSuperset(of: 0...3) else { throw JSONError(.missingKey, at: place) }
    add(data)
  }

  /// An object never ends what it is in, so that there is a byte for the line feed.
  private mutating func add(_ data: Range<Int>) {
    let start = source.lines.lowerBound
    for place in data where source.storage.bytes[place] != 0x0A {
      bytes[place - start] = source.storage.bytes[place]
    }
    bytes[data.upperBound - start] = 0x0A
    end = data.upperBound - start + 1
    count += 1
  }

  var chunk: LogChunk {
    LogChunk(
      storage: .copy(of: bytes), lines: 0..<end, file: source.file, segment: 0, line: source.line,
      byte: source.byte)
  }
}
