// The entries that are copied from a history: those of a range, and those they depend on.

/// The entries of some streams in a range, and the accepted ones before it of the streams that have
/// an entry in it.
struct EntrySelection {
  private let wanted: [Text]
  private let first: Int
  private var last: Int
  private var streams = StreamTable()

  init(_ request: ExtractHistory.Request, in history: History) throws(Failure) {
    wanted = try history.domains.streams(request.ids).map(\.text)
    (first, last) = try history.resolve(range: request.range)
  }

  var streamCount: Int { streams.count }

  /// Looks once at the beginnings of all entries, and returns which of the requested streams there
  /// are, in the order of the request. O(n).
  /// - Throws: `beyondEnd` if the range isn't in the history.
  mutating func survey(_ source: any EntrySource) throws(LogError) -> [Bool] {
    var isThere = wanted.map { _ in false }
    try source.requireWhole()
    var reader = try EnvelopeReader(source)
    var end = 0
    while let entry = try reader.next() {
      end = entry.seq
      let name = reader.name(of: entry)
      let place = wanted.firstIndex { $0.bytes.elementsEqual(name) }
      if let place { isThere[place] = true }
      guard wanted.isEmpty || place != nil, first < end, end <= last else { continue }
      _ = streams.insert(name)
    }
    let missing = [first, last].first { $0 != .max && $0 > end }
    if missing != nil || isThere.contains(false) {
      // A line that can't be read ends the beginnings, too; it is the one to report.
      var reader = try EntryReader(source)
      while try reader.next() != nil {}
    }
    if let missing { throw .noEntry(missing, end: end) }
    return isThere
  }

  func contains(_ entry: Entry) -> Bool {
    guard entry.seq <= last, entry.seq > first || entry.isAccepted else { return false }
    return streams.find(entry.storage.slice(entry.stream)) != nil
  }

  /// Whether an entry is after all that are copied.
  func isBehind(_ entry: Entry) -> Bool { entry.seq > last }
}

struct SelectedLines {
  private let selection: EntrySelection
  private let pseudonyms: EntryPseudonyms?
  private let names: [StreamNames]
  private var reader: EntryReader
  private var bodies: DomainFold<any Projection>
  private var copied = CopiedRules()
  /// The entries written so far.
  private(set) var written = CopiedEntries()

  init(_ selection: EntrySelection, of history: History, _ pseudonyms: EntryPseudonyms?)
    throws(LogError)
  {
    self.selection = selection
    self.pseudonyms = pseudonyms
    names = history.domains.streamNames
    bodies = DomainFold(
      history.domains, read: { (part, entry) throws(EntryDefect) in try part.read(entry) },
      part: { $0.body() })
    reader = try EntryReader(history.source)
    reader.knownDomains = history.domains.all.map { $0.vocabulary }
  }

  var tornTail: TornTail? { reader.tornTail }

  /// Writes the next line without its LF in place of what the writer holds; false at the end.
  mutating func next(_ writer: inout JSONWriter) throws(LogError) -> Bool {
    while let entry = try read(), !selection.isBehind(entry) {
      guard selection.contains(entry) else { continue }
      try reader.requireStream(in: names)
      writer.removeAll()
      let rulesVersion = copied.missing(in: entry, decidedBy: reader.rulesVersion)
      if let pseudonyms {
        do throws(JSONError) {
          try pseudonyms.write(entry, to: &writer)
        } catch {
          throw reader.unreadable(error, seq: entry.seq)
        }
        if let rulesVersion { writer.name(rulesVersion) }
      } else {
        writer.line(of: entry, naming: rulesVersion)
      }
      guard writer.count < maximumLineLength else { throw .tooLong(entry.seq) }
      written.add(reader.rulesVersion)
      return true
    }
    return false
  }

  /// The next entry. If texts are replaced, older forms are converted to the current one, whose fields are
  /// known.
  private mutating func read() throws(LogError) -> Entry? {
    try pseudonyms == nil ? reader.next() : reader.next(into: &bodies)
  }
}

extension HistoryDomain {
  fileprivate static func body() -> any Projection { DomainBody<Self>() }
}

extension LogError {
  fileprivate static func tooLong(_ seq: Int) -> LogError {
    LogError(
      .entryTooLarge,
      "The copy of entry \(seq) would be longer than the limit for a line, 1 MiB.",
      seq: seq, hint: "Pass a range without it.")
  }
}
