// Shared by the scenes that give one command to one order.

/// A scene that submits a command for an order; what it says beside the request is the scene's own.
package protocol CommandScene: RespondingScene
where
  Request: ChangingRequest, Context == OrderEngine, Response == OrderOutcome,
  ViewModel == OutcomeViewModel
{
  static func headline(of outcome: OrderOutcome, _ formatting: Formatting) -> String
  /// A text that people should read before it is done; nil if there is none.
  static func announcement(
    of request: Request, with engine: OrderEngine, _ formatting: Formatting
  ) throws(Failure) -> String?
}

extension CommandScene {
  package static func announcement(
    of request: Request, with engine: OrderEngine, _ formatting: Formatting
  ) throws(Failure) -> String? { nil }

  package static func viewModel(of outcome: OrderOutcome, _ formatting: Formatting) -> ViewModel {
    OutcomeViewModel(outcome, done: headline(of: outcome, formatting))
  }
}

/// A scene whose command has no fields.
package protocol PlainCommandScene: CommandScene where Request == ChangeRequest {
  static var command: OrderCommand { get }
}

extension PlainCommandScene {
  package static func respond(to request: ChangeRequest, with engine: OrderEngine) throws(Failure)
    -> OrderOutcome
  {
    try engine.submit(command, request)
  }
}
