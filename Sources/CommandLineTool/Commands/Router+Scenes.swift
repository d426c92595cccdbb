// What wires the parts of a scene: the presenter that the command line asks for, the interactor, the screen.

import EventSourcing
import HistoryScenes
import OrderScenes
import CleanStore
import Terminal

extension Router {
  /// The presenter for people or for programs, as the command line says.
  func presenter<S: Scene>(for scene: S.Type) throws(Failure) -> any PresentationLogic<S.Response>
  where S.ViewModel: Drawable {
    try presenter(for: scene, ScreenDisplay(screen))
  }

  /// As above, with a display of its own for people.
  func presenter<S: Scene>(for scene: S.Type, _ display: any DisplayLogic<S.ViewModel>)
    throws(Failure) -> any PresentationLogic<S.Response>
  {
    guard !wantsJSON else { return JSONPresenter(display: screen) }
    return Presenter<S>(display: display, notes: screen, formatting: try formatting())
  }

  /// Carries out a scene that answers a request with one response from a history.
  func answer<S: RespondingScene>(
    _ scene: S.Type, _ request: S.Request, orElse no: ExitCode = .negative
  )
    throws(Failure) -> ExitCode where S.ViewModel: Drawable, S.Context == any EntrySource
  {
    let presenter = try presenter(for: scene)
    return try run(
      Interactor<S>(try source(storePath), presenter: presenter), request, orElse: no)
  }

  /// Carries out a scene that examines a history of orders.
  func examine<S: RespondingScene>(
    _ scene: S.Type, _ request: S.Request, orElse no: ExitCode = .negative
  ) throws(Failure) -> ExitCode where S.ViewModel: Drawable, S.Context == History {
    let presenter = try presenter(for: scene)
    return try run(Interactor<S>(try history, presenter: presenter), request, orElse: no)
  }

  /// The history that the command is about.
  var history: History {
    get throws(Failure) { History(try source(storePath), of: .orders) }
  }

  /// Carries out a scene that changes something; a refusal is a negative answer.
  func change<S: RespondingScene>(_ scene: S.Type, _ request: S.Request) throws(Failure) -> ExitCode
  where S.ViewModel == OutcomeViewModel, S.Context == OrderEngine {
    try change(
      scene, request, isDryRun: invocation.has(Flags.dryRun), try presenter(for: scene))
  }

  /// As above, with a presenter of its own.
  func change<S: RespondingScene>(
    _ scene: S.Type, _ request: S.Request, isDryRun: Bool,
    _ presenter: any PresentationLogic<S.Response>
  ) throws(Failure) -> ExitCode where S.Context == OrderEngine {
    var code = ExitCode.done
    try withEngine(isDryRun: isDryRun) { (engine) throws(Failure) in
      code = try run(Interactor<S>(engine, presenter: presenter), request)
    }
    return code
  }

  /// Hands a request to an interactor.
  ///
  /// - Parameter no: How the process ends if the answer is negative.
  func run<Request>(
    _ interactor: any BusinessLogic<Request>, _ request: Request, orElse no: ExitCode = .negative
  ) throws(Failure) -> ExitCode {
    try interactor.handle(request) ? .done : no
  }
}
