// Folds all domains, as they are recorded and as they would be.

private struct Step {
  let seq: Int
  let difference: HistoryDifferences.Command?
  /// Writes its entry; nil if it isn't recorded.
  let line: (inout HistoryWriter) -> String?
  let isUnknown: Bool
}

private protocol AlternativePart: Projection {
  var rulesVersion: String? { get set }
  var isTouched: Bool { get }
  var reported: [Step] { get }
  var ends: [(name: String, recorded: FieldTree, alternative: FieldTree)] { get }
  var unknownEnds: Int { get }
  var erasures: Set<Int> { get }
  /// The number of outcomes that were taken as recorded, because of personal data that was erased.
  var taken: Int { get }
  /// The first entries, each of its stream, whose outcomes can't be known.
  var undecided: [Int] { get }
  var unknownRules: UnknownRules { get }
  mutating func insert(before seq: Int)
}

struct HistoryAlternative: Projection {
  private var fold: DomainFold<any AlternativePart>
  private var count: DifferenceCount
  private let output: (any HistoryLineOutput)?
  private var writer = HistoryWriter()
  private var failure: Failure?
  private var insertedBefore = 0
  /// The entries that the output doesn't have, because their outcomes aren't known.
  private var omitted: [Int] = []

  init(
    _ alterations: [TypedAlteration], in history: History, ignoresExpect: Bool,
    _ count: DifferenceCount, _ output: (any HistoryLineOutput)?
  ) {
    let isStore = history.source.form == .store
    var domain = -1
    fold = DomainFold(
      history.domains, read: { (part, entry) throws(EntryDefect) in try part.read(entry) },
      part: {
        domain += 1
        return $0.alternative(
          alterations.filter { $0.domain == domain }, ignoresExpect: ignoresExpect,
          checksRevisions: isStore)
      })
    self.count = count
    self.output = output
  }

  var vocabularies: [Vocabulary] { fold.vocabularies }
  var isDone: Bool { failure != nil }

  mutating func read(_ entry: Entry) throws(EntryDefect) {
    if let rulesVersion = entry.newRulesVersion { fold.update { $0.rulesVersion = rulesVersion } }
    // An entry of an older version is read twice.
    if insertedBefore != entry.seq { fold.update { $0.insert(before: entry.seq) } }
    insertedBefore = entry.seq
    try fold.read(entry)
    takeSteps()
    if output != nil, !fold.parts.contains(where: { $0.isTouched }) {
      let line = String(decoding: entry.bytes, as: UTF8.self)
      write(writer.copy(line, seq: entry.seq, rulesVersion: fold.parts[0].rulesVersion))
    }
  }

  private mutating func takeSteps() {
    for step in fold.parts.flatMap({ $0.reported }) {
      if let difference = step.difference { count.add(difference) }
      guard output != nil else { continue }
      if let line = step.line(&writer) {
        write(line)
      } else if step.isUnknown {
        omitted.append(step.seq)
      }
    }
  }

  private mutating func write(_ line: String) {
    guard failure == nil else { return }
    do throws(Failure) { try output?.write(line) } catch { failure = error }
  }

  mutating func finish(_ end: ReadingEnd) throws(Failure) -> Bool {
    // Commands that are executed after the last entry.
    fold.update { $0.insert(before: end.seq + 1) }
    takeSteps()
    if let failure { throw failure }
    try output?.complete()
    for end in fold.parts.flatMap({ $0.ends }) {
      try count.add(end.name, was: end.recorded, now: end.alternative)
    }
    count.addUnknownEnds(fold.parts.reduce(0) { $0 + $1.unknownEnds })
    return count.finish(
      end.tornTail, Erasures(fold.parts.flatMap { $0.erasures }.sorted()),
      taken: fold.parts.reduce(0) { $0 + $1.taken },
      undecided: Erasures(fold.parts.flatMap { $0.undecided }.sorted()),
      unknownRules: UnknownRules(fold.parts.map { $0.unknownRules }), omitted: omitted)
  }
}

extension HistoryDomain {
  fileprivate static func alternative(
    _ found: [TypedAlteration], ignoresExpect: Bool, checksRevisions: Bool
  ) -> any AlternativePart {
    var alterations: [Int: Alteration<Self>] = [:]
    for found in found {
      var alteration = alterations[found.seq] ?? Alteration()
      switch found.change {
      case .skip: alteration.isSkipped = true
      case .time(let time): alteration.time = time
      case .insert(let command):
        if let command = command as? RecordedCommand<Self> { alteration.insertions.append(command) }
      case .replace(let command): alteration.replacement = command as? RecordedCommand<Self>
      }
      alterations[found.seq] = alteration
    }
    return AlternativeProjection<Self>(
      alterations, ignoresExpect: ignoresExpect, checksRevisions: checksRevisions)
  }
}

extension AlternativeProjection: AlternativePart where D: HistoryDomain {
  fileprivate var taken: Int { alternative.taken.count }
  fileprivate var undecided: [Int] { alternative.undecided }
  fileprivate var unknownRules: UnknownRules { alternative.unknownRules }

  private func currencies(of stream: Text) -> CurrencyPair {
    let recorded = recorded.streams.find(stream.bytes).map { self.recorded.states[$0] }
    let now = alternative.state(of: stream)
    return CurrencyPair(
      old: D.schema.currency(of: recorded ?? D.initial) ?? "", new: D.schema.currency(of: now) ?? ""
    )
  }

  /// The decisions to report. A command that is left out needn't be reported: that was requested on the command line.
  fileprivate var reported: [Step] {
    steps.compactMap { step in
      guard let now = step.alternative else { return nil }
      let difference = HistoryDifferences.Command(
        seq: step.command.seq, stream: String(step.command.stream),
        command: "\(D.type(of: step.command.command))", was: step.recorded?.json, now: now.json,
        currencies: currencies(of: step.command.stream), kinds: D.kinds)
      return Step(
        seq: step.command.seq, difference: now == step.recorded ? nil : difference,
        line: { $0.line(step.command, now, rev: step.rev) }, isUnknown: now.isUnknown)
    }
  }
}
