// Copies a part of a history line by line, for a bug report. A first pass over all beginnings finds
// the streams of the entries, so that what these need from before a range can be included.

package enum ExtractHistory: RespondingScene {
  /// The fewest bytes that a key may have: less can be guessed.
  static let leastKeyLength = 16

  package struct Request: Sendable {
    /// The streams of the main domain to take; all streams if empty.
    package var ids: [String] = []
    /// Only the entries after one position and up to another: `A..B`; either is optional.
    package var range: String?
    /// The key under which personal texts are replaced; nil if they stay.
    package var key: [UInt8]?
    /// The file that it is written to; nil if it goes to standard output.
    package var file: String?

    package init() {}
  }

  package typealias Context = (history: History, output: any HistoryLineOutput)

  package struct Response: SceneResponse, Sendable {
    package let entries: Int
    package let streams: Int
    /// The file they were written to, if there is one.
    package let file: String?
    /// Whether they were read from there again.
    package let isReadBack: Bool
    package let tornTail: TornTail?

    package var isPositive: Bool { entries > 0 }
    package var notes: [String] {
      let nothing = entries == 0 ? ["No entries match; nothing was written."] : []
      return nothing + (tornTail.map { [$0.warning] } ?? [])
    }
    /// No documents if the lines themselves were shown.
    package var documents: [Response] { file == nil || entries == 0 ? [] : [self] }
  }

  package static func respond(to request: Request, with context: Context) throws(Failure)
    -> Response
  {
    let history = context.history
    let pseudonyms = try request.key.map { (key) throws(Failure) in
      try EntryPseudonyms(key: key, for: history.domains)
    }
    var selection = try EntrySelection(request, in: history)
    let survey = try Failure.of(selection.survey(history.source))
    for (id, isThere) in zip(request.ids, survey) where !isThere {
      throw history.domains.noSuchStream(id, at: nil)
    }
    var lines = try Failure.of(SelectedLines(selection, of: history, pseudonyms))
    try copy(&lines, to: context.output)
    let isReadBack = try isReadBack(lines.written, from: context.output)
    if lines.written.count > 0 { try context.output.complete() }
    return Response(
      entries: lines.written.count, streams: selection.streamCount, file: request.file,
      isReadBack: isReadBack, tornTail: lines.tornTail)
  }

  private static func copy(_ lines: inout SelectedLines, to output: any HistoryLineOutput)
    throws(Failure)
  {
    var writer = JSONWriter()
    while !output.isClosed, try Failure.of(lines.next(&writer)) {
      try output.write(line: writer)
    }
  }

  /// - Throws: `not-read-back` if something else is there.
  private static func isReadBack(_ written: CopiedEntries, from output: any HistoryLineOutput)
    throws(Failure) -> Bool
  {
    guard written.count > 0, let copy = try output.readBack() else { return false }
    let found = try Failure.of(CopiedEntries(in: copy))
    guard found == written else { throw .notReadBack }
    return true
  }

  /// A sentence that says how much was copied, and where it is; nil if it was shown itself.
  package static func viewModel(of response: Response, _ formatting: Formatting) -> String? {
    let amount = "\(entryCount(response.entries)) of \(counted(response.streams, "stream"))"
    let check =
      response.isReadBack ? ", and read \(response.entries == 1 ? "it" : "them") back" : ""
    let summary = response.file.map { "Wrote \(amount) to \($0)\(check)." }
    return response.entries == 0 ? nil : summary
  }
}

extension ExtractHistory.Response: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("file", file)
    object.member("entries", entries)
    object.member("streams", streams)
    if isReadBack { object.member("readBack", true) }
  }
}

extension EntryPseudonyms {
  /// - Throws: `short-key` for a key that could be guessed.
  package init(key: [UInt8], for domains: HistoryDomains) throws(Failure) {
    guard key.count >= ExtractHistory.leastKeyLength else { throw .shortKey(key.count) }
    let kept = domains.all.reduce(into: Set<String>()) { $0.formUnion($1.impersonalTexts) }
    self.init(Pseudonyms(key: key), keeping: kept)
  }
}

extension Failure {
  fileprivate static func shortKey(_ count: Int) -> Failure {
    let least = ExtractHistory.leastKeyLength
    return Failure(
      .usage, code: "short-key", "The key has \(count) bytes, but needs at least \(least).",
      hint: "Create one, for example with `openssl rand -hex 32 > key`, and keep it secret.")
  }
}
