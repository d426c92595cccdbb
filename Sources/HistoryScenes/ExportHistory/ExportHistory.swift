// Exports a history for other systems: reads it once, and passes each entry to the writer of the format.

package enum ExportHistory: RespondingScene {
  package struct Request: Sendable {
    package var format: ExportFormat
    /// Only the entries after this position, or after the last one of an earlier export, `7:0a1b…`; all if nil.
    package var from: String?
    package var at: RequestedPosition?
    package var personal = ExportedPersonalData.leftOut
    /// Whether CloudEvents are one array instead of lines.
    package var isBatch = false
    /// The program that CSV is written for.
    package var dialect = CSVDialect.database
    /// The file or folder that is written; nil for standard output.
    package var path: String?

    package init(_ format: ExportFormat) { self.format = format }
  }

  /// Opens the output of a part of the export; parts have names where they are files of a folder.
  package typealias Output = (_ name: String) throws(Failure) -> any ByteOutput
  package typealias Context = (history: History, output: Output, isInterrupted: () -> Bool)

  package struct Response: HistoryResponse, Sendable {
    package let format: ExportFormat
    package let entries: Int
    /// The last entry of the export, or before it.
    package let through: Int
    /// The cursor for the next export: the number of the last entry, and the hash of its leaf; nil if there is none.
    package let cursor: String?
    package let path: String?
    package let tornTail: TornTail?

    package var documents: [Response] { path == nil ? [] : [self] }
  }

  package static func respond(to request: Request, with context: Context) throws(Failure)
    -> Response
  {
    let history = context.history
    let continued = try ContinuedExport(request.from)
    let first = try history.resolve(continued.position)
    let last = try history.resolve(request.at)
    guard first <= last else {
      throw Failure(
        .usage, code: "empty-range", "--from is after --at.", hint: "Begin earlier, or end later.")
    }
    if request.from != nil, request.format.isWhole { throw .notResumable(request.format) }
    let personal = try PersonalParts(request.personal, of: history)
    let start =
      request.format == .sql || continued.leaf != nil || first == .max
      ? try history.exportCursor(through: first, continuing: continued, personal)
      : HistoryCursor(seq: first, leaf: nil)
    let outputs = OpenedOutputs(context.output)
    var states = ExportedStates(of: history.domains, form: history.source.form, personal)
    var writer = try writer(for: request, after: start, of: history, personal, states, outputs)
    let found = try export(history, &states, after: first, through: last, to: &writer) {
      () throws(Failure) in
      if context.isInterrupted() { throw .interrupted }
      return !outputs.areClosed
    }
    let end =
      found.last.map { HistoryCursor(seq: $0.seq, leaf: personal.leaf(of: $0)) } ?? start
    try writer.finish(through: end)
    return Response(
      format: request.format, entries: found.count, through: end.seq,
      cursor: end.leaf.map { _ in end.description },
      path: request.path, tornTail: last == .max ? found.tornTail : nil)
  }

  private static func writer(
    for request: Request, after start: HistoryCursor, of history: History,
    _ personal: PersonalParts, _ states: ExportedStates, _ outputs: OpenedOutputs
  ) throws(Failure) -> any ExportWriter {
    let (words, storeID) = (history.domains.words, history.source.storeID)
    switch request.format {
    case .cloudevents:
      return try CloudEventsWriter(request, personal, storeID: storeID, try outputs.open(""))
    case .csv:
      let tables = CSVTables(request.dialect, outputs.open)
      return try TablesWriter(personal, states, of: words, into: tables)
    case .gobd:
      let tables = CSVTables(.database, hasIndex: true, outputs.open)
      return try TablesWriter(personal, states, of: words, into: tables)
    case .sql:
      let tables = SQLTables(try outputs.open(""), of: storeID ?? "history", after: start)
      return try TablesWriter(personal, states, of: words, into: tables)
    case .ocel: return OCELWriter(personal, states, try outputs.open(""))
    case .xes: return XESWriter(personal, try outputs.open(""))
    }
  }

  private static func export(
    _ history: History, _ states: inout ExportedStates, after first: Int, through end: Int,
    to writer: inout any ExportWriter, while isWanted: () throws(Failure) -> Bool
  ) throws(Failure) -> (count: Int, last: Entry?, tornTail: TornTail?) {
    var (count, last): (Int, Entry?) = (0, nil)
    let rulesVersion = try Failure.of(
      writer.needsStates ? nil : try history.rulesVersion(at: first))
    var reader = try Failure.of { () throws(LogError) in
      // Without states, what was archived before isn't missed.
      let cursor =
        writer.needsStates ? .start : try history.source.cursor(before: min(first, .max - 1) + 1)
      if writer.needsStates { try history.source.requireWhole() }
      return try EntryReader(history.source, from: cursor)
    }
    let names = history.domains.streamNames
    while reader.seq < end, try isWanted() {
      let entry = try Failure.of { () throws(LogError) in
        let entry =
          try writer.needsStates
          ? reader.next(into: &states, through: end) : try reader.next()
        if entry != nil { try reader.requireStream(in: names) }
        return entry
      }
      guard let entry, entry.seq <= end else { break }
      guard entry.seq > first else { continue }
      do throws(JSONError) {
        try writer.take(entry, by: reader.rulesVersion ?? rulesVersion, states)
      } catch {
        throw Failure(reader.unreadable(error, seq: entry.seq))
      }
      try writer.flushIfLong()
      (count, last) = (count + 1, entry)
    }
    if try isWanted() {
      try Failure.of { () throws(LogError) in
        try reader.require(reached: end)
        if count == 0, first < .max { try reader.require(reached: first) }
      }
    }
    try writer.end(states)
    return (count, last, reader.tornTail)
  }

  /// A sentence; nil if the export itself was shown.
  package static func viewModel(of response: Response, _ formatting: Formatting) -> String? {
    let amount = entryCount(response.entries)
    return response.path.map { "Wrote \(amount), through @\(response.through), to \($0)." }
  }
}

extension Failure {
  fileprivate static var interrupted: Failure {
    Failure(
      .interrupted, code: "interrupted", "Interrupted.",
      hint: "What was printed isn't complete. Files are removed.")
  }

  fileprivate static func notResumable(_ format: ExportFormat) -> Failure {
    Failure(
      .usage, code: "not-resumable",
      "\(format.rawValue) is one document about the whole history, so it has no --from.",
      hint: "Omit it, and export everything again.")
  }
}

extension ExportHistory.Response: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("format", format.rawValue)
    object.member("path", path)
    object.member("entries", entries)
    object.member("through", through)
    object.member("cursor", cursor)
  }
}

/// The outputs that parts of an export go to.
private final class OpenedOutputs {
  private let output: ExportHistory.Output
  private var opened: [any ByteOutput] = []

  init(_ output: @escaping ExportHistory.Output) { self.output = output }

  /// Whether none of them has a reader any more.
  var areClosed: Bool { opened.allSatisfy(\.isClosed) }

  func open(_ name: String) throws(Failure) -> any ByteOutput {
    let new = try output(name)
    opened.append(new)
    return new
  }
}

/// Writes one format.
protocol ExportWriter {
  /// Whether it needs the states after each entry, and at the end.
  var needsStates: Bool { get }
  /// - Parameter engine: The version of the rules that decided the entry, which it names itself only where that changes.
  mutating func take(
    _ entry: Entry, by rulesVersion: String?, _ states: ExportedStates
  ) throws(JSONError)
  mutating func flushIfLong() throws(Failure)
  /// Writes what is known only at the end.
  mutating func end(_ states: ExportedStates) throws(Failure)
  /// - Parameter end: The last entry, or the one before if there is none.
  mutating func finish(through end: HistoryCursor) throws(Failure)
}

/// Entries without personal data, with it, or with pseudonyms.
package struct PersonalParts: Sendable {
  private let pseudonyms: EntryPseudonyms?
  let areKept: Bool

  package init(_ choice: ExportedPersonalData, of history: History) throws(Failure) {
    self =
      switch choice {
      case .leftOut: .leftOut
      case .kept: Self(nil, areKept: true)
      case .pseudonyms(let key):
        Self(try EntryPseudonyms(key: key, for: history.domains), areKept: true)
      }
  }

  private init(_ pseudonyms: EntryPseudonyms?, areKept: Bool) {
    (self.pseudonyms, self.areKept) = (pseudonyms, areKept)
  }

  static let leftOut = PersonalParts(nil, areKept: false)

  var hasPseudonyms: Bool { pseudonyms != nil }

  /// Writes the entry as it is exported: as it is in the log, without the checksum.
  func write(_ entry: Entry, to writer: inout JSONWriter) throws(JSONError) {
    if let pseudonyms { return try pseudonyms.write(entry, to: &writer) }
    (areKept ? entry.lineWithoutChecksum : entry.leaf).withUnsafeBytes { writer.raw($0) }
  }

  /// The hash of an entry's leaf as it is exported: with pseudonyms, a guess of what these stand for can't be tried on
  /// it.
  func leaf(of entry: Entry) -> String {
    let hash = entry.leafHash.hex
    return pseudonyms?.pseudonym(of: hash) ?? hash
  }

  /// A text as it is exported.
  package func text(_ text: String?) -> CellValue {
    guard let text else { return .empty }
    return .text(pseudonyms?.pseudonym(of: text) ?? text)
  }
}
