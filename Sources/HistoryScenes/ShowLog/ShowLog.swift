// The messages of the scene that shows the log, and how they read.

package enum ShowLog: Scene {
  package struct Request: Sendable {
    package enum Outcome: Sendable { case accepted, rejected }

    /// Only the entries of these streams; all if there are none.
    package var ids: [String]
    /// Only the entries after one position and up to another: `A..B`; either is optional.
    package var range: String?
    /// Only the entries after this one.
    package var after = 0
    /// The moment up to which to look; the end if nil.
    package var at: RequestedPosition?
    package var outcome: Outcome?
    package var actor: String?
    /// Only commands of this type: `pay-order`.
    package var command: String?
    /// Only entries made at or after this time.
    package var since: String?
    package var until: String?
    /// Only entries that changed this field, or one below it.
    package var field: String?
    /// Only entries after which this condition holds for their stream.
    package var condition: String?
    package var showsChanges = false
    /// Whether to find what is at other places of lists, too, where changes are shown.
    var showsPlaces = false
    /// Whether to tell the amounts of commands, and what they changed of those that are added up.
    package var tellsAmounts = false
    /// Whether entries are copied, so that they have to name the version of the rules where the one before doesn't.
    package var namesRules = false
    package var isReversed = false
    /// Whether damage is passed over, with a mark in its place.
    package var readsAround = false
    /// Only the last of them, at most this many.
    package var limit: Int?

    package init(ids: [String] = [], at: RequestedPosition? = nil) {
      self.ids = ids
      self.at = at
    }
  }

  /// Entries come one by one, since a history may be long, then how many were shown.
  package enum Response: Sendable {
    case entry(Item)
    case skipped(Damage)
    case end(End)

    package struct End: Sendable {
      /// The one whose streams are named by their ids.
      let domain: any HistoryDomain.Type
      package let count: Int
      package let tornTail: TornTail?
      /// The erasures that may have changed the requested field.
      var erasures = Erasures()
      /// The day after whose end the range begins, if it begins so.
      package let dayBefore: String?
      /// The header of the base, if entries that may have been requested are archived.
      var archived: ArchivedPrefixHeader?
    }
  }

  package struct Item: Sendable {
    let domain: any HistoryDomain.Type
    package let entry: Entry
    package let stream: StreamLabel
    package let command: String
    package let reason: String?
    package let events: [String]
    package let refusal: (code: String, fields: [InvalidField])?
    package var changes: FieldChanges?
    /// Whether programs get the changes, too.
    var tellsChanges = true
    /// nil if it isn't asked for.
    var amounts: ItemAmounts?
    /// The version of the rules that its line has to name where it is copied without the one before.
    var rulesVersion: String?
  }

  package enum ViewModel: Equatable, Sendable {
    case entry(Line)
    case mark(String)
    case summary(String)
  }

  package struct Line: Equatable, Sendable {
    package let seq: String
    package let at: String
    /// The stream and its revision: `1001@3`.
    package let stream: String
    package let actor: String
    package let command: String
    package let reason: String
    /// The amount of the command; nil if it isn't asked for.
    package let amount: String?
    package let outcome: String
    package let isRefused: Bool
    package let changes: [FieldChangeLine]
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> ViewModel {
    switch response {
    case .entry(let item): .entry(line(item, formatting))
    case .skipped(let damage): .mark(damage.mark)
    case .end(let end): .summary(summary(of: end))
    }
  }

  private static func summary(of end: Response.End) -> String {
    let count = end.count == 0 ? "No entries" : entryCount(end.count)
    guard let day = end.dayBefore else { return count + "." }
    return "\(count) after the end of \(day); --since \(day) includes that day."
  }

  package static func line(_ item: Item, _ formatting: Formatting) -> Line {
    let entry = item.entry
    return Line(
      seq: String(entry.seq), at: formatting.labelledSecondInColumn(entry.at),
      stream: "\(item.stream.text)@\(entry.rev)",
      actor: entry.storage.string(entry.actor).unmistakable, command: item.command,
      reason: item.reason?.unmistakable ?? "",
      amount: item.domain.hasMoney ? item.amounts.map { $0.amountText(formatting) } : nil,
      outcome: item.refusalText ?? item.events.joined(separator: ", "),
      isRefused: !entry.isAccepted, changes: item.changes?.lines(formatting) ?? [])
  }
}

extension ShowLog.Response: SceneResponse {
  package var documents: [EntryOrMark] {
    switch self {
    case .entry(let item): [.entry(item)]
    case .skipped(let damage): [.mark(damage)]
    case .end: []
    }
  }

  package var notes: [String] {
    guard case .end(let end) = self else { return [] }
    return [end.tornTail?.warning, end.erasures.note, end.archived?.notShown].compactMap { $0 }
  }
}

extension ShowLog.Item: JSONRepresentable {
  var notes: [String] { [changes?.erasures.note].compactMap { $0 } }

  /// Writes the entry as it is in the log, but for the version of the rules where it has to be named, or
  /// `{"entry","changes","erased"}` where changes were requested.
  package func writeJSON(to writer: inout JSONWriter) {
    guard tellsChanges, let changes else { return writer.line(of: entry, naming: rulesVersion) }
    writer.object {
      $0.member("entry") { $0.line(of: entry, naming: rulesVersion) }
      $0.member("changes", changes)
      $0.erased(changes.erasures)
    }
  }
}

extension ShowLog.Item {
  /// The refusal, with the fields that are to blame: `refused: invalid (amount blank)`; nil if
  /// it was accepted.
  var refusalText: String? {
    guard let refusal else { return nil }
    let fields = refusal.fields.map { "\($0.field) \($0.code)" }.joined(separator: ", ")
    return "refused: \(refusal.code)" + (fields.isEmpty ? "" : " (\(fields))")
  }
}

extension ArchivedPrefixHeader {
  var notShown: String {
    "The entries through \(through) aren't shown: they are archived, in "
      + "\(folders.joined(separator: " and "))."
  }
}
