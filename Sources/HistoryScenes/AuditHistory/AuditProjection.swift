// Goes through a log once for an audit: what should be explained, of any domain and of its own.

/// The entries of a log that have lost personal data.
struct AuditedErasures: Equatable, Sendable {
  /// The number of entries whose personal data was erased.
  var entries = 0
  /// The number of entries whose personal data the auditor may not read.
  var withheld = 0
  /// The number of erasures that are recorded.
  var recorded = 0
}

protocol AuditPart: Projection {
  /// The number of entries whose personal data was erased, or is withheld, and of recorded erasures.
  var erasures: AuditedErasures { get }
  /// nil if the domain has no money.
  var money: AuditedMoney? { get }
  /// The findings, in the order of the domain's rows, once everything was read.
  ///
  /// - Parameter verified: The result of verifying.
  mutating func findings(_ verified: VerifyHistory.Response) -> [AuditResult]
}

extension HistoryDomain {
  /// - Parameters:
  ///   - names: The findings that are looked for.
  ///   - reasoned: The types of commands that must have a reason.
  static func audit(_ history: History, for names: Set<String>, reasoned: Set<String>)
    -> any AuditPart
  {
    func own<D: AuditedDomain>(_: D.Type) -> any AuditPart {
      AuditProjection<D>(history, names, reasoned, D.audit(in: history.times.zone))
    }
    if let domain = self as? any AuditedDomain.Type { return own(domain) }
    return AuditProjection<Self>(history, names, reasoned, nil)
  }
}

private struct AuditProjection<D: HistoryDomain>: AuditPart {
  private var states = StateProjection<D>(checksRevisions: false, readsValues: true)
  private var own: (any DomainAudit<D>)?
  private let domains: HistoryDomains
  private(set) var erasures = AuditedErasures()
  /// The entries of each stream that were erased, and that no later one says was.
  private var unrecorded: [Int: [Int]] = [:]
  private var results: [String: AuditResult] = [:]
  private let looksFor: Set<String>
  private let reasoned: Set<String>
  private var actors = AuditedActors()
  private var last: (at: Timestamp, isImported: Bool)?
  /// The first entry of the import that is under way, if entries that weren't imported precede it.
  private var importStart: Int?

  init(
    _ history: History, _ names: Set<String>, _ reasoned: Set<String>, _ own: (any DomainAudit<D>)?
  ) {
    (domains, looksFor, self.reasoned, self.own) = (history.domains, names, reasoned, own)
  }

  var vocabularies: [Vocabulary] { states.vocabularies }
  var money: AuditedMoney? { own?.money(of: states.states) }

  mutating func read(_ entry: Entry) throws(EntryDefect) {
    try states.decode(entry)
    follow(entry)
    if entry.isWithheld {
      erasures.withheld += 1
    } else if entry.isErased {
      erasures.entries += 1
    }
    guard states.body.isOfDomain else { return }
    let index = states.number(of: entry.storage.slice(entry.stream))
    if entry.isErased, !entry.isWithheld { unrecorded[index, default: []].append(entry.seq) }
    let before = states.states[index]
    try states.apply(entry, to: index)
    take(entry, index, before)
  }

  /// Looks at how an entry follows the one before.
  private mutating func follow(_ entry: Entry) {
    let isImported = entry.source.isPresent
    if let last {
      if !isImported, entry.at == last.at { add(.clockHeld, entry.seq) }
      if isImported, !last.isImported { importStart = entry.seq }
      if !isImported, let start = importStart {
        add(.importBetween, start, note: "to @\(entry.seq - 1)")
        importStart = nil
      }
    }
    last = (entry.at, isImported)
  }

  private mutating func take(_ entry: Entry, _ index: Int, _ before: D.State) {
    let actor = actors.number(of: entry)
    actors.count(actor, isRefused: !entry.isAccepted)
    let head = states.body.head
    let type = entry.storage.slice(head.type)
    if entry.isAccepted, !head.reason.isPresent,
      reasoned.contains(where: { type.elementsEqual($0.utf8) })
    {
      add(.withoutReason, entry.seq, label(of: index))
    }
    if entry.recordsErasure {
      erasures.recorded += 1
      unrecorded[index] = nil
    }
    for (finding, note) in own?.take(entry, of: index, by: actor, after: before, states) ?? [] {
      add(finding, entry.seq, label(of: index), note: note)
    }
  }

  private func label(of index: Int) -> StreamLabel { domains.label(of: states.streams.name(index)) }

  private mutating func add(
    _ finding: AuditFinding, _ seq: Int?, _ stream: StreamLabel? = nil, actor: String? = nil,
    note: String? = nil
  ) {
    guard looksFor.contains(finding.name) else { return }
    results[finding.name, default: AuditResult(finding)]
      .add(seq, stream, actor: actor, note: note)
  }

  mutating func findings(_ verified: VerifyHistory.Response) -> [AuditResult] {
    for actor in actors.withManyRefusals {
      add(
        .manyRefusals, nil, actor: actor.name,
        note: "\(actor.name): \(actor.refused) of \(actor.requested)")
    }
    for gap in skippedNumbers() {
      add(
        .numberSkipped(in: D.words), nil,
        note: gap.count == 1 ? "\(gap.lowerBound)" : "\(gap.lowerBound) to \(gap.upperBound)")
    }
    for seq in unrecorded.values.joined().sorted() { add(.erasedWithoutRecord, seq) }
    for erasure in verified.pendingErasures {
      add(.pendingErasure, erasure.seq, domains.label(of: erasure.stream))
    }
    if verified.hasUnfinishedErasure, verified.pendingErasures.isEmpty {
      add(.pendingErasure, nil, note: "in the cache")
    }
    return D.auditFindings.compactMap { results[$0.name] }
  }

  private func skippedNumbers() -> [ClosedRange<Int>] {
    let named = (0..<states.streams.count).compactMap { index in
      label(of: index).text.number.map { (number: $0, index: index) }
    }
    // A refused command may name any number: one that no stream has doesn't tell that others were skipped.
    let taken = named.filter { D.exists(states.states[$0.index]) }.map(\.number)
    guard let first = taken.min(), let last = taken.max() else { return [] }
    let numbers = named.map(\.number).filter { (first...last).contains($0) }.sorted()
    return zip(numbers, numbers.dropFirst()).filter { $1 > $0 + 1 }.map { $0 + 1...$1 - 1 }
  }
}

extension String {
  /// The number that an id is; nil for any other id, such as `01003`.
  package var number: Int? { Int(self).flatMap { $0 >= 0 && String($0) == self ? $0 : nil } }
}

/// The number of commands of each actor: by numbers, because there are few actors and many streams.
private struct AuditedActors {
  private var names = StreamTable()
  private var counts: [(requested: Int, refused: Int)] = []

  mutating func number(of entry: Entry) -> Int { names.insert(entry.actor, in: entry.storage) }

  mutating func count(_ actor: Int, isRefused: Bool) {
    if actor == counts.count { counts.append((0, 0)) }
    counts[actor].requested += 1
    if isRefused { counts[actor].refused += 1 }
  }

  var withManyRefusals: [(name: String, requested: Int, refused: Int)] {
    let (least, oneIn) = AuditFinding.refusalLimits
    return counts.enumerated().filter { $1.refused >= least && $1.refused * oneIn >= $1.requested }
      .map { (names.name($0), $1.requested, $1.refused) }.sorted { $0.name < $1.name }
  }
}
