// Replays the entries of all domains in one fold, and counts what diverges.

private protocol ReplayPart: Projection {
  /// Reads an entry as the domain does, which has that compiled for its own types.
  mutating func take(_ entry: Entry) throws(EntryDefect)
  var hasDiverged: Bool { get }
  var divergence: Divergence? { get }
  var compared: Int { get }
  var taken: Int { get }
  var unknownRules: UnknownRules { get }
  var unnamed: Int { get }
  var rulesVersion: String? { get set }
  var ends: [StreamEnd] { get }
}

struct HistoryReplay: Projection {
  private var fold: DomainFold<any ReplayPart>
  private var counts: [Kind: Int] = [:]
  private let options: ReplayOptions
  private let report: (Divergence) -> Void
  let checksRevisions: Bool
  /// The replays of other threads.
  private var others: [HistoryReplay] = []
  /// Whether there is nothing more to compare: a divergence was found, and one is enough.
  private(set) var isDone = false

  private struct Kind: Hashable {
    let kind: Difference.Kind
    let command: String
  }

  init(of history: History, _ options: ReplayOptions, report: @escaping (Divergence) -> Void) {
    let isStore = history.source.form == .store
    // Without all streams, only the reader sees every revision.
    checksRevisions = isStore && options.streams == nil
    self.options = options
    self.report = report
    fold = DomainFold(
      history.domains, read: { (part, entry) throws(EntryDefect) in try part.take(entry) },
      begin: { (part, base) throws(LogError) in try part.restore(from: base) },
      part: { $0.replay(options, checksRevisions: isStore) })
  }

  var vocabularies: [Vocabulary] { fold.vocabularies }
  mutating func restore(from base: ArchivedPrefix) throws(LogError) { try fold.restore(from: base) }

  /// Replays a long history on several threads.
  ///
  /// - Returns: nil if it isn't long, or if anything in it is to be told.
  static func shared(of history: History, _ options: ReplayOptions, through seq: Int) -> (
    replay: HistoryReplay, end: ReadingEnd
  )? {
    var options = options
    options.keepsGoing = false
    let shares = history.source.projectShares(through: seq) {
      HistoryReplay(of: history, options) { _ in }
    }
    guard let shares, var replay = shares.parts.first,
      shares.parts.allSatisfy({ $0.unknownRules.isEmpty })
    else { return nil }
    replay.others = Array(shares.parts.dropFirst())
    return (replay, shares.end)
  }

  private var parts: [any ReplayPart] { others.reduce(into: fold.parts) { $0 += $1.fold.parts } }
  var compared: Int { parts.reduce(0) { $0 + $1.compared } }
  var rulesVersion: String? { fold.parts[0].rulesVersion }
  var unknownRules: UnknownRules { UnknownRules(parts.map(\.unknownRules)) }
  var digest: String { parts.flatMap(\.ends).digest() }

  mutating func read(_ entry: Entry) throws(EntryDefect) {
    pass(entry)
    try fold.read(entry)
    guard fold.currentPart.hasDiverged, var divergence = fold.currentPart.divergence else { return }
    isDone = !options.keepsGoing
    divergence.compared = compared
    count(divergence)
    report(divergence)
  }

  mutating func pass(_ entry: Entry) {
    if let rulesVersion = entry.newRulesVersion { fold.update { $0.rulesVersion = rulesVersion } }
  }

  mutating func count(_ divergence: Divergence) {
    let kind = Kind(kind: divergence.difference.kind, command: divergence.command)
    counts[kind, default: 0] += 1
  }

  /// The numbers of divergences, by kind and type of command, sorted.
  private var groups: [ReplayHistory.Group] {
    counts.map { .init(kind: $0.kind, command: $0.command, count: $1) }
      .sorted { ($0.kind.place, $0.command) < ($1.kind.place, $1.command) }
  }

  func summary(_ end: ReadingEnd, digest: String?) -> ReplayHistory.Summary {
    ReplayHistory.Summary(
      end: end, compared: compared, taken: parts.reduce(0) { $0 + $1.taken }, groups: groups,
      unknownRules: unknownRules,
      unnamed: parts.reduce(0) { $0 + $1.unnamed }, hasStopped: isDone, digest: digest)
  }
}

extension HistoryDomain {
  fileprivate static func replay(_ options: ReplayOptions, checksRevisions: Bool)
    -> any ReplayPart
  {
    ReplayProjection<Self>(options, checksRevisions: checksRevisions)
  }
}

extension ReplayProjection: ReplayPart where D: HistoryDomain {
  fileprivate var ends: [StreamEnd] { states.ends }
  fileprivate mutating func take(_ entry: Entry) throws(EntryDefect) {
    try D.compiled.replay(entry, &self)
  }
}

extension Difference.Kind {
  /// Its place among all kinds.
  fileprivate var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
