// The commands that change one order: each becomes a request for its scene.

import CleanStore
import Terminal

extension Router {
  func pay() throws(Failure) -> ExitCode {
    var request = PayOrder.Request(
      change: changeRequest(), amount: invocation.operand(Operands.amount) ?? "")
    request.method = invocation.text(Flags.method)
    request.reference = invocation.text(Flags.reference)
    let presenter: any PayOrderPresentationLogic =
      wantsJSON ? PayOrderJSONPresenter(display: screen) : PayOrderPresenter(display: screen)
    return try changing { (engine) throws(Failure) in
      try PayOrderInteractor(engine: engine, presenter: presenter).pay(request)
    }
  }

  /// Which order the command line names, who asks, and how.
  func changeRequest() -> ChangeRequest {
    var request = ChangeRequest(id: invocation.operand(Operands.order) ?? "", actor: actor)
    request.commandID = invocation.text(Flags.commandID)
    request.expect = invocation.integer(Flags.expect)
    request.reason = invocation.text(Flags.reason)
    request.isDryRun = invocation.has(Flags.dryRun)
    return request
  }

  /// Who asks: an empty name is none.
  private var actor: String {
    let named = [invocation.text(Flags.actor), world.environment["CLEANSTORE_ACTOR"]]
    return named.compactMap { $0 }.first { !$0.isEmpty } ?? world.user
  }

  /// Carries out a scene that changes something; a refusal is a negative answer.
  func changing(_ scene: (OrderEngine) throws(Failure) -> Bool) throws(Failure) -> ExitCode {
    try changing(isDryRun: invocation.has(Flags.dryRun), scene)
  }

  func changing(
    isDryRun: Bool, _ scene: (OrderEngine) throws(Failure) -> Bool
  ) throws(Failure) -> ExitCode {
    var isDone = false
    try withEngine(isDryRun: isDryRun) { (engine) throws(Failure) in
      isDone = try scene(engine)
    }
    return isDone ? .done : .negative
  }
}
