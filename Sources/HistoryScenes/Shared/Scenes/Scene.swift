// The common part of scenes. A scene defines its messages, how a request becomes a response, and
// how that is shown; the parts that pass the messages are the same for all of them.

import EventSourcing
import Formatting
import JSONLines

/// A use case, which the type that conforms to this names.
package protocol Scene: SendableMetatype {
  associatedtype Response: SceneResponse
  associatedtype ViewModel

  /// The response, or a part of one that comes in parts, as text for people.
  static func viewModel(of response: Response, _ formatting: Formatting) -> ViewModel
}

/// An interactor's work on a request.
package protocol Interaction {
  associatedtype Request
  associatedtype Context
  associatedtype Response

  /// Carries out a request, and passes the response to the presenter, perhaps part by part.
  ///
  /// - Returns: Whether the answer is positive: a command wasn't refused, something was found.
  static func handle(
    _ request: Request, in context: Context, _ presenter: any Presenter<Response>
  ) throws(Failure) -> Bool
}

/// A scene that answers a request with one response.
package protocol RespondingScene: Scene, Interaction {
  // Named again, so that the compiler infers them from `respond`.
  associatedtype Request
  associatedtype Context
  associatedtype Response

  static func respond(to request: Request, with context: Context) throws(Failure) -> Response
}

extension RespondingScene {
  package static func handle(
    _ request: Request, in context: Context, _ presenter: any Presenter<Response>
  ) throws(Failure) -> Bool {
    let response = try respond(to: request, with: context)
    presenter.present(response)
    return response.isPositive
  }
}

/// A message from an interactor to a presenter.
package protocol SceneResponse {
  associatedtype Document: JSONRepresentable
  /// The documents for programs, one a line.
  var documents: [Document] { get }
  /// The refusal of a command; programs get this instead of documents.
  var refusalViewModel: RefusalViewModel? { get }
  var notes: [String] { get }
  /// Whether a command wasn't refused, or a question isn't answered with no.
  var isPositive: Bool { get }
}

extension SceneResponse {
  package var refusalViewModel: RefusalViewModel? { nil }
  package var notes: [String] { [] }
  package var isPositive: Bool { true }
}

extension SceneResponse where Self: JSONRepresentable {
  package var documents: [Self] { [self] }
}

/// A response read from a history, whose last entry a crash may have torn.
package protocol HistoryResponse: SceneResponse {
  var tornTail: TornTail? { get }
  /// The erasures that the answer lacks.
  var erasures: Erasures { get }
}

extension HistoryResponse {
  package var erasures: Erasures { Erasures() }
  package var notes: [String] { [tornTail?.warning, erasures.note].compactMap { $0 } }
}

package final class ViewPresenter<S: Scene>: Presenter {
  private let display: any Display<S.ViewModel>
  private let notes: any NoteDisplay
  private let formatting: Formatting

  package init(
    display: any Display<S.ViewModel>, notes: any NoteDisplay,
    formatting: Formatting = .standard
  ) {
    self.display = display
    self.notes = notes
    self.formatting = formatting
  }

  package var isDone: Bool { notes.isClosed }

  package func present(_ response: S.Response) {
    display.display(S.viewModel(of: response, formatting))
    for note in response.notes { notes.display(note: note) }
  }
}

package final class JSONPresenter<Response: SceneResponse>: Presenter {
  private let display: any DocumentDisplay

  package init(display: any DocumentDisplay) { self.display = display }

  package var isDone: Bool { display.isClosed }

  package func present(_ response: Response) {
    if let refusal = response.refusalViewModel { return display.display(refusal: refusal) }
    var writer = JSONWriter()
    for document in response.documents {
      writer.removeAll()
      document.writeJSON(to: &writer)
      display.display(document: writer)
    }
    for note in response.notes { display.display(note: note) }
  }
}
