// Outcomes as they are written: JSON lines and nothing else, because another build reads them.

import EventSourcing
public import JSONLines

/// Presents outcomes as JSON lines.
public final class HistoryOutcomesPresenter: HistoryOutcomesPresentationLogic {
  private let display: any DocumentDisplayLogic
  private let notes: any NoteDisplayLogic
  private let isClosed: () -> Bool

  /// A presenter for displays of documents and notes.
  ///
  /// - Parameters:
  ///   - display: Shows the lines.
  ///   - notes: Shows what isn't part of them.
  ///   - isClosed: Whether nobody reads any more.
  public init(
    display: any DocumentDisplayLogic, notes: any NoteDisplayLogic,
    isClosed: @escaping () -> Bool = { false }
  ) {
    self.display = display
    self.notes = notes
    self.isClosed = isClosed
  }

  /// Whether nobody reads any more.
  public var isDone: Bool { isClosed() }

  /// Presents a line.
  public func present(line: borrowing JSONWriter) { display.display(document: line) }

  /// Ends the presentation.
  public func finish(_ response: HistoryOutcomes.Response) {
    var writer = JSONWriter()
    writer.raw(#"{"commands":"#)
    writer.integer(Int64(response.commands))
    writer.raw(#","engine":"#)
    writer.string(response.engine)
    writer.raw(#","digest":"#)
    writer.string(response.digest)
    writer.raw("}")
    display.display(document: writer)
    if let tail = response.end.tornTail { notes.display(note: tail.warning) }
  }
}
