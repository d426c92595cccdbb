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

  package func examine<S: Scene & Interaction>(
    _ scene: S.Type, _ request: S.Request, orElse no: ExitCode = .negative
  ) throws(Failure) -> ExitCode where S.ViewModel: Drawable, S.Context == History {
    let presenter = try presenter(for: scene)
    return try run(scene, request, in: try history, presenter, orElse: no)
  }

  /// - Parameter no: How the process ends if the answer is negative.
  package func run<I: Interaction>(
    _ interaction: I.Type, _ request: I.Request, in context: I.Context,
    _ presenter: any PresentationLogic<I.Response>, orElse no: ExitCode = .negative
  ) throws(Failure) -> ExitCode {
    try Interactor<I>(context, presenter: presenter).handle(request) ? .done : no
  }
}
