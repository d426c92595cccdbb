// The file `base.jsonl` of a store whose first entries are archived.

import Integrity

extension LogDirectory {
  /// The longest first line; it has a range for each gap in the numbers that are ids.
  static let longestHeader = 1 << 28

  /// The base that the log begins with; nil if nothing is archived.
  ///
  /// - Throws: `corrupt` if the file isn't as it was written, or isn't there; `newerVersion`.
  func openBase(_ description: StoreDescription) throws(LogError) -> ArchivedPrefix? {
    guard description.hasBase else { return nil }
    let path = baseFile
    guard let file = try openBaseFile() else { return nil }
    let line = try file.firstLine(upTo: Self.longestHeader)
    guard EntryDecoder.hasTrueChecksum(line.bytes) else {
      throw ArchivedPrefix.damaged(
        Place(file: path, line: 1, byte: 0, column: 1), "The line doesn't match its checksum.")
    }
    let header = try Self.header(line, path)
    guard header.store == description.id else {
      throw ArchivedPrefix.damaged(
        Place(file: path, line: 1, byte: 0, column: 1), "This is the base of another store.")
    }
    let base = ArchivedPrefix(header, headerSize: line.count + 1, path: path) {
      (part) throws(LogError) in
      try ByteStorage.filled(capacity: part.count) { (buffer) throws(LogError) in
        let count = UnsafeMutableRawBufferPointer(rebasing: buffer[..<part.count])
        return try file.read(at: part.lowerBound, into: count)
      }
    }
    let size = try file.size()
    guard base.size <= ArchivedPrefix.largest, size == base.size else {
      throw base.damaged(
        at: min(size, base.size, ArchivedPrefix.largest), "The file hasn't the size that it should."
      )
    }
    return base
  }

  /// The file; nil if another process has restored what was archived since the description was read.
  private func openBaseFile() throws(LogError) -> OpenFile? {
    // Another one may have archived it again.
    for _ in 1...3 {
      do throws(LogError) {
        if try item(at: baseFile) == .file, try !isTaken(baseFile) {
          return try OpenFile(baseFile, for: .reading, on: disk)
        }
      } catch {
        guard try item(at: baseFile) == nil else { throw error }
      }
      guard try StoreDescription.read(in: self).hasBase else { return nil }
    }
    throw ArchivedPrefix.damaged(
      Place(file: baseFile, line: 1, byte: 0), "The store has lost this file.")
  }

  private static func header(_ line: ByteStorage, _ path: String) throws(LogError)
    -> ArchivedPrefixHeader
  {
    do throws(JSONError) {
      return try ArchivedPrefixHeader(line, in: 0..<line.count)
    } catch {
      guard error.code == .unsupported else {
        throw ArchivedPrefix.damaged(
          Place(file: path, line: 1, byte: error.offset, after: line.bytes[..<error.offset]),
          "The line isn't as it was written.")
      }
      throw LogError(
        .newerVersion, "The base of the log was written by a newer version.",
        at: Place(file: path, line: 1, byte: 0),
        hint: .useNewerVersion)
    }
  }

  /// Writes the file, then the description that makes it count; each in one step.
  func begin(with base: [UInt8], _ description: StoreDescription) throws(LogError) {
    try replace(baseFile, with: .copy(of: base))
    var description = description
    description.hasBase = true
    if try StoreDescription.read(in: self) != description { try describe(description) }
  }

  /// Removes the file, after a description that doesn't need it.
  func beginWithFirstEntry(_ description: StoreDescription) throws(LogError) {
    var description = description
    description.hasBase = false
    if try StoreDescription.read(in: self) != description { try describe(description) }
    try removeUnusedBase()
  }

  func describe(_ description: StoreDescription) throws(LogError) {
    var writer = JSONWriter()
    description.write(to: &writer)
    try replace(self.description, with: writer.storage())
  }

  /// Removes what a crash has left of archiving, or of restoring, in a log that has all its entries: it has
  /// personal data.
  func removeUnusedBase() throws(LogError) {
    for path in [baseFile, baseFile + Self.draftSuffix] where try item(at: path) != nil {
      // An older description may have been put back.
      guard try segments().first == 1 else { return }
      try remove(path)
      try syncFolder(self.path)
    }
  }

  /// Throws if entries were archived, or restored, since the base was opened.
  func checkBaseIsLast() throws(LogError) {
    if ignoresBase { return }
    let now = try openBase(try StoreDescription.read(in: self))
    guard now?.header == base?.header else {
      throw LogError(
        .locked, "Entries of the log were archived or restored meanwhile. Nothing was changed.",
        hint: "Run the command again.")
    }
  }

  /// Throws if an entry is archived.
  func requireEntry(_ seq: Int) throws(LogError) {
    if let base, 0 < seq, seq <= base.header.through { throw base.archived(seq) }
  }
}

extension ArchivedPrefix {
  /// All of it.
  func bytes() throws(LogError) -> [UInt8] { header.line() + (try lines()) }

  /// A hash that tells it from any other.
  var identity: UInt64 {
    header.line().withUnsafeBytes { StreamTable.longHash($0, seed: 3) } >> 1
  }
}

extension OpenFile {
  /// The first line, without its LF; all there is if it has none.
  func firstLine(upTo limit: Int) throws(LogError) -> ByteStorage {
    var count = 1 << 14
    while true {
      let bytes = try self.bytes(at: 0, count: count)
      if let feed = bytes.firstIndex(of: 0x0A) { return .copy(of: Array(bytes[..<feed])) }
      if bytes.count < count || count >= limit { return .copy(of: bytes) }
      count = min(count * 8, limit)
    }
  }
}
