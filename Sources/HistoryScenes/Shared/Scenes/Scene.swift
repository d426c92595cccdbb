// The common part of scenes. A scene defines its messages, how a request becomes a response, and
// how that is shown; the parts that pass the messages are the same for all of them.

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
  /// The refusal of a command, which is shown instead of anything else.
  ///
  /// - Parameter formatting: The format of amounts for people; nil for programs.
  func refusal(_ formatting: Formatting?) -> Failure?
  var notes: [String] { get }
  /// Whether a command wasn't refused, or a question isn't answered with no.
  var isPositive: Bool { get }
  /// The presenter for spreadsheets; nil if the response isn't a table.
  static func spreadsheetPresenter(
    on display: any TableDisplay, _ dialect: CSVDialect
  ) -> (any Presenter<Self>)?
}

extension SceneResponse {
  package func refusal(_ formatting: Formatting?) -> Failure? { nil }
  package var notes: [String] { [] }
  package var isPositive: Bool { true }

  package static func spreadsheetPresenter(on _: any TableDisplay, _: CSVDialect)
    -> (any Presenter<Self>)?
  { nil }
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

/// Passes responses to a function: to a scene's presenter and its view, or to a scene that asks another one.
package final class Relay<Response>: Presenter {
  private let hasEnough: () -> Bool
  private let receive: (Response) -> Void

  /// - Parameter hasEnough: Whether further parts aren't of use.
  package init(
    until hasEnough: @escaping () -> Bool = { false }, _ receive: @escaping (Response) -> Void
  ) {
    (self.hasEnough, self.receive) = (hasEnough, receive)
  }

  package var isDone: Bool { hasEnough() }
  package func present(_ response: Response) { receive(response) }
}

extension Relay where Response: SceneResponse {
  package convenience init<ViewModel>(
    to view: any Display<ViewModel>, _ formatting: Formatting,
    presenting viewModel: @escaping (Response, Formatting) -> ViewModel
  ) {
    self.init(until: { view.isClosed }) { response in
      if let refusal = response.refusal(formatting) { return view.display(failure: refusal) }
      view.display(viewModel(response, formatting))
      for note in response.notes { view.display(note: note) }
    }
  }
}

extension Scene {
  /// The scene's presenter with a view.
  package static func presenter(
    on view: any Display<ViewModel>, _ formatting: Formatting = .standard
  ) -> Relay<Response> {
    Relay(to: view, formatting, presenting: viewModel)
  }
}

extension Interaction {
  /// Carries out a request of another scene, which receives the response, perhaps part by part, until it has enough.
  @discardableResult
  package static func handle(
    _ request: Request, in context: Context, until hasEnough: @escaping () -> Bool = { false },
    _ receive: @escaping (Response) -> Void
  ) throws(Failure) -> Bool {
    try handle(request, in: context, Relay(until: hasEnough, receive))
  }
}

package final class JSONPresenter<Response: SceneResponse>: Presenter {
  private let display: any DocumentDisplay

  package init(display: any DocumentDisplay) { self.display = display }

  package var isDone: Bool { display.isClosed }

  package func present(_ response: Response) {
    if let refusal = response.refusal(nil) { return display.display(failure: refusal) }
    var writer = JSONWriter()
    for document in response.documents {
      writer.removeAll()
      document.writeJSON(to: &writer)
      display.display(document: writer)
    }
    for note in response.notes { display.display(note: note) }
  }
}
