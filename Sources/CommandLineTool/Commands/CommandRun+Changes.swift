// What wires the scenes of orders: those that read a source, and those that change something.

import EventSourcing
import HistoryScenes
import HistoryTool
import OrderScenes
import Terminal

extension CommandRun {
  /// Carries out a scene that answers a request with one response from a history.
  func answer<S: RespondingScene>(
    _ scene: S.Type, _ request: S.Request, orElse no: ExitCode = .negative
  )
    throws(Failure) -> ExitCode where S.ViewModel: Drawable, S.Context == any EntrySource
  {
    let presenter = try presenter(for: scene)
    return try run(scene, request, in: try source(storePath), presenter, orElse: no)
  }

  /// Carries out a scene that changes something; a refusal is a negative answer.
  func change<S: RespondingScene>(_ scene: S.Type, _ request: S.Request) throws(Failure) -> ExitCode
  where S.ViewModel == OutcomeViewModel, S.Context == OrderEngine {
    try change(
      scene, request, isDryRun: invocation.has(Flags.dryRun), try presenter(for: scene))
  }

  /// As above, with its own presenter.
  func change<S: RespondingScene>(
    _ scene: S.Type, _ request: S.Request, isDryRun: Bool,
    _ presenter: any PresentationLogic<S.Response>
  ) throws(Failure) -> ExitCode where S.Context == OrderEngine {
    var code = ExitCode.done
    try withEngine(isDryRun: isDryRun) { (engine) throws(Failure) in
      code = try run(scene, request, in: engine, presenter)
    }
    return code
  }
}
