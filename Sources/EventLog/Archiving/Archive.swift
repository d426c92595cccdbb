// The folder that segments are archived to: a store of its own, to be read.

struct Archive {
  private let from: LogDirectory
  private let to: LogDirectory
  /// Facts about the segments that were archived before.
  private let earlier: [ArchivedPrefixHeader.Segment]

  init(from: LogDirectory, to: LogDirectory, _ header: ArchivedPrefixHeader) {
    (self.from, self.to, earlier) = (from, to, header.segments)
  }

  /// Creates the folder's store, unless it has what was archived last.
  func open(for store: StoreReader, _ segments: [ClosedRange<Int>]) throws(LogError) {
    try from.checkIsAnother(to)
    if try to.item(at: to.description) == nil {
      try to.create(id: store.description.id, created: store.description.created)
    }
    var description = try StoreDescription.read(in: to)
    guard description.id == store.description.id else {
      throw .unusableArchive("\(to.path) has another store.")
    }
    let there = try StoreReader(to).directory.segments()
    // One that was begun and interrupted has none.
    guard description.isArchive || there.isEmpty else {
      throw .unusableArchive("\(to.path) isn't an archive.")
    }
    let others = there.filter { segment in
      !segments.contains { $0.lowerBound == segment }
    }
    if others.isEmpty {
      // It begins where the store begins now.
      description.isArchive = true
      description.hasBase = false
      if let base = store.base {
        try to.begin(with: try base.bytes(), description)
      } else {
        try to.describe(description)
      }
      return
    }
    guard let last = earlier.last, others.last == last.first, try to.has(last) else {
      throw .unusableArchive("\(to.path) has segments that don't come before these.")
    }
  }

  /// Copies a segment, and reads the copy.
  ///
  /// - Returns: The number of its bytes, and their SHA-256.
  func copy(_ segment: Int) throws(LogError) -> (bytes: Int, hash: String) {
    let original = try from.openSegment(segment, for: .reading)
    let (size, hash) = (try original.size(), try original.hash())
    try to.receive(segment) { (file) throws(LogError) in
      try file.take(from: original, 0..<size)
      try file.setModified(try original.stamp().modified)
    }
    try to.setWritable(false, segment)
    let record = ArchivedPrefixHeader.Segment(
      first: segment, bytes: size, hash: hash, folder: to.path)
    guard try to.has(record) else {
      throw LogError(
        .corrupt, "The copy of the segment isn't what was copied.",
        at: Place(file: to.segmentPath(segment), line: 1, byte: 0), seq: segment,
        hint: "The store is as it was. Check the disk, or archive to another folder.")
    }
    return (size, hash)
  }

  /// Reads the copies as a log, and notes its end.
  func verify(_ segments: [ClosedRange<Int>], _ lockTimeoutMilliseconds: Int) throws(LogError) {
    guard let first = segments.first, let last = segments.last else { return }
    let lock = try StoreLock.acquire(in: to, timeoutMilliseconds: lockTimeoutMilliseconds)
    let renewed = try lock.noteCopied(end: last.upperBound)
    try withExtendedLifetime((lock, renewed)) { () throws(LogError) in
      let reader = try StoreReader(to)
      // Files derived from earlier copies may have data that was erased since.
      try to.removeKept()
      try to.removeDrafts()
      if reader.base == nil { try to.removeUnusedBase() }
      let found = try FoundEnd(reader, from: LogCursor(startOf: first.lowerBound))
      guard found.end.seq == last.upperBound, found.tornTail == nil else {
        throw .unusableArchive("\(to.path) doesn't end with entry \(last.upperBound).")
      }
    }
  }
}

extension LogError {
  fileprivate static func unusableArchive(_ message: String) -> LogError {
    LogError(
      .cannotCreate, message,
      hint: """
        The store is as it was. Choose a folder that doesn't exist yet, or the one that was archived to \
        the last time.
        """)
  }
}
