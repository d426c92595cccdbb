// The commands that only read.

import EventSourcing
import HistoryScenes
import HistoryTool
import OrderScenes
import Terminal

extension CommandRun {
  func list() throws(Failure) -> ExitCode {
    var request = ListOrders.Request()
    request.at = invocation.text(Flags.at)
    request.statuses = invocation.texts(Flags.status)
    request.customer = invocation.text(Flags.customer)
    request.since = invocation.text(Flags.since)
    request.until = invocation.text(Flags.until)
    request.sort = invocation.text(Flags.sort)
    request.isReversed = invocation.has(Flags.reverse)
    request.limit = invocation.integer(Flags.limit)
    request.offset = invocation.integer(Flags.offset) ?? 0
    return try answer(ListOrders.self, request)
  }

  /// Carries out a scene that answers a request with one response from a history.
  func answer<S: RespondingScene>(
    _ scene: S.Type, _ request: S.Request, orElse no: ExitCode = .negative
  )
    throws(Failure) -> ExitCode where S.ViewModel: Drawable, S.Context == any EntrySource
  {
    let presenter = try presenter(for: scene)
    return try run(scene, request, in: try source(storePath), presenter, orElse: no)
  }
}
