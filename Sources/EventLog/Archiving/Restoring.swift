// Brings archived segments back. They are checked, and don't count before all of them are there.

/// Judges, before anything is restored, the log with the archived entries and, if it can be read, with the base.
///
/// - Returns: Whether the entries may be restored; nil if that couldn't be judged: then they aren't, even by force.
public typealias ArchiveJudge = (_ entries: any EntrySource, _ base: (any EntrySource)?) -> Bool?

/// Moves archived segments back into a store, and compares what the store began with meanwhile with what they lead to.
/// The copies stay where they are.
///
/// If the tree over the entries isn't the base's, or a segment isn't the one that the base names, one of them was
/// changed: then nothing is restored, unless that is forced. A base that says something else than the entries is kept
/// in the quarantine.
///
/// - Parameters:
///   - path: The store's folder.
///   - folders: Folders to search for the segments besides those that they were archived to. If the base can't be
///     read, only there.
///   - domains: All domains whose streams the store has.
///   - isForced: Whether entries are restored that the base or the judge contradicts.
///   - judge: Judges what would be restored.
///   - lockTimeoutMilliseconds: The time to wait for another writer.
/// - Throws: `archived` if a segment isn't found as it was archived, `corrupt` if it is damaged; nothing is changed
///   then; `locked`, `noSuchStore`, `notAStore`, `newerVersion`, `inputOutput`, `diskFull`.
/// - Complexity: Reads the whole log.
package func restoreArchive(
  _ path: String, from folders: [String] = [], of domains: [any CodableDecider.Type],
  isForced: Bool = false, judge: ArchiveJudge? = nil, lockTimeoutMilliseconds: Int = 5_000
) throws(LogError) -> RestoreReport {
  let disk = PosixDisk.here()
  let store = LogDirectory(path, on: disk)
  let report = try restoreArchive(
    store, from: folders, of: domains, isForced: isForced, judge: judge, lockTimeoutMilliseconds
  ) {
    // Once the base is gone, nothing else would tell where the copies are.
    for copy in (try? store.knownCopies())?.copies ?? [] {
      store.note(copy.kind, at: copy.path, on: disk)
    }
  }
  if report.isRestored, report.segments > 0 {
    let id = try StoreDescription.read(in: store).id
    for folder in folders
    where (try? StoreDescription.read(in: LogDirectory(folder, on: disk)))?.id == id {
      store.note(.archive, at: folder, on: disk)
    }
  }
  return report
}

func restoreArchive(
  _ source: LogDirectory, from folders: [String], of domains: [any CodableDecider.Type],
  isForced: Bool = false, judge: ArchiveJudge? = nil, _ lockTimeoutMilliseconds: Int = 5_000,
  noting: () -> Void = {}
) throws(LogError) -> RestoreReport {
  // No file is made where there is no store.
  try StoreDescription.read(in: source).checkIsWritable()
  let lock = try StoreLock.acquire(in: source, timeoutMilliseconds: lockTimeoutMilliseconds)
  return try withExtendedLifetime(lock) { () throws(LogError) in
    let whole = try StoreReader(source, ignoringBase: true)
    guard whole.description.hasBase else { return RestoreReport() }
    noting()
    let (base, segments) = try whole.archived(in: folders)
    let received = try whole.directory.receive(
      segments, from: folders, takesOthers: isForced || judge != nil)
    var report = RestoreReport(segments: segments.count)
    let next = try whole.directory.segments().first { $0 > segments.last?.first ?? 0 }
    report.through = base?.header.through ?? (next ?? 1) - 1
    do throws(LogError) {
      let found = try whole.difference(from: base, of: domains)
      report.difference = found?.what ?? (received.hasOthers ? "the segments" : nil)
      report.disagrees = found?.isOfTree == true || received.hasOthers
      let based = base == nil ? nil : try StoreReader(source)
      let judgement = judge.map { $0(whole, based) } ?? true
      report.isRestored = judgement.map { isForced || $0 && !report.disagrees } ?? false
      if report.isRestored, report.difference != nil {
        report.keptBase = try whole.directory.keepBase()
      }
    } catch {
      whole.directory.putBack(received.all)
      throw whole.notRestored(error, segments, from: folders)
    }
    guard report.isRestored else {
      whole.directory.putBack(received.all)
      return report
    }
    try whole.directory.beginWithFirstEntry(whole.description)
    try whole.directory.removeKept()
    return report
  }
}

extension StoreReader {
  /// The base of the log, if that can be read, and the segments that are archived: those that it names, or else
  /// those that the folders have and the log hasn't.
  fileprivate func archived(in folders: [String]) throws(LogError) -> (
    ArchivedPrefix?, [ArchivedPrefixHeader.Segment]
  ) {
    do throws(LogError) {
      let base = try directory.openBase(description)
      return (base, base?.header.segments ?? [])
    } catch {
      guard error.code == .corrupt, !folders.isEmpty else { throw error }
    }
    let there = try directory.segments()
    var segments: [ArchivedPrefixHeader.Segment] = []
    for folder in folders {
      let archive = try StoreReader(LogDirectory(folder, on: directory.disk), ignoringBase: true)
      guard archive.storeID == storeID else { continue }
      for segment in try archive.directory.segments() where !there.contains(segment) {
        let file = try archive.directory.openSegment(segment, for: .reading)
        let (bytes, hash) = (try file.size(), try file.hash())
        segments.append(.init(first: segment, bytes: bytes, hash: hash, folder: folder))
      }
    }
    segments.sort { $0.first < $1.first }
    return (nil, segments)
  }
}

/// Segments that were brought back.
private struct ReceivedSegments {
  /// The segments that weren't there.
  var all: [Int] = []
  /// Whether any isn't as it was archived.
  var hasOthers = false
}

extension LogDirectory {
  /// Brings segments back, unless they are still there.
  ///
  /// - Parameter takesOthers: Whether segments are taken that aren't as they were archived, if there are no others.
  fileprivate func receive(
    _ segments: [ArchivedPrefixHeader.Segment], from folders: [String], takesOthers: Bool
  ) throws(LogError) -> ReceivedSegments {
    var received = ReceivedSegments()
    var sources: [(segment: ArchivedPrefixHeader.Segment, folder: LogDirectory)] = []
    for segment in segments where try !has(segment) {
      guard try item(at: segmentPath(segment.first)) == nil else {
        throw Self.changed(
          segment, segmentPath(segment.first),
          hint: "Nothing was changed. Move it away if the archived one is the right one.")
      }
      guard let copy = try copy(of: segment, among: folders) else {
        throw Self.lost(segment, folders + [segment.folder])
      }
      if copy.segment.hash != segment.hash {
        guard takesOthers else {
          let path = copy.folder.segmentPath(segment.first)
          throw Self.changed(segment, path, hint: .findArchive)
        }
        received.hasOthers = true
      }
      sources.append(copy)
    }
    do throws(LogError) {
      for (segment, folder) in sources {
        let copy = try folder.openSegment(segment.first, for: .reading)
        try receive(segment.first) { (file) throws(LogError) in
          try file.take(from: copy, 0..<segment.bytes)
        }
        received.all.append(segment.first)
        try setWritable(false, segment.first)
        guard try has(segment) else { throw Self.lost(segment, [segment.folder]) }
      }
    } catch {
      putBack(received.all)
      throw error
    }
    return received
  }

  /// Removes what was brought back: their originals are where they were.
  fileprivate func putBack(_ segments: [Int]) {
    for segment in segments { try? remove(segmentPath(segment)) }
    try? syncFolder(log)
  }

  /// The path of a copy of a segment: as it was archived or, if none is, as it is now.
  private func copy(of segment: ArchivedPrefixHeader.Segment, among folders: [String])
    throws(LogError)
    -> (segment: ArchivedPrefixHeader.Segment, folder: LogDirectory)?
  {
    let archives = (folders + [segment.folder]).map { LogDirectory($0, on: disk) }
    for archive in archives where try archive.has(segment) { return (segment, archive) }
    for archive in archives {
      guard try archive.item(at: archive.segmentPath(segment.first)) == .file else { continue }
      let file = try archive.openSegment(segment.first, for: .reading)
      let (bytes, hash) = (try file.size(), try file.hash())
      return (.init(first: segment.first, bytes: bytes, hash: hash, folder: archive.path), archive)
    }
    return nil
  }

  /// Copies the base to the quarantine.
  ///
  /// - Returns: The copy's path.
  fileprivate func keepBase() throws(LogError) -> String {
    let file = try OpenFile(baseFile, for: .reading, on: disk)
    return try Quarantine(in: self).keep(file, 0..<file.size(), as: "base.jsonl")
  }

  private static func changed(
    _ segment: ArchivedPrefixHeader.Segment, _ path: String, hint: LogError.Remedy
  ) -> LogError {
    LogError(
      .corrupt, "This segment isn't as it was when it was archived.",
      at: Place(file: path, line: 1, byte: 0), seq: segment.first, hint: hint)
  }

  /// The place in the original of a place in a segment that was brought back, and isn't there any more; nil if it is
  /// elsewhere.
  fileprivate func original(
    of place: Place, _ segments: [ArchivedPrefixHeader.Segment], from folders: [String]
  ) -> Place? {
    guard let segment = segments.first(where: { segmentPath($0.first) == place.file }),
      let folder = try? copy(of: segment, among: folders)?.folder
    else { return nil }
    return Place(
      file: folder.segmentPath(segment.first), line: place.line, byte: place.byte,
      column: place.column)
  }

  private static func lost(_ segment: ArchivedPrefixHeader.Segment, _ folders: [String]) -> LogError
  {
    let places = folders.map { "\($0)/log" }.joined(separator: " or ")
    return LogError(
      .archived,
      "\(SegmentName.text(segment.first)) isn't in \(places) as it was when it was archived.",
      seq: segment.first, hint: .findArchive)
  }
}

extension StoreReader {
  /// Reads the whole log, and compares the states at the end of what was archived with a base, if there is one.
  ///
  /// - Returns: The difference, and whether it is one of the tree over the entries: then the base may be right.
  fileprivate func difference(from base: ArchivedPrefix?, of domains: [any CodableDecider.Type])
    throws(LogError) -> (what: String, isOfTree: Bool)?
  {
    var fold = ArchivedPrefixFold(of: description.id, domains)
    var reader = try EntryReader(self, checksPayloads: true)
    let through = base?.header.through ?? 0
    while reader.seq < through, try reader.next(into: &fold) != nil {}
    let made = fold.base()
    while try reader.next(into: &fold) != nil {}
    guard let base else { return nil }
    guard let made else { return ("the states, which have no form to compare", false) }
    if let difference = made.header.difference(from: base.header) {
      return (difference, made.header.tree != base.header.tree)
    }
    return try streamDifference(from: base, made, domains).map { ($0, false) }
  }

  /// The error of a log that couldn't be read with the segments that were brought back, and aren't there any more.
  fileprivate func notRestored(
    _ error: LogError, _ segments: [ArchivedPrefixHeader.Segment], from folders: [String]
  ) -> LogError {
    guard let place = error.place else { return error }
    let original = directory.original(of: place, segments, from: folders)
    let isDamaged = error.code == .corrupt
    let reason = isDamaged && original != nil ? "This archived file is damaged. " : ""
    return LogError(
      error.code, "\(error.message) \(reason)Nothing was restored.", at: original ?? place,
      seq: error.seq,
      hint: !isDamaged ? error.remedy : original == nil ? .compareCopies : .findOtherArchive)
  }

  private func streamDifference(
    from base: ArchivedPrefix, _ made: (header: ArchivedPrefixHeader, lines: [UInt8]),
    _ domains: [any CodableDecider.Type]
  ) throws(LogError) -> String? {
    let found = ArchivedPrefix(made.header, lines: made.lines, path: base.path)
    do throws(LogError) {
      if try base.lines() == made.lines { return nil }
      if let stream = try base.firstDifference(from: found, of: domains) { return stream }
      try base.verify()
      return nil
    } catch {
      // An entry that can't be read isn't needed any more.
      guard error.place?.file == base.path else { throw error }
      return "the lines"
    }
  }
}
