// Puts log entries into words for people, and passes their lines on for programs.

import EventSourcing
import JSONLines

/// Presents entries as lines of text.
public final class OrderHistoryPresenter: OrderHistoryPresentationLogic {
  private let display: any OrderHistoryDisplayLogic
  private let formatting: Formatting
  private let notes: any NoteDisplayLogic

  /// A presenter for displays of entries and notes.
  public init(
    display: any OrderHistoryDisplayLogic, notes: any NoteDisplayLogic,
    formatting: Formatting = .standard
  ) {
    self.display = display
    self.formatting = formatting
    self.notes = notes
  }

  /// Presents an entry.
  public func present(_ item: OrderHistory.Item) {
    let entry = item.entry
    let name = shownName(ofStream: entry.storage.string(entry.stream))
    display.display(
      OrderHistory.ViewModel(
        seq: String(entry.seq), at: formatting.second(entry.at), stream: "\(name)@\(entry.rev)",
        actor: entry.storage.string(entry.actor), command: item.command, reason: item.reason ?? "",
        outcome: item.refusalText ?? item.events.joined(separator: ", "),
        isRefused: !entry.isAccepted,
        changes: item.changes?.lines(formatting) ?? []))
  }

  /// Ends the presentation.
  public func finish(_ response: OrderHistory.Response) {
    display.display(
      summary: response.count == 0 ? "No entries." : "\(entryCount(response.count)).")
    if let tail = response.tornTail { notes.display(note: tail.warning) }
  }
}

extension OrderHistory.Item {
  /// Why it was refused, with the fields that are to blame: `refused: invalid (amount blank)`; nil if
  /// it wasn't.
  var refusalText: String? {
    guard let refusal else { return nil }
    let fields = refusal.fields.map { "\($0.field) \($0.code)" }.joined(separator: ", ")
    return "refused: \(refusal.code)" + (fields.isEmpty ? "" : " (\(fields))")
  }
}

/// Presents entries as they stand in the log; with what each changed as `{"entry","changes"}`.
public final class OrderHistoryJSONPresenter: OrderHistoryPresentationLogic {
  private let display: any DocumentDisplayLogic
  private let notes: any NoteDisplayLogic

  /// A presenter for displays of documents and notes.
  public init(display: any DocumentDisplayLogic, notes: any NoteDisplayLogic) {
    self.display = display
    self.notes = notes
  }

  /// Presents an entry.
  public func present(_ item: OrderHistory.Item) {
    display.display(item: item)
  }

  /// Ends the presentation.
  public func finish(_ response: OrderHistory.Response) {
    if let tail = response.tornTail { notes.display(note: tail.warning) }
  }
}
