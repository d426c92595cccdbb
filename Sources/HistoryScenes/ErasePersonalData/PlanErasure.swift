// Shows what erasing would do, before it is confirmed. Changes nothing.

/// The files in which forms of streams were kept, outside of any store.
package protocol KeptForms {
  /// The forms of a stream.
  func paths(of id: String) -> [String]
  /// The drafts of new streams, whose ids aren't known.
  func drafts() -> [String]
  /// Deletes one; returns whether it is gone.
  func delete(_ path: String) -> Bool
}

package enum PlanErasure: RespondingScene {
  /// The maximum number of other places that are noted; the rest is counted.
  private static let most = 1000

  package typealias Request = any StreamSelection
  package typealias Context = (
    history: History, files: any StoreFiles, forms: (any KeptForms)?
  )

  package struct Response: SceneResponse, Sendable {
    package struct Stream: Equatable, Sendable {
      let name: StreamName
      let label: StreamLabel
      /// The number of entries with personal data that isn't erased.
      var entries = 0
    }

    let words: DomainWords
    /// The selected streams, also if nothing is left to erase of them.
    var streams: [Stream] = []
    /// The ids of others that may have some of it.
    var others: [String] = []
    var titleOfOthers = ""
    /// Other places of the words, which aren't altered.
    var elsewhere: [WordElsewhere] = []
    var elsewhereCount = 0
    package var remains = StoreRemains()

    /// The only stream that is selected; nil if there are several.
    package var onlyStream: StreamName? { streams.count == 1 ? streams[0].name : nil }
    package var entries: Int { streams.reduce(0) { $0 + $1.entries } }
    /// The streams of which something is to be erased.
    var affected: [Stream] { streams.filter { $0.entries > 0 } }
    package var isPositive: Bool { !streams.isEmpty }
  }

  package static func respond(to request: Request, with context: Context) throws(Failure)
    -> Response
  {
    var response = try survey(request, in: context.history)
    let streams = response.streams.map(\.name)
    response.remains = try Failure.of(context.files.remains())
    response.remains.sortCopies { context.files.hasPersonalData(of: streams, inCopy: $0) }
    if let forms = context.forms {
      response.remains.forms = response.streams.flatMap { forms.paths(of: $0.label.text) }
      response.remains.drafts = forms.drafts()
    }
    return response
  }

  /// Finds the streams, and what has their words, in the log alone.
  static func survey(_ request: Request, in history: History) throws(Failure) -> Response {
    var response = Response(words: history.domains.words)
    let words = try response.select(request, in: history)
    guard !words.isEmpty else { return response }
    let table = StreamTable(response.streams.map(\.name))
    try Failure.of { () throws(LogError) in
      var reader = try EntryReader(history.source)
      while let entry = try reader.next() {
        let isErased = table.find(entry.storage.slice(entry.stream)) != nil
        let places = words.places(in: entry, isErased: isErased)
        response.elsewhereCount += places.count
        response.elsewhere += places.prefix(most - response.elsewhere.count)
      }
    }
    return response
  }
}

extension PlanErasure.Response {
  /// Finds the streams and what there is to erase of them. Reads the whole log and no index: nothing may be missed.
  ///
  /// - Returns: The words of what is to be erased.
  mutating func select(_ selection: any StreamSelection, in history: History) throws(Failure)
    -> PersonalWords
  {
    let selected = try selection.streams(in: history)
    (others, titleOfOthers) = (selected.others, selected.titleOfOthers)
    streams = selected.streams.map {
      Stream(name: $0, label: history.domains.label(of: "\($0)"))
    }
    var words = PersonalWords()
    guard !streams.isEmpty else { return words }
    for stream in selected.streams { try history.domains.domain(of: stream).checkCanErase() }
    let missing = try history.eachPersonalEntry(of: selected.streams) { entry, place in
      streams[place].entries += 1
      words.take(
        entry, of: streams[place].label, in: history.domains.domain(of: selected.streams[place]))
    }
    if let missing { throw try selection.noEntries(of: selected.streams[missing], in: history) }
    return words
  }
}

extension HistoryDomain {
  fileprivate static func checkCanErase() throws(Failure) {
    guard !canErase else { return }
    throw Failure(
      .usage, code: "cannot-erase",
      "Erasing has to be recorded, and there is no command for that for \(words.subject).",
      hint:
        "Nothing was erased. Its domain needs a command of the type \(ErasureRecord.commandType).")
  }
}

extension PlanErasure.Response: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member(named: words.plural, streams)
    object.member("entries", entries)
    object.member("ofOthers", others.isEmpty ? nil : others)
    object.member("elsewhere", elsewhere)
    object.member(
      "omitted", elsewhereCount > elsewhere.count ? elsewhereCount - elsewhere.count : nil)
    remains.writeMembers(to: &object)
  }
}

extension PlanErasure.Response.Stream: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("id", label.text)
    object.member("entries", entries)
  }
}
