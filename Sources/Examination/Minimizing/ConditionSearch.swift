// Decides commands again and evaluates a condition on their streams: what a history must
// still show while it is minimized.

package struct ConditionSearch<D: InspectableDecider> {
  private let condition: Condition<D.State>
  private let isEver: Bool
  private let beginsWithState = D.beginsWithState
  private var rerun = Rerun<D>()
  private var entries = 0
  private let reader: RowReader
  /// For each stream, by its number: the state before its last entry, if there was one and is needed, and the fields
  /// of that entry.
  private var last: [(before: [D.State], entry: [FieldValue])] = []
  /// The number of entries of each stream, by its number.
  private var counts: [Int] = []
  /// The moment at which each stream fulfilled it first, by its number; nil if it never did.
  private var moments: [Moment?] = []
  /// Whether a stream fulfilled it after one of its entries, if that is enough.
  package private(set) var isDone = false

  private struct Moment {
    let seq: Int
    /// The number of entries of the stream then.
    let count: Int
  }

  /// The commands that weren't decided, because the domain doesn't have the rules that recorded them.
  package var unknownRules: UnknownRules { rerun.unknownRules }

  /// - Parameter ever: Whether it is enough that a stream fulfils it after any of its entries; else it
  ///   must in the end.
  package init(_ condition: Condition<D.State>, ever: Bool) {
    self.condition = condition
    isEver = ever
    reader = RowReader([condition.formula])
  }

  /// Decides a command, and tests its stream if the condition may hold at any moment.
  package mutating func take(_ command: RecordedCommand<D>) {
    let isMomentary = condition.formula.isMomentary
    let before = isMomentary ? rerun.state(of: command.stream) : D.initial
    let isThere = beginsWithState || rerun.revision(of: command.stream) > 0
    let verdict = rerun.execute(command)
    guard let stream = rerun.streams.streams.find(command.stream.bytes) else { return }
    while counts.count <= stream {
      counts.append(0)
      moments.append(nil)
      last.append(([], []))
    }
    switch verdict {
    // Without an entry there is no moment.
    case .unchanged, .conflict, .unknown: return
    case .accepted, .refused: entries += 1
    }
    counts[stream] += 1
    if isMomentary {
      last[stream] = (
        isThere ? [before] : [],
        EntryField.allCases.map { $0.value(of: command, verdict, seq: entries) }
      )
    }
    if isEver, moments[stream] == nil, holds(stream) {
      moments[stream] = Moment(seq: command.seq, count: counts[stream])
      isDone = true
    }
  }

  private func holds(_ stream: Int) -> Bool {
    rerun.streams.states.withUnsafeBufferPointer { states in
      last[stream].before.withUnsafeBufferPointer { before in
        guard let states = states.baseAddress else { return false }
        let state = before.isEmpty ? nil : before.baseAddress
        return reader.at(states + stream, before: state, entry: last[stream].entry) {
          condition.formula.term.holds(at: $0)
        }
      }
    }
  }

  /// A stream that fulfils it.
  package struct Witness: Sendable {
    package let stream: Text
    /// The number of the entry after which it does; `.max` if it does at the end.
    package let seq: Int
    /// The number of entries of the stream up to there.
    package let count: Int
  }

  /// The streams that fulfil it, those with the fewest entries first; otherwise as they began.
  package var witnesses: [Witness] {
    let found = counts.indices.compactMap { stream -> Witness? in
      let moment =
        isEver
        ? moments[stream]
        : counts[stream] > 0 && holds(stream) ? Moment(seq: .max, count: counts[stream]) : nil
      return moment.map {
        Witness(stream: Text(rerun.streams.streams.name(stream)), seq: $0.seq, count: $0.count)
      }
    }
    return found.enumerated()
      .sorted { ($0.element.count, $0.offset) < ($1.element.count, $1.offset) }.map(\.element)
  }
}

extension EntryField {
  fileprivate func value<D>(of command: RecordedCommand<D>, _ verdict: DecisionOutcome<D>, seq: Int)
    -> FieldValue
  {
    switch self {
    case .seq: .integer(Int64(seq))
    case .at: .time(command.at)
    case .actor: .text(command.actor)
    case .commandType: .text(Text("\(D.type(of: command.command))"))
    case .rejectedCode: verdict.refusal.map { .text(Text($0.code)) } ?? .absent
    case .accepted: .boolean(verdict.refusal == nil)
    case .refused: .boolean(verdict.refusal != nil)
    }
  }
}

extension RecordedHistory {
  /// Whether a stream fulfils a condition when all commands are decided again, each by the rules that recorded it.
  ///
  /// - Parameters:
  ///   - condition: The condition to search for.
  ///   - ever: Whether it is enough if it holds after any entry; otherwise it must hold at the end.
  public func fulfils(_ condition: Condition<D.State>, ever: Bool = false) -> Bool {
    var search = ConditionSearch<D>(condition, ever: ever)
    for command in commands {
      search.take(command)
      if search.isDone { return true }
    }
    return !search.witnesses.isEmpty
  }
}
