// Walks through a history and reports what each entry changed, of whichever domain it is.

private protocol ChangePart: Projection {
  func fieldsBefore(id: String) -> FieldTree
  func fieldsAfter(id: String) -> FieldTree
  func details(id: String, at moment: String) -> (any StateDetails)?
  func erasures(id: String) -> Erasures
  func explanation(of entry: Entry, _ past: StreamPast) throws(JSONError) -> [RuleCheck]?
  func judgement(of entry: Entry, _ past: StreamPast) throws(JSONError) -> Judgement?
}

/// The facts of a stream's earlier entries that matter for a decision, besides the state.
struct StreamPast {
  /// Whether personal data was erased, also that of the entry itself.
  var isErased = false
  /// The entry that had the command's id first; nil if none had.
  var firstUse: Int?
  /// The version of the rules that is to decide.
  var rules = ChosenRules.recorded
  /// The version that recorded the entry, where it is known.
  fileprivate var rulesVersion: String?
  var isOfOtherRules: Bool { if case .version = rules { true } else { false } }

  fileprivate func version<D: Decider>(of _: D.Type) -> Int? {
    rules.version(of: D.self, recorded: rulesVersion)
  }
}

/// The outcome of an entry's command by the rules as they are today, beside the recorded one.
package struct Judgement: Sendable {
  /// The version of the rules that decides.
  package let version: String
  /// The command, if the domain doesn't have that version; then it isn't decided, and today's outcome is the recorded
  /// one.
  package var unknownRules = UnknownRules()
  /// Both as in the lines of outcomes; today's is `reused` with the first entry's `seq` where the id was
  /// used before.
  package let recorded: JSONValue
  package let today: JSONValue
  /// The difference between them; nil if there is none, or if the recorded one is taken as given.
  package let difference: Difference?
  /// Whether today's depends on erased personal data, so that the recorded one is taken as given.
  package let isTaken: Bool

  /// The code of today's refusal; nil if it isn't one.
  var todaysRefusal: String? { today["rejected"]?["code"]?.string }
}

/// Folds the entries of all domains, or of one stream, change by change.
struct HistoryChanges: Projection {
  private var fold: DomainFold<any ChangePart>
  private let domains: HistoryDomains
  private let allKinds: [FieldKinds]
  private var rulesVersion: String?
  /// Whether only the revisions of the streams that are read are checked: those of others aren't all there.
  fileprivate(set) var checksRevisions = false

  /// - Parameter stream: The only stream to read; all if nil.
  init(
    of domains: HistoryDomains, only stream: StreamName? = nil, form: LineForm,
    readsValues: Bool = false
  ) {
    self.domains = domains
    allKinds = domains.all.map { $0.kinds }
    fold = DomainFold(
      domains, read: { (part, entry) throws(EntryDefect) in try part.read(entry) },
      begin: { (part, base) throws(LogError) in try part.restore(from: base) },
      part: { $0.changes(of: stream, form, readsValues: readsValues) })
  }

  var vocabularies: [Vocabulary] { fold.vocabularies }
  mutating func restore(from base: ArchivedPrefix) throws(LogError) { try fold.restore(from: base) }

  mutating func read(_ entry: Entry) throws(EntryDefect) {
    if let rulesVersion = entry.newRulesVersion { self.rulesVersion = rulesVersion }
    try fold.read(entry)
  }

  func fieldsBefore(_ entry: Entry) -> FieldTree {
    fold.currentPart.fieldsBefore(id: Self.id(of: entry))
  }

  func fieldsAfter(_ entry: Entry) -> FieldTree {
    fold.currentPart.fieldsAfter(id: Self.id(of: entry))
  }

  /// The kinds of the fields of the last entry's stream.
  var kinds: FieldKinds { allKinds[fold.current] }

  /// The stream of the last entry as its domain shows it; nil if that has no scene for it.
  func details(of entry: Entry) -> (any StateDetails)? {
    fold.currentPart.details(id: Self.id(of: entry), at: "entry \(entry.seq)")
  }

  /// The erasures that may have changed some fields of the stream of the last entry.
  func erasures(of entry: Entry, among fields: [String]) -> Erasures {
    let personal = domains.all[fold.current].personalFields
    guard fields.contains(where: personal.contains) else { return Erasures() }
    return fold.currentPart.erasures(id: Self.id(of: entry))
  }

  private static func id(of entry: Entry) -> String {
    let name = entry.storage.string(entry.stream)
    return name.split(separator: "/", maxSplits: 1).dropFirst().first.map(String.init) ?? ""
  }

  /// - Parameters:
  ///   - selection: The only fields that are asked for; all if nil.
  ///   - hasPlaces: Whether what is at other places of lists is asked for, too.
  func changes(
    of entry: Entry, only selection: FieldSelection? = nil, hasPlaces: Bool = false
  ) -> FieldChanges {
    var changes = FieldChanges(
      fieldsBefore(entry), fieldsAfter(entry), of: kinds, hasPlaces: hasPlaces)
    if let selection { changes.keep(selection) }
    changes.erasures = erasures(of: entry, among: changes.differences.map(\.path))
    let asksPersonal = selection.map { domains.all[fold.current].isPersonal($0) } ?? true
    if asksPersonal { changes.erasures.take(entry) }
    return changes
  }

  /// The checks of the last entry's command by the rules of its domain; nil if they aren't explained. Empty
  /// if the entry isn't selected or commands aren't read.
  func explanation(of entry: Entry, _ past: StreamPast) throws(JSONError) -> [RuleCheck]? {
    try fold.currentPart.explanation(of: entry, withEngine(past))
  }

  func judgement(of entry: Entry, _ past: StreamPast) throws(JSONError) -> Judgement? {
    try fold.currentPart.judgement(of: entry, withEngine(past))
  }

  private func withEngine(_ past: StreamPast) -> StreamPast {
    var past = past
    past.rulesVersion = rulesVersion
    return past
  }
}

extension HistoryDomain {
  fileprivate static func changes(
    of stream: StreamName?, _ form: LineForm, readsValues: Bool
  ) -> any ChangePart {
    ChangeProjection<Self>(of: stream, form: form, readsValues: readsValues)
  }
}

extension ChangeProjection: ChangePart where D: HistoryDomain {
  fileprivate func fieldsBefore(id: String) -> FieldTree {
    change.map { D.fields(of: $0.before, id: id) } ?? FieldTree()
  }

  fileprivate func fieldsAfter(id: String) -> FieldTree {
    change.map { D.fields(of: $0.after, id: id) } ?? FieldTree()
  }

  fileprivate func details(id: String, at moment: String) -> (any StateDetails)? {
    guard let change, let domain = D.self as? any DetailedDomain.Type else { return nil }
    return domain.details(ofAny: change.after, id: id, at: moment, erasures(id: id))
  }

  fileprivate func erasures(id: String) -> Erasures {
    let stream = StreamName(category: D.category, id: id.isEmpty ? nil : id)
    return Erasures(stream.map { states.erasures(of: $0) } ?? [])
  }

  fileprivate func explanation(of entry: Entry, _ past: StreamPast) throws(JSONError)
    -> [RuleCheck]?
  {
    guard let command, let change else { return [] }
    let context = entry.context(try entry.commandHead())
    guard let version = past.version(of: D.self) else { return [] }
    guard past.isErased else {
      return D.checks(of: command, on: change.before, in: context, by: version)
    }
    return D.checks(
      of: command, on: change.before, in: context, by: version, isErased: entry.isErased,
      recorded: states.body.recorded.result)
  }

  fileprivate func judgement(of entry: Entry, _ past: StreamPast) throws(JSONError) -> Judgement? {
    guard let command, let change else { return nil }
    let recorded = states.body.recorded
    guard let version = past.version(of: D.self) else {
      var judgement = Judgement(
        version: past.rulesVersion ?? "", recorded: recorded.json, today: recorded.json,
        difference: nil,
        isTaken: false)
      judgement.unknownRules.add(judgement.version)
      return judgement
    }
    if let seq = past.firstUse {
      let reused = JSONValue.object([
        .init("reused", .object([.init("seq", .integer(Int64(seq)))]))
      ])
      return Judgement(
        version: D.versions[version], recorded: recorded.json, today: reused,
        difference: recorded.differenceToRepetition,
        isTaken: false)
    }
    let head = try entry.commandHead()
    let context = entry.context(head)
    var today = DecisionOutcome<D>(command, on: change.before, in: context, by: version)
    var isTaken = false
    let before = entry.rev - (entry.isAccepted ? 1 : 0)
    if let expected = head.expect, expected != before {
      today = .conflict(actual: before)
    } else if past.isErased {
      (today, isTaken, _) = DecisionOutcome.afterErasure(
        of: command, on: change.before, in: context, by: version, isErased: entry.isErased,
        recorded: recorded)
    }
    return Judgement(
      version: D.versions[version], recorded: recorded.json, today: today.json,
      difference: today == recorded ? nil : recorded.difference(to: today),
      isTaken: isTaken && today == recorded)
  }
}

extension History {
  /// Looks at every entry of one stream up to and including `seq`, with what it changed; returns the
  /// tail that a crash left, if the end was reached and there is one.
  func eachChange(
    of stream: StreamName, through seq: Int, readsValues: Bool = false,
    _ body: (Entry, HistoryChanges) throws(JSONError) -> Void
  ) throws(LogError) -> TornTail? {
    if let base = source.base, seq < base.header.through { throw base.archived(seq + 1) }
    let history = try narrowed(to: [.stream(stream)] + (readsValues ? [.rulesVersion] : []))
    var reader = try EntryReader(history.source)
    var changes = HistoryChanges(
      of: domains, only: stream, form: source.form, readsValues: readsValues)
    changes.checksRevisions = history.source.isPart
    while reader.seq < seq, let entry = try reader.next(into: &changes), entry.seq <= seq {
      guard stream.isStream(of: entry) else { continue }
      do throws(JSONError) {
        try body(entry, changes)
      } catch {
        throw reader.unreadable(error, seq: entry.seq)
      }
    }
    try reader.require(reached: seq)
    return seq == .max ? reader.tornTail : nil
  }
}
