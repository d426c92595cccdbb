// A history as it would be with other commands. Streams don't depend on one another, so only the
// affected ones are decided again; all others stay as recorded.

package struct Alteration<D: InspectableDecider>: Sendable {
  package var insertions: [RecordedCommand<D>] = []
  package var replacement: RecordedCommand<D>?
  package var isSkipped = false
  package var time: Timestamp?

  package init() {}

  var concernsEntry: Bool { replacement != nil || isSkipped || time != nil }
}

package struct AlternativeStep<D: InspectableDecider> {
  package let command: RecordedCommand<D>
  /// The recorded outcome; nil if it wasn't requested.
  package let recorded: DecisionOutcome<D>?
  /// The alternative outcome; nil if it is left out.
  package let alternative: DecisionOutcome<D>?
  /// The stream's revision then.
  package let rev: Int

  fileprivate var isErasedAndAccepted: Bool {
    if case .accepted? = alternative { command.isErased } else { false }
  }
}

/// Folds a history as recorded, and in parallel the streams that change.
package struct AlternativeProjection<D: InspectableDecider>: Projection {
  package private(set) var recorded: StateProjection<D>
  /// The streams that are affected, as they would be.
  package private(set) var alternative = Rerun<D>()
  /// The decisions that were made again at the entry that was applied last; empty if it isn't affected.
  package private(set) var steps: [AlternativeStep<D>] = []
  package private(set) var isTouched = false
  /// The version of the rules that decided the recorded entries, where it is known.
  package var rulesVersion: String?
  private let alterations: [Int: Alteration<D>]
  private let ignoresExpect: Bool
  private var affected: Set<Int> = []
  private var erased: Set<Int> = []
  private var erasedRefusals: Set<Int> = []

  /// - Parameters:
  ///   - ignoresExpect: Whether commands are decided whatever revision they expect.
  ///   - checksRevisions: Whether revisions must be without gaps, as in a store.
  package init(
    _ alterations: [Int: Alteration<D>], ignoresExpect: Bool = false, checksRevisions: Bool
  ) {
    self.alterations = alterations
    self.ignoresExpect = ignoresExpect
    recorded = StateProjection(checksRevisions: checksRevisions, readsValues: true)
  }

  package var vocabularies: [Vocabulary] { [Vocabulary(of: D.self)] }

  package mutating func insert(before seq: Int) {
    steps = []
    isTouched = false
    for command in alterations[seq]?.insertions ?? [] { insert(command) }
  }

  package mutating func read(_ entry: Entry) throws(EntryDefect) {
    try recorded.body.read(entry)
    guard recorded.body.isOfDomain else { return }
    let index = recorded.number(of: entry.storage.slice(entry.stream))
    let alteration = alterations[entry.seq]
    if affected.contains(index) || alteration?.concernsEntry == true,
      let command = RecordedCommand(entry, recorded.body, rulesVersion: rulesVersion)
    {
      isTouched = true
      touch(command.stream)
      execute(command, alteration)
      let tookEffect = steps.contains { $0.command.seq == entry.seq && $0.isErasedAndAccepted }
      if tookEffect != command.lostItsChanges { alternative.markDiverged(command.stream) }
    }
    // The data that is lost of this entry is lost of the alternative only if it is decided there, too.
    if entry.isErased {
      erased.insert(index)
      if !entry.isAccepted, !entry.isWithheld { erasedRefusals.insert(entry.seq) }
    }
    try recorded.apply(entry, to: index)
  }

  private mutating func execute(_ command: RecordedCommand<D>, _ alteration: Alteration<D>?) {
    var asked = alteration?.replacement ?? command
    if let time = alteration?.time { asked.at = time }
    if alteration?.isSkipped == true || asked.stream != command.stream {
      steps.append(
        AlternativeStep(command: command, recorded: command.recorded, alternative: nil, rev: 0))
      if alteration?.isSkipped != true { insert(asked) }
      return
    }
    step(asked, recorded: command.recorded)
  }

  private mutating func insert(_ command: RecordedCommand<D>) {
    touch(command.stream)
    step(command, recorded: nil)
  }

  private mutating func step(_ command: RecordedCommand<D>, recorded: DecisionOutcome<D>?) {
    var command = command
    if ignoresExpect { command.expect = nil }
    // A hypothetical one is decided as those around it.
    command.rulesVersion = command.rulesVersion ?? rulesVersion
    let state = self.recorded.streams.find(command.stream.bytes).map { self.recorded.states[$0] }
    let verdict = alternative.execute(command, recordedOn: (state ?? D.initial, command.recordedAt))
    steps.append(
      AlternativeStep(
        command: command, recorded: recorded, alternative: verdict,
        rev: alternative.revision(of: command.stream)))
  }

  private mutating func touch(_ stream: Text) {
    let index = recorded.number(of: stream.bytes)
    guard affected.insert(index).inserted else { return }
    alternative.begin(
      stream, at: recorded.states[index], rev: recorded.revisions[index],
      lostPersonalData: erased.contains(index))
  }

  /// The entries of the streams that may end differently whose personal data was erased, and refused ones
  /// that couldn't be decided again.
  package var erasures: Set<Int> {
    let accepted = affected.flatMap { recorded.erasures(of: $0).map(\.seq) }
    return erasedRefusals.intersection(alternative.taken).union(accepted)
  }

  /// The number of affected streams whose ends aren't known.
  package var unknownEnds: Int {
    affected.count { !alternative.isKnown(Text(recorded.streams.name($0))) }
  }

  /// The ends of the other affected streams.
  package var ends: [(name: String, recorded: FieldTree, alternative: FieldTree)] {
    affected.compactMap { index in
      let name = recorded.streams.name(index)
      guard alternative.isKnown(Text(name)) else { return nil }
      let id = StreamName(Text(name))?.id ?? ""
      return (
        name, D.fields(of: recorded.states[index], id: id),
        D.fields(of: alternative.state(of: Text(name)), id: id)
      )
    }.sorted { $0.name < $1.name }
  }
}
