// Verifies a history: every line is read in full, commands and refusals included, and folded.

package enum VerifyHistory: RespondingScene {
  package struct Response: SceneResponse, Sendable {
    package let entries: Int
    package let bytes: Int
    package fileprivate(set) var defect: Defect?
    /// The paths of files among those of the log that aren't read.
    package let strangers: [String]
    /// Personal data that is still there although its erasure is recorded; not looked for in a bad log.
    package var pendingErasures: [PendingErasure] = []
    /// Whether what was derived from erased personal data may still be there.
    package var hasUnfinishedErasure = false
    /// The lines without a checksum, and the missing entries.
    package var unchecked = UncheckedEntries()
    /// Whether it can be written to.
    package var isStore = false
    /// The archived entries, if the first ones are archived.
    package var archived: Archived?
    /// Whether an entry is on a standby before it is acknowledged; nil if the log isn't on a server.
    package var isSynchronous: Bool?

    package var isPositive: Bool { defect == nil }

    /// The number of entries, with those that are archived.
    var allEntries: Int { entries + (archived?.through ?? 0) }
  }

  /// Entries that are archived, and not verified.
  package struct Archived: Equatable, Sendable {
    let through: Int
    let folders: [String]
    /// The file in their place.
    let file: String
    /// The SHA-256 of the base's first line, which has those of all else.
    let base: String

    init(_ base: ArchivedPrefix) {
      (through, folders) = (base.header.through, base.header.folders)
      (file, self.base) = (base.path, base.hash)
    }

    var sentences: [String] {
      [
        "The entries through \(through) are archived, in \(folders.joined(separator: " and ")), and weren't read.",
        "What they have led to is taken from base.jsonl, SHA-256 \(base).",
      ]
    }
  }

  package struct Defect: Equatable, Sendable {
    package let place: Place
    /// The number of the entry that is or should be there.
    package let seq: Int
    package let what: String
    package let hint: String?
    /// Whether a crash explains it, or a write in progress.
    var isTornTail = false
  }

  package static func respond(to request: Void, with history: History) throws(Failure) -> Response {
    try verify(history, nil)
  }

  /// - Parameter tree: Looks at the tree over the entries meanwhile.
  static func verify(_ history: History, _ tree: TreeObserver?) throws(Failure) -> Response {
    let response = try read(history, tree)
    guard response.defect?.isTornTail == true else { return response }
    // It may have been a write in progress: then it has ended by now, or a writer has the store open.
    let again = try read(history, tree)
    let isBeingWritten = try Failure.of(history.source.isBeingWritten())
    guard isBeingWritten, again.defect?.isTornTail == true else { return again }
    var good = again
    good.defect = nil
    return good
  }

  private static func read(_ history: History, _ tree: TreeObserver?) throws(Failure) -> Response {
    let source = history.source
    var projection = EntryObserver(history.domains.verification(of: source.form))
    var end = ReadingEnd()
    var defect: Defect?
    do throws(LogError) {
      try source.base?.verify()
      if let tree {
        var observed = ObservedProjection(projection, tree)
        try source.project(into: &observed, &end)
        observed.end()
        projection = observed.base
      } else {
        try source.project(into: &projection, &end)
      }
      defect = end.tornTail.map { .init($0, seq: end.seq + 1) }
    } catch {
      guard let found = Defect(error, seq: end.seq + 1) else { throw Failure(error) }
      defect = found
    }
    // There are none if the files can't even be listed, which is a defect of its own.
    let strangers = (try? source.unrecognizedFiles()) ?? []
    let archived = source.base.map(Archived.init)
    var response = Response(
      entries: max(0, end.entries - (archived?.through ?? 0)), bytes: end.bytes, defect: defect,
      strangers: strangers)
    (response.archived, response.unchecked) = (archived, projection.unchecked)
    response.isStore = source.form == .store
    response.isSynchronous = try Failure.of(source.isSynchronous())
    if defect == nil || defect?.isTornTail == true {
      let streams = projection.erased
      response.pendingErasures = try Failure.of(source.pendingErasures(of: streams))
      response.hasUnfinishedErasure = try Failure.of(source.hasUnfinishedErasure())
    }
    return response
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> [TonedLine] {
    let good = entryCount(response.entries)
    var lines: [String]
    if let defect = response.defect, defect.place.file == response.archived?.file {
      lines = ["\(defect.place): \(defect.what)", defect.hint ?? ""]
    } else if let defect = response.defect {
      lines = [
        "\(defect.place): \(defect.what)",
        "\(good) before it (\(response.bytes) bytes) are good; entry \(defect.seq) is the first "
          + "bad one.",
      ]
      if let hint = defect.hint { lines.append(hint) }
    } else {
      lines = ["Good: \(good), \(response.bytes) bytes. Every byte was read."]
    }
    lines += response.unchecked.sentences
    lines += pending(response)
    lines += response.archived?.sentences ?? []
    lines += response.strangers.map { "\($0) isn't part of the log and is never read." }
    lines +=
      response.isSynchronous.map { ["Synchronous: \(ServerIdentity.wording(isSynchronous: $0))."] }
      ?? []
    return TonedLine.lines(lines, isGood: response.isPositive)
  }

  private static func pending(_ response: Response) -> [String] {
    let rest = response.isStore ? " The next command that writes to the store finishes it." : ""
    guard let first = response.pendingErasures.first else {
      guard response.hasUnfinishedErasure else { return [] }
      return [
        "Pending erasure: what was derived from erased personal data may still be in the cache."
          + rest
      ]
    }
    let entries = entryCount(response.pendingErasures.count)
    return [
      "Pending erasure: the personal data of \(entries) is still there although its erasure is recorded; the "
        + "first is @\(first.seq), erased by @\(first.erasedBy)." + rest
    ]
  }
}

extension HistoryDomains {
  /// Reads entries in full; what it can't read is a defect.
  package func verification(of form: LineForm) -> some Projection {
    HistoryStates(of: self, form: form, readsValues: true)
  }
}

extension VerifyHistory.Defect {
  fileprivate init(_ tail: TornTail, seq: Int) {
    self.init(
      place: tail.place, seq: seq,
      what: "The log ends with an incomplete entry (\(tail.count) bytes).",
      hint: "A crash explains this. The next command that writes will move it to quarantine/.",
      isTornTail: true)
  }

  /// nil if the error isn't about the contents of the log.
  fileprivate init?(_ error: LogError, seq: Int) {
    guard let place = error.place, error.code == .corrupt || error.code == .newerVersion else {
      return nil
    }
    self.init(place: place, seq: error.seq ?? seq, what: error.message, hint: error.advice)
  }
}

extension VerifyHistory.Response: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("ok", isPositive)
    writeFindings(to: &object)
  }

  func writeFindings(to object: inout JSONWriter) {
    object.member("entries", entries)
    object.member("bytes", bytes)
    object.member("firstBad", defect)
    unchecked.writeMembers(to: &object)
    object.member("archived", archived)
    object.member("pendingErasures", pendingErasures.isEmpty ? nil : pendingErasures)
    object.member("unfinishedErasure", hasUnfinishedErasure ? true : nil)
    object.member("strangers", strangers.isEmpty ? nil : strangers)
    object.member("synchronous", isSynchronous)
  }
}

extension VerifyHistory.Archived: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("through", through)
    object.member("folders", folders)
    object.member("base", base)
  }
}

extension VerifyHistory.Defect: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    place.writeMembers(to: &object)
    object.member("seq", seq)
    object.member("what", what)
  }
}

extension PendingErasure: JSONRepresentable {
  /// Writes the entry, its stream, and the entry that records the erasure.
  public func writeJSON(to writer: inout JSONWriter) {
    writer.object {
      $0.member("seq", seq)
      $0.member("stream", stream)
      $0.member("erasedBy", erasedBy)
    }
  }
}
