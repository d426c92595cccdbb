// Looks up single entries of a log.

private import Integrity

extension StreamName {
  /// Whether an entry is of this stream.
  package func isStream(of entry: Entry) -> Bool {
    entry.storage.slice(entry.stream).elementsEqual(text.bytes)
  }
}

extension EntrySource {
  /// An entry by its number.
  ///
  /// - Throws: `beyondEnd` if there is none.
  package func entry(_ seq: Int) throws(LogError) -> Entry {
    var reader = try reader(at: seq)
    guard let entry = try reader.find(seq) else { throw .noEntry(seq, end: reader.seq) }
    return entry
  }

  /// The stream of an entry.
  package func stream(ofEntry seq: Int) throws(LogError) -> StreamName {
    var reader = try reader(at: seq)
    guard let entry = try reader.find(seq) else { throw .noEntry(seq, end: reader.seq) }
    guard let stream = StreamName(Text(entry.storage, entry.stream)) else {
      throw reader.corrupt("The stream of this entry has an invalid name.", seq: seq)
    }
    return stream
  }

  /// Whether a line that was read is still there, but perhaps without personal data that was erased since.
  func hasLine(_ line: [UInt8], at cursor: LogCursor) throws(LogError) -> Bool {
    let again = try chunks(from: cursor, pieceSize: line.count)
    var storage = ByteStorage.empty
    guard let found = try again.next(reusing: &storage) else { return false }
    let now = withExtendedLifetime(found) {
      Array(found.storage.bytes[found.lines].prefix { $0 != 0x0A } + [0x0A])
    }
    if now == line { return true }
    return leafHash(now).map { $0 == leafHash(line) } ?? false
  }

  private func leafHash(_ line: [UInt8]) -> Digest? {
    var decoder = EntryDecoder(form: form)
    let storage = ByteStorage.copy(of: line)
    var json = JSONReader(storage, in: 0..<storage.count, profile: form.profile)
    return (try? decoder.decode(&json))?.leafHash
  }

  private func reader(at seq: Int) throws(LogError) -> EntryReader {
    if let base, 0 < seq, seq <= base.header.through { throw base.archived(seq) }
    return try EntryReader(self, from: try cursor(before: seq))
  }
}

extension EntryReader {
  mutating func find(_ wanted: Int) throws(LogError) -> Entry? {
    while seq < wanted, let entry = try next() {
      if entry.seq == wanted { return entry }
    }
    return nil
  }
}
