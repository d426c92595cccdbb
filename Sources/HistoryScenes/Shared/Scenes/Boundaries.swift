// The boundaries between the parts of a scene: a view hands a request to the interactor, that hands
// responses to the presenter, and that hands view models to the view's display.

import JSONLines

/// Presents responses: the presenter, as the interactor sees it.
package protocol PresentationLogic<Response>: AnyObject {
  associatedtype Response
  /// Whether nobody looks at further parts.
  var isDone: Bool { get }
  /// Presents a response, or the next part of one that comes in parts.
  func present(_ response: Response)
}

extension PresentationLogic {
  package var isDone: Bool { false }
}

package protocol DisplayLogic<ViewModel>: AnyObject {
  associatedtype ViewModel
  func display(_ viewModel: ViewModel)
}

package protocol NoteDisplayLogic: AnyObject {
  /// Whether the output is closed, so that there is no point in continuing.
  var isClosed: Bool { get }
  func display(note: String)
}

extension NoteDisplayLogic {
  package var isClosed: Bool { false }
}

/// Displays what programs read.
package protocol DocumentDisplayLogic: NoteDisplayLogic {
  func display(document: borrowing JSONWriter)
  /// Displays what takes the place of a document if a command was refused.
  func display(refusal: RefusalViewModel)
}
