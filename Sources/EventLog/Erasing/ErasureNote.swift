// The file `erasures` of a store: whether the log may have personal data whose erasure is recorded. A store without
// erasures has none. It is written before the first entry that records one, so that a crash leaves its trace.

/// A note on a store's erasures.
struct ErasureNote: Equatable {
  /// The state of the log when there was nothing left to erase.
  struct Finished: Equatable {
    /// The last entry then.
    let through: Int
    /// The segments before this one were read.
    let before: Int
    /// Tells whether they still are the same.
    let identity: UInt64
  }

  private static let longest = 4096

  /// The last time when there was nothing left; nil if never, or if that isn't known.
  var finished: Finished?
  /// Whether something may be left.
  var isPending = true
  /// Whether segments were being rewritten, so that what was derived from them may still be there.
  var isRewriting = false

  /// Whether a store may have something left to erase, also because a segment was changed from outside.
  static func isPending(in directory: LogDirectory) throws(LogError) -> Bool {
    guard let note = try read(in: directory) else { return false }
    if note.isPending { return true }
    return try note.erasedThrough(in: directory) == 0
  }

  /// The entry up to which all erasures are finished; 0 if that isn't known, or a segment was changed since.
  func erasedThrough(in directory: LogDirectory) throws(LogError) -> Int {
    guard let finished,
      try Self.identity(before: finished.before, in: directory) == finished.identity
    else { return 0 }
    return finished.through
  }

  /// A number that changes when a segment before this one is written to, or replaced.
  static func identity(before segment: Int, in directory: LogDirectory) throws(LogError) -> UInt64 {
    var files: [SegmentFile] = []
    for number in try directory.segments() where number < segment {
      files.append(try SegmentFile(number, mayBeFilled: false, in: directory))
    }
    return SegmentFile.identity(of: files[...])
  }

  /// nil if the store has no such file. One that can't be read says that something may be left.
  static func read(in directory: LogDirectory) throws(LogError) -> ErasureNote? {
    guard let bytes = try contents(in: directory) else { return nil }
    let tree = try? JSONValue(.copy(of: bytes), in: 0..<bytes.count, profile: .anyOrder)
    guard let through = tree?["through"]?.integer, let before = tree?["before"]?.integer,
      let identity = tree?["segments"]?.string.flatMap({ UInt64($0, radix: 16) })
    else { return ErasureNote(isRewriting: tree?["rewriting"] != .boolean(false)) }
    return ErasureNote(
      finished: Finished(through: Int(through), before: Int(before), identity: identity),
      isPending: tree?["pending"] != .boolean(false))
  }

  /// The file's bytes, which differ after each write.
  static func contents(in directory: LogDirectory) throws(LogError) -> [UInt8]? {
    let path = directory.erasures
    guard try directory.item(at: path) != nil else { return nil }
    guard try !directory.isTaken(path) else {
      throw LogError(
        .corrupt, "This isn't a file.", at: Place(file: path, line: 1, byte: 0),
        hint: "Remove it; the next erasure creates it again.")
    }
    return try OpenFile(path, for: .reading, on: directory.disk).bytes(at: 0, count: longest)
  }

  /// Replaces the file, on stable storage. The store must be locked.
  func write(in directory: LogDirectory) throws(LogError) {
    var writer = JSONWriter()
    writer.object { object in
      object.member("mark", String(SystemClock.salt().words.low, radix: 16))
      object.member("pending", isPending)
      object.member("rewriting", isRewriting)
      if let finished {
        object.member("through", finished.through)
        object.member("before", finished.before)
        object.member("segments", String(finished.identity, radix: 16))
      }
    }
    writer.raw("\n")
    try directory.replace(directory.erasures, with: writer.storage())
  }
}
