// The messages of the scene that finds where a condition held, and how they read.

package enum FindMoments: Scene {
  package enum Selection: Sendable, CaseIterable {
    case all
    case first
    case last
    /// No moments, only their number.
    case count
  }

  package struct Request: Sendable {
    /// The condition as it was typed.
    package var condition: String
    /// Only this stream; all if nil.
    package var id: String?
    /// The moment after which moments are shown; the start if nil.
    package var from: RequestedPosition?
    /// The moment up to which to look; the end if nil.
    package var at: RequestedPosition?
    package var selection = Selection.all

    package init(
      condition: String = "", id: String? = nil, from: RequestedPosition? = nil,
      at: RequestedPosition? = nil
    ) {
      self.condition = condition
      self.id = id
      self.from = from
      self.at = at
    }
  }

  /// Moments are reported one by one, because there may be many; then the summary.
  package enum Response: Sendable {
    case moment(Moment)
    case end(Summary)
  }

  package struct Moment: Equatable, Sendable {
    package let mark: EntryMark
    package let stream: StreamLabel
    package let change: HoldingSpans.Transition
    /// The code of the entry's refusal; nil if it was accepted.
    package let refusal: String?
  }

  package struct Summary: Equatable, Sendable {
    package let selection: Selection
    package let words: DomainWords
    /// Whether the condition uses what only an entry has, so that it doesn't last.
    package let isMomentary: Bool
    package var times = 0
    /// The number of them at which the command was refused.
    package var refused = 0
    package var streams = 0
    package var holding = 0
    var isFound = false
    package var tornTail: TornTail?
    /// The erasures that the condition couldn't see.
    var erasures = Erasures()

    /// Whether a single place is enough of an answer.
    var isShort: Bool { selection == .first || selection == .last }
    /// Whether it held when the range began, so that there is no place to show in it.
    var onlyHolds: Bool { isShort && isFound && times == 0 }
  }

  package enum ViewModel: Equatable, Sendable {
    case moment(Line)
    case summary(String)
    case nothing
  }

  package struct Line: Equatable, Sendable {
    package let seq: String
    package let at: String
    /// The stream and its revision: `1001@3`.
    package let stream: String
    package let change: String
    package let outcome: String
    package let holds: Bool
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> ViewModel {
    switch response {
    case .moment(let moment): return .moment(line(moment, formatting))
    case .end(let summary):
      return summary.isShort && summary.times > 0 ? .nothing : .summary(text(of: summary))
    }
  }

  private static func line(_ moment: Moment, _ formatting: Formatting) -> Line {
    let (change, holds) =
      switch moment.change {
      case .begins: ("begins", true)
      case .holds: ("holds", true)
      case .ends(let since): ("ends; it held since @\(since)", false)
      }
    return Line(
      seq: String(moment.mark.seq), at: formatting.labelledSecondInColumn(moment.mark.at),
      stream: moment.mark.shownRevision(of: moment.stream), change: change,
      outcome: moment.refusal.map { "refused: \($0)" } ?? "accepted", holds: holds)
  }

  private static func text(of summary: Summary) -> String {
    guard summary.isFound else { return "It never holds." }
    if summary.onlyHolds {
      return "It held already when the range began, and doesn't begin to hold in it; "
        + "at the end it holds for \(summary.words.counted(summary.holding))."
    }
    let streams = summary.words.counted(summary.streams)
    let refused = summary.refused == 0 ? "" : ", \(summary.refused) of them refused"
    if summary.isMomentary {
      return "It holds at \(entryCount(summary.times)) of \(streams)\(refused)."
    }
    return "It begins to hold \(counted(summary.times, "time")), for \(streams)\(refused); "
      + "at the end it holds for \(summary.holding)."
  }
}

extension FindMoments.Response: SceneResponse, JSONObjectRepresentable {
  package var documents: [FindMoments.Response] {
    if case .end(let summary) = self, summary.selection != .count, !summary.onlyHolds {
      []
    } else {
      [self]
    }
  }

  package var notes: [String] {
    guard case .end(let summary) = self else { return [] }
    return [summary.tornTail?.warning, summary.erasures.note].compactMap { $0 }
  }

  package func writeMembers(to object: inout JSONWriter) {
    switch self {
    case .moment(let moment):
      moment.mark.writeMembers(of: moment.stream, to: &object)
      switch moment.change {
      case .begins: object.member("change", "begins")
      case .holds: object.member("change", "holds")
      case .ends(let since):
        object.member("change", "ends")
        object.member("since", since)
      }
      object.member("outcome", moment.refusal == nil ? "accepted" : "rejected")
      object.member("code", moment.refusal)
    case .end(let summary):
      object.member("times", summary.times)
      object.member(named: summary.words.plural, summary.streams)
      object.member("holding", summary.holding)
      object.member("refused", summary.refused)
    }
  }
}
