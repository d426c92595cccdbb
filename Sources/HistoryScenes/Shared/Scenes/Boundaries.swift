// The boundaries between the parts of a scene: a view passes a request to the interactor, which passes
// responses to the presenter, which passes view models back to the view.

/// Presents responses: the presenter, as the interactor sees it.
package protocol Presenter<Response>: AnyObject {
  associatedtype Response
  /// Whether further parts aren't shown to any user.
  var isDone: Bool { get }
  /// Presents a response, or the next part of one that comes in parts.
  func present(_ response: Response)
}

extension Presenter {
  package var isDone: Bool { false }
}

package protocol NoteDisplay: AnyObject {
  /// Whether the output is closed, so that there is no point in continuing.
  var isClosed: Bool { get }
  func display(note: String)
  /// Displays what takes the place of an answer if a command was refused.
  func display(failure: Failure)
}

extension NoteDisplay {
  package var isClosed: Bool { false }
}

/// Displays view models: the view, as the presenter sees it.
package protocol Display<ViewModel>: NoteDisplay {
  associatedtype ViewModel
  func display(_ viewModel: ViewModel)
}

/// Displays what programs read.
package protocol DocumentDisplay: NoteDisplay {
  func display(document: borrowing JSONWriter)
}

package protocol HistoryLineOutput: AnyObject {
  /// Whether the output has no reader any more, so that there is no point in continuing.
  var isClosed: Bool { get }
  func write(line: borrowing JSONWriter) throws(Failure)
  /// The entries written so far, read from the output; nil if it can't be read.
  func readBack() throws(Failure) -> (any EntrySource)?
  /// All entries were written, and are right: a file gets its name. Called before success is reported.
  func complete() throws(Failure)
}

extension HistoryLineOutput {
  package var isClosed: Bool { false }
  package func readBack() throws(Failure) -> (any EntrySource)? { nil }
  package func complete() throws(Failure) {}

  package func write(_ line: String) throws(Failure) {
    var writer = JSONWriter(capacity: line.utf8.count)
    var line = line
    line.withUTF8 { writer.raw(UnsafeRawBufferPointer($0)) }
    try write(line: writer)
  }
}
