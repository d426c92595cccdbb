// The paths in a store's folder.

struct LogDirectory: Sendable {
  let path: String
  let disk: any Disk
  /// The base of the log, if its first entries are archived.
  var base: ArchivedPrefix?
  /// Whether it is read from the first segment that is there, whatever it begins with.
  var ignoresBase = false
  /// Whether its cache is read and written.
  var usesCache = true

  init(_ path: String, on disk: any Disk) {
    var trimmed = path[...]
    while trimmed.count > 1, trimmed.hasSuffix("/") { trimmed.removeLast() }
    self.path = String(trimmed)
    self.disk = disk
  }

  /// A folder of the file system. A relative path leads to the same folder wherever the process goes later.
  init(_ path: String) { self.init(path, on: path.hasPrefix("/") ? PosixDisk() : .here()) }

  var description: String { path + "/store.json" }
  var log: String { path + "/log" }
  var lock: String { path + "/lock" }
  var cache: String { path + "/cache" }
  var quarantine: String { path + "/quarantine" }
  var tiles: String { cache + "/tile" }
  /// The path of a file that is being copied, until it is whole.
  var incoming: String { path + "/incoming" }
  /// The path of a segment that is being rewritten.
  var rewriting: String { path + "/rewriting" }
  /// The path of the list of folders that backups were made to.
  var backups: String { path + "/backups.jsonl" }
  /// The path of the notes on erasures.
  var erasures: String { path + "/erasures" }

  /// The path of the base, which takes the place of archived entries.
  var baseFile: String { path + "/base.jsonl" }

  /// The place before the first entry that isn't archived.
  var start: LogCursor { base?.start ?? .start }

  /// The folder that contains the store's folder.
  var parent: String { parent(of: path) }

  func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  func segmentPath(_ segment: Int) -> String { log + "/" + SegmentName.text(segment) }

  /// The segments, from the first to the last.
  func segments() throws(LogError) -> [Int] {
    try namesInLog().compactMap(SegmentName.segment).filter { $0 > start.seq }.sorted()
  }

  /// The segments that are still there although they are archived.
  func archivedSegments() throws(LogError) -> [Int] {
    try namesInLog().compactMap(SegmentName.segment).filter { $0 <= start.seq }.sorted()
  }

  /// Whether there are segments that aren't archived but that the base stands for all the same.
  var hasHiddenSegments: Bool {
    get throws(LogError) {
      let archived = Set((base?.header.segments ?? []).map(\.first))
      return try !archived.isSuperset(of: archivedSegments())
    }
  }

  /// The paths of other files among the segments.
  func unrecognizedFiles() throws(LogError) -> [String] {
    let others = try namesInLog().filter { name in
      SegmentName.segment(name).map { $0 <= start.seq } ?? true
    }
    return others.sorted().map { log + "/" + $0 }
  }

  private func namesInLog() throws(LogError) -> [String] {
    do throws(DiskError) {
      return try disk.names(in: log)
    } catch {
      guard error.isNoFolder else { throw LogError(error, path: log) }
      guard try item(at: log) == nil, try !isTaken(log) else {
        throw LogError(
          .corrupt, "This has the name of the folder of the log, but it isn't a folder.",
          at: Place(file: log, line: 1, byte: 0), seq: 1,
          hint: "Nothing was changed. Move it away, and restore the folder from a copy.")
      }
      throw LogError(
        .corrupt, "The store has lost this folder, and all entries with it.",
        at: Place(file: log, line: 1, byte: 0), seq: 1,
        hint: .recoverUndecided(keptThrough: 0, bytes: 0))
    }
  }

  func openSegment(_ segment: Int, for access: DiskAccess) throws(LogError) -> OpenFile {
    let path = segmentPath(segment)
    guard try !isTaken(path) else {
      throw LogError(
        .corrupt, "This has the name of a segment, but it isn't a file.",
        at: Place(file: path, line: 1, byte: 0), seq: segment, hint: LogError.hint(for: .store))
    }
    do throws(LogError) {
      return try OpenFile(path, for: access, on: disk)
    } catch {
      // It may have been archived meanwhile.
      if try item(at: path) == nil { try checkBaseIsLast() }
      throw error
    }
  }

  /// Whether there is something else than a file, such as a folder or a link that leads nowhere. Checked
  /// before a file is opened, because opening a pipe would wait for a writer.
  func isTaken(_ path: String) throws(LogError) -> Bool {
    if let item = try item(at: path) { return item != .file }
    return try on(path, disk.isSymbolicLink)
  }

  func item(at path: String) throws(LogError) -> DiskItem? { try on(path, disk.item(at:)) }

  func syncFolder(_ path: String) throws(LogError) { try on(path, disk.syncFolder) }

  func remove(_ path: String) throws(LogError) { try on(path, disk.remove) }

  /// Replaces a file of the store's folder in one step, on stable storage.
  func replace(_ path: String, with storage: ByteStorage) throws(LogError) {
    try writeInOneStep(path, by: path + Self.draftSuffix) { (file) throws(LogError) in
      try file.write(storage, at: 0)
    }
    try syncFolder(self.path)
  }

  static let draftSuffix = ".new"

  /// Writes a segment, in one step as far as others can see, and on stable storage.
  func receive(_ segment: Int, _ fill: (OpenFile) throws(LogError) -> Void) throws(LogError) {
    try writeInOneStep(segmentPath(segment), by: incoming, fill)
    try syncFolder(log)
  }

  /// Writes a file that appears under its name when it is whole.
  ///
  /// - Parameters:
  ///   - draft: The file's name until it is whole; a file that has it is overwritten.
  ///   - isDurable: Whether it is on stable storage then.
  ///   - prepare: Called when it is whole, before it gets its name.
  func writeInOneStep(
    _ path: String, by draft: String, isDurable: Bool = true,
    _ fill: (OpenFile) throws(LogError) -> Void, prepare: () throws(LogError) -> Void = {}
  ) throws(LogError) {
    if try item(at: draft) != nil { try remove(draft) }
    let file = try OpenFile(draft, for: .creating, on: disk)
    do throws(LogError) {
      try fill(file)
      if isDurable { try file.sync() }
      try prepare()
      try on(draft) { (draft) throws(DiskError) in try disk.rename(draft, to: path) }
    } catch {
      try? remove(draft)
      throw error
    }
  }

  /// Whether a segment has the permission to be written to: a sealed one hasn't.
  func isWritable(_ segment: Int) throws(LogError) -> Bool {
    try on(segmentPath(segment), disk.isWritable)
  }

  func setWritable(_ isWritable: Bool, _ segment: Int) throws(LogError) {
    try on(segmentPath(segment)) { (path) throws(DiskError) in
      try disk.setWritable(isWritable, path)
    }
  }

  /// Makes a call of the disk, whose error names a path.
  func on<Result>(
    _ path: String, _ call: (String) throws(DiskError) -> Result
  ) throws(LogError) -> Result {
    do throws(DiskError) {
      return try call(path)
    } catch {
      throw LogError(error, path: path)
    }
  }
}

/// A segment is named by the number of the first entry in it, in 20 digits.
enum SegmentName {
  private static let digits = 20
  private static let suffix = ".jsonl"
  /// The numbers of entries that the log's profile of JSON allows.
  private static let numbers = 1...(1 << 53) - 1

  /// `00000000000000000001.jsonl`
  static func text(_ segment: Int) -> String { number(segment) + suffix }

  /// `00000000000000000001`
  static func number(_ segment: Int) -> String {
    let number = String(segment)
    return String(repeating: "0", count: digits - number.utf8.count) + number
  }

  /// Whether a name begins with a segment's number, and a dot.
  static func begins(_ name: String) -> Bool {
    name.utf8.prefix(digits).allSatisfy { (0x30...0x39).contains($0) }
      && name.utf8.dropFirst(digits).first == UInt8(ascii: ".")
  }

  /// The segment that a file is, or nil if it isn't one.
  static func segment(_ name: String) -> Int? {
    guard name.utf8.count == digits + suffix.utf8.count, name.hasSuffix(suffix) else { return nil }
    let number = name.utf8.prefix(digits)
    guard number.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(String(Substring(number))).flatMap { numbers.contains($0) ? $0 : nil }
  }
}
