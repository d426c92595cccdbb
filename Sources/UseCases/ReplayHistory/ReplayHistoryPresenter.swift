// Puts divergences into words for people.

import EventSourcing
import JSONLines
import Replay

/// Presents divergences as text.
public final class ReplayHistoryPresenter: ReplayHistoryPresentationLogic {
  private let display: any ReplayHistoryDisplayLogic
  private let formatting: Formatting

  /// A presenter for a display.
  public init(display: any ReplayHistoryDisplayLogic, formatting: Formatting = .standard) {
    self.display = display
    self.formatting = formatting
  }

  /// Presents a divergence.
  public func present(_ item: ReplayHistory.Item) {
    let divergence = item.divergence
    let difference = divergence.difference
    let again = "again: " + commandLineText(item.again)
    if let problem = item.problem {
      display.display(
        ReplayHistory.ItemViewModel(
          headline: "@\(divergence.seq)  \(difference.kind.rawValue)",
          subject: problem.description, recorded: nil, replayed: nil,
          notes: [problem.advice, again].compactMap { $0 }))
      return
    }
    display.display(
      ReplayHistory.ItemViewModel(
        headline: "@\(divergence.seq)  \(divergence.stream)  \(divergence.command)  "
          + difference.kind.rawValue,
        subject: [difference.event, difference.field].compactMap { $0 }.joined(separator: " ")
          .nonEmpty,
        recorded: difference.recorded.map { Self.text($0, isVerdict: difference.isOfVerdicts) },
        replayed: difference.replayed.map { Self.text($0, isVerdict: difference.isOfVerdicts) },
        notes: [circumstances(divergence), again]))
  }

  private func circumstances(_ divergence: Divergence) -> String {
    let time = divergence.at.map { formatting.second($0) + ", " } ?? ""
    let recorded = divergence.recordedEngine.map { "recorded by rules \($0), " } ?? ""
    let count = divergence.compared == 1 ? "1 command" : "\(divergence.compared) commands"
    return "\(time)\(recorded)replayed by rules \(divergence.replayedEngine); \(count) compared"
  }

  /// A whole verdict in words; anything else as JSON.
  private static func text(_ value: JSONValue, isVerdict: Bool) -> String {
    guard isVerdict else { return FieldTree.Leaf(path: "", value: value).json }
    if let types = value.array {
      let names = types.compactMap(\.string)
      return names.isEmpty
        ? "accepted, changing nothing" : "accepted: " + names.joined(separator: ", ")
    }
    let fields = (value["fields"]?.array ?? []).map {
      "\($0["field"]?.string ?? "") \($0["code"]?.string ?? "")"
    }
    let reasons = fields.isEmpty ? "" : " (\(fields.joined(separator: ", ")))"
    return "rejected: " + (value["code"]?.string ?? "") + reasons
  }

  /// Ends the presentation.
  public func finish(_ response: ReplayHistory.Response) {
    let compared = response.compared == 1 ? "1 command" : "\(response.compared) commands"
    let diverged = response.groups.reduce(0) { $0 + $1.count }
    var notes: [String] = []
    if response.hasStopped {
      notes.append("Stopped at the first divergence; --keep-going compares the rest, too.")
    }
    if let digest = response.digest { notes.append("States: sha256 \(digest)") }
    display.display(
      ReplayHistory.ViewModel(
        isIdentical: diverged == 0,
        headline: diverged == 0
          ? "Identical: \(compared) decided again, each as recorded."
          : "Diverged: \(diverged) of \(compared).",
        groups: response.groups.map {
          ["  " + $0.kind.rawValue, $0.command, String($0.count)]
        },
        notes: notes, warning: response.end.tornTail?.warning))
  }
}

extension Difference {
  /// Whether whole verdicts differ, not something in their events.
  fileprivate var isOfVerdicts: Bool {
    switch kind {
    case .acceptedNowRejected, .rejectedNowAccepted, .rejectionDiffers: true
    case .eventMissing, .eventExtra, .eventTypeDiffers, .fieldDiffers, .unreadable: false
    }
  }
}

extension String {
  /// The text; nil if it is empty.
  fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}
