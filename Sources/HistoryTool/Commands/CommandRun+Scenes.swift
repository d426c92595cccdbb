// Wires the parts of a scene: the presenter that the command line selects, the interactor, the
// screen.

import HistoryScenes
import Terminal

extension CommandRun {
  package func presenter<S: Scene>(for scene: S.Type) throws(Failure) -> any PresentationLogic<
    S.Response
  >
  where S.ViewModel: Drawable {
    try presenter(for: scene, ScreenDisplay(screen))
  }

  /// As above, with its own display for people.
  package func presenter<S: Scene>(for scene: S.Type, _ display: any DisplayLogic<S.ViewModel>)
    throws(Failure) -> any PresentationLogic<S.Response>
  {
    guard !wantsJSON else { return JSONPresenter(display: screen) }
    return Presenter<S>(display: display, notes: screen, formatting: try formatting())
  }

  package func examine<S: RespondingScene>(
    _ scene: S.Type, _ request: S.Request, orElse no: ExitCode = .negative
  ) throws(Failure) -> ExitCode where S.ViewModel: Drawable, S.Context == History {
    let presenter = try presenter(for: scene)
    return try run(Interactor<S>(try history, presenter: presenter), request, orElse: no)
  }

  /// Hands a request to an interactor.
  ///
  /// - Parameter no: How the process ends if the answer is negative.
  package func run<Request>(
    _ interactor: any BusinessLogic<Request>, _ request: Request, orElse no: ExitCode = .negative
  ) throws(Failure) -> ExitCode {
    try interactor.handle(request) ? .done : no
  }
}
