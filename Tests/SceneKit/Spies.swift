// Stand-ins for each part of a scene, which remember what came through: the interactor, the presenter and the view.

import HistoryScenes
import JSONLines

/// Stands in for an interactor: keeps the requests, and answers each with prepared responses.
package enum InteractionSpy<Request, Response>: Interaction {
  package final class Context {
    package private(set) var requests: [Request] = []
    fileprivate let responses: [Response]
    fileprivate let isPositive: Bool

    package init(answering responses: Response..., isPositive: Bool = true) {
      (self.responses, self.isPositive) = (responses, isPositive)
    }

    fileprivate func keep(_ request: Request) { requests.append(request) }
  }

  package static func handle(
    _ request: Request, in context: Context, _ presenter: any Presenter<Response>
  ) throws(Failure) -> Bool {
    context.keep(request)
    for response in context.responses { presenter.present(response) }
    return context.isPositive
  }
}

/// Keeps the responses.
package final class PresenterSpy<Response>: Presenter {
  package private(set) var responses: [Response] = []
  package var response: Response? { responses.last }
  private let limit: Int
  package var isDone: Bool { responses.count >= limit }
  package init(until limit: Int = .max) { self.limit = limit }
  package func present(_ response: Response) { responses.append(response) }
}

/// Keeps texts, notes and refusals.
package final class DisplaySpy<ViewModel>: Display {
  package private(set) var viewModels: [ViewModel] = []
  package private(set) var notes: [String] = []
  package var viewModel: ViewModel? { viewModels.last }
  package private(set) var refusals: [Failure] = []
  package var refusal: Failure? { refusals.last }
  package init() {}
  package func display(_ viewModel: ViewModel) { viewModels.append(viewModel) }
  package func display(note: String) { notes.append(note) }
  package func display(failure: Failure) { refusals.append(failure) }
}

/// Keeps JSON documents, refusals and notes.
package final class DocumentSpy: DocumentDisplay {
  package private(set) var documents: [String] = []
  package private(set) var refusals: [Failure] = []
  package private(set) var notes: [String] = []

  package init() {}

  package func display(document: borrowing JSONWriter) {
    documents.append(document.withBytes { String(decoding: $0, as: UTF8.self) })
  }

  package func display(failure: Failure) { refusals.append(failure) }
  package func display(note: String) { notes.append(note) }
}
