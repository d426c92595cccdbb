// Puts into words what a search has left, for people and for programs.

import EventSourcing
import JSONLines
import Replay

/// Presents what was found as text.
public final class MinimizeHistoryPresenter: MinimizeHistoryPresentationLogic {
  private let display: any MinimizeHistoryDisplayLogic

  /// A presenter for a display.
  public init(display: any MinimizeHistoryDisplayLogic) { self.display = display }

  /// Presents what was found.
  public func present(_ response: MinimizeHistory.Response) {
    let commands = counted(response.items.count, "command")
    var notes = [Self.sentence(response.shown)]
    switch response.end {
    case .complete: break
    case .outOfRuns: notes.append("As many histories were tried as may be: it may get smaller yet.")
    case .interrupted: notes.append("Interrupted: it may get smaller yet.")
    }
    if let warning = response.tornTail?.warning { notes.append(warning) }
    let tried = "histories tried: \(response.runs)."
    display.display(
      MinimizeHistory.ViewModel(
        headline: "\(commands) of \(response.total) \(response.items.count == 1 ? "shows" : "show")"
          + " it; " + tried,
        rows: response.items.map { item in
          [
            "@\(item.seq)", item.stream, item.command,
            item.rejected.map { "rejected: " + $0 } ?? "accepted",
          ]
        }, notes: notes))
  }

  private static func sentence(_ shown: MinimizeHistory.Shown) -> String {
    switch shown {
    case .condition(let text, let ever, let stream):
      "\(text) holds for \(shownName(ofStream: stream)) \(ever ? "after an entry" : "in the end"), "
        + "by today's rules."
    case .divergence(let divergence):
      "A replay stops at @\(divergence.seq): "
        + ([divergence.difference.kind.rawValue]
        + [divergence.difference.event, divergence.difference.field].compactMap { $0 })
        .joined(separator: " ") + "."
    case .program: "The program ends with exit code 0."
    }
  }
}

/// Presents what was found as one JSON document.
public final class MinimizeHistoryJSONPresenter: MinimizeHistoryPresentationLogic {
  private let display: any DocumentDisplayLogic
  private let notes: any NoteDisplayLogic

  /// A presenter for displays of documents and notes.
  public init(display: any DocumentDisplayLogic, notes: any NoteDisplayLogic) {
    self.display = display
    self.notes = notes
  }

  /// Presents what was found.
  public func present(_ response: MinimizeHistory.Response) {
    var writer = JSONWriter()
    writer.value(
      .object([
        .init("commands", .integer(Int64(response.items.count))),
        .init("of", .integer(Int64(response.total))),
        .init("runs", .integer(Int64(response.runs))),
        .init("complete", .boolean(response.end == .complete)),
        .init("entries", .array(response.items.enumerated().map { Self.tree($1, seq: $0 + 1) })),
      ]))
    display.display(document: writer)
    if let tail = response.tornTail { notes.display(note: tail.warning) }
  }

  private static func tree(_ item: MinimizeHistory.Item, seq: Int) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("seq", .integer(Int64(seq))), .init("originalSeq", .integer(Int64(item.seq))),
      .init("stream", .string(item.stream)), .init("command", .string(item.command)),
    ]
    if let rejected = item.rejected { members.append(.init("rejected", .string(rejected))) }
    return .object(members)
  }
}
