// The boundaries between the parts of a scene: a view hands a request to the interactor, that hands
// responses to the presenter, and that hands view models to the view's display.

import JSONLines

/// Carries out the requests of a scene: the interactor, as its view sees it.
package protocol BusinessLogic<Request> {
  associatedtype Request
  /// Carries out a request and passes the response to the presenter.
  ///
  /// - Returns: Whether the answer is positive: a command wasn't refused, something was found.
  func handle(_ request: Request) throws(Failure) -> Bool
}

/// Presents responses: the presenter, as the interactor sees it.
package protocol PresentationLogic<Response>: AnyObject {
  associatedtype Response
  /// Presents a response, or the next part of one that comes in parts.
  func present(_ response: Response)
}

package protocol DisplayLogic<ViewModel>: AnyObject {
  associatedtype ViewModel
  func display(_ viewModel: ViewModel)
}

package protocol NoteDisplayLogic: AnyObject {
  func display(note: String)
}

/// Displays what programs read.
package protocol DocumentDisplayLogic: NoteDisplayLogic {
  func display(document: borrowing JSONWriter)
  /// Displays what takes the place of a document if a command was refused.
  func display(refusal: RefusalViewModel)
}
