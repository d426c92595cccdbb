// The fastest way through a history, for finding a place in it: reads number, time and stream of
// each entry and skips the rest, unchecked. To use an entry's content, read it with EntryReader.

/// The beginning of an entry.
@frozen package struct Envelope: Sendable {
  /// The entry's number.
  public let seq: Int
  /// The time when it was made.
  public let at: Timestamp
  /// The stream's name, a range of the storage it was read from.
  public let stream: TextRange

  @inlinable init(seq: Int, at: Timestamp, stream: TextRange) {
    self.seq = seq
    self.at = at
    self.stream = stream
  }
}

/// Reads the beginnings of a history's entries in order.
package struct EnvelopeReader {
  @usableFromInline var json = JSONReader(.empty, in: 0..<0, profile: .canonical)
  @usableFromInline var clock = TimestampText()
  @usableFromInline let form: LineForm
  private let chunks: any ChunkReader
  private var storage = ByteStorage.empty

  /// A reader from this place on.
  public init(_ source: any EntrySource, from cursor: LogCursor = .start) throws(LogError) {
    chunks = try source.chunks(from: cursor)
    form = source.form
  }

  /// The next entry's beginning; nil at the end, and before a line that doesn't begin as one should.
  @inlinable public mutating func next() throws(LogError) -> Envelope? {
    while json.position >= json.end {
      guard try nextChunk() else { return nil }
    }
    let start = json.position
    if let envelope = canonical() {
      json.skipLine()
      return envelope
    }
    json.position = start
    return form == .history ? anyOrder() : nil
  }

  /// The bytes of the last envelope's stream.
  @inlinable public func name(of envelope: Envelope) -> UnsafeRawBufferPointer {
    json.storage.slice(envelope.stream)
  }

  /// The name of the last envelope's stream; nil if it can't be one.
  public func streamName(of envelope: Envelope) -> StreamName? {
    StreamName(Text(String(decoding: name(of: envelope), as: UTF8.self)))
  }

  @inlinable @inline(__always) mutating func canonical() -> Envelope? {
    guard json.expect(#"{"seq":"#), let seq = try? json.integer(), json.expect(#","at":"#),
      let time = try? json.text(), let at = clock.parse(json.storage.slice(time)),
      json.expect(#","stream":"#), let stream = try? json.text()
    else { return nil }
    return Envelope(seq: Int(seq), at: at, stream: stream)
  }

  @usableFromInline mutating func anyOrder() -> Envelope? {
    var decoder = EntryDecoder(form: .history)
    guard let entry = try? decoder.decode(&json) else { return nil }
    return Envelope(seq: entry.seq, at: entry.at, stream: entry.stream)
  }

  @usableFromInline mutating func nextChunk() throws(LogError) -> Bool {
    json = JSONReader(.empty, in: 0..<0, profile: .canonical)
    guard let next = try chunks.next(reusing: &storage) else { return false }
    json = JSONReader(next.storage, in: next.lines, profile: form.profile)
    return true
  }
}
