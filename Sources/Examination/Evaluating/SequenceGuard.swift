// Rules between the entries of any history, whatever its domain. A store's readers enforce
// them and stop; a history that was edited may violate them.

package struct SequenceGuard: Sendable {
  package enum Rule: String, CaseIterable, Sendable {
    case timeNeverDecreases = "time-never-decreases"
    case revisionsWithoutGaps = "revisions-without-gaps"
    case refusedChangesNothing = "refused-changes-nothing"

    package var explanation: String {
      switch self {
      case .timeNeverDecreases: "No entry is earlier than the one before it."
      case .revisionsWithoutGaps: "Each accepted entry of a stream has the next revision."
      case .refusedChangesNothing: "A refused entry leaves its stream's revision as it was."
      }
    }
  }

  private var breaches: [Rule: Breach] = [:]
  private var streams = StreamTable()
  private var revisions: [Int] = []
  private var at: Timestamp?

  package init() {}

  package subscript(rule: Rule) -> Breach? { breaches[rule] }

  package mutating func check(_ entry: Entry) {
    let stream = streams.insert(entry.storage.slice(entry.stream))
    if stream == revisions.count { revisions.append(0) }
    let before = revisions[stream]
    if let at, entry.at < at {
      note(.timeNeverDecreases, entry, stream, [("at", .time(entry.at)), ("before", .time(at))])
    }
    if entry.rev != before + (entry.isAccepted ? 1 : 0) {
      note(
        entry.isAccepted ? .revisionsWithoutGaps : .refusedChangesNothing, entry, stream,
        [("rev", .integer(Int64(entry.rev))), ("before", .integer(Int64(before)))])
    }
    revisions[stream] = entry.rev
    at = max(at ?? entry.at, entry.at)
  }

  private mutating func note(
    _ rule: Rule, _ entry: Entry, _ stream: Int, _ values: [(name: String, value: FieldValue)]
  ) {
    if breaches[rule] == nil {
      breaches[rule] = Breach(
        first: EntryMark(entry), values: values.map { ($0.name, FormulaValue($0.value)) })
    }
    breaches[rule]?.add(stream: stream)
  }
}
