// The commands that change one order: each becomes a request for its scene.

import Terminal
import UseCases

extension Router {
  func pay() throws(Failure) -> ExitCode {
    var request = PayOrder.Request(change: changeRequest(), amount: amount)
    request.method = invocation.text(Flags.method)
    request.reference = invocation.text(Flags.reference)
    let presenter: any PayOrderPresentationLogic =
      wantsJSON
      ? ChangeJSONPresenter(display: screen)
      : PayOrderPresenter(display: screen, formatting: try formatting())
    return try changing { (engine) throws(Failure) in
      try PayOrderInteractor(engine: engine, presenter: presenter).pay(request)
    }
  }

  func ship() throws(Failure) -> ExitCode {
    var request = ShipOrder.Request(change: changeRequest())
    request.carrier = invocation.text(Flags.carrier)
    request.tracking = invocation.text(Flags.tracking)
    let presenter: any ShipOrderPresentationLogic =
      wantsJSON ? ChangeJSONPresenter(display: screen) : ShipOrderPresenter(display: screen)
    return try changing { (engine) throws(Failure) in
      try ShipOrderInteractor(engine: engine, presenter: presenter).ship(request)
    }
  }

  func deliver() throws(Failure) -> ExitCode {
    let presenter: any DeliverOrderPresentationLogic =
      wantsJSON ? ChangeJSONPresenter(display: screen) : DeliverOrderPresenter(display: screen)
    return try changing { (engine) throws(Failure) in
      try DeliverOrderInteractor(engine: engine, presenter: presenter).deliver(changeRequest())
    }
  }

  func cancel() throws(Failure) -> ExitCode {
    let presenter: any CancelOrderPresentationLogic =
      wantsJSON
      ? ChangeJSONPresenter(display: screen)
      : CancelOrderPresenter(display: screen, formatting: try formatting())
    return try changing { (engine) throws(Failure) in
      try CancelOrderInteractor(engine: engine, presenter: presenter).cancel(changeRequest())
    }
  }

  func takeBack() throws(Failure) -> ExitCode {
    let presenter: any ReturnOrderPresentationLogic =
      wantsJSON
      ? ChangeJSONPresenter(display: screen)
      : ReturnOrderPresenter(display: screen, formatting: try formatting())
    return try changing { (engine) throws(Failure) in
      try ReturnOrderInteractor(engine: engine, presenter: presenter).takeBack(changeRequest())
    }
  }

  func refund() throws(Failure) -> ExitCode {
    let request = RefundOrder.Request(change: changeRequest(), amount: amount)
    let presenter: any RefundOrderPresentationLogic =
      wantsJSON
      ? ChangeJSONPresenter(display: screen)
      : RefundOrderPresenter(display: screen, formatting: try formatting())
    return try changing { (engine) throws(Failure) in
      try RefundOrderInteractor(engine: engine, presenter: presenter).refund(request)
    }
  }

  func delete() throws(Failure) -> ExitCode {
    let presenter: any DeleteOrderPresentationLogic =
      wantsJSON ? ChangeJSONPresenter(display: screen) : DeleteOrderPresenter(display: screen)
    return try changing { (engine) throws(Failure) in
      try DeleteOrderInteractor(engine: engine, presenter: presenter).delete(changeRequest())
    }
  }
}

// What they all need.
extension Router {
  private var amount: String { invocation.operand(Operands.amount) ?? "" }

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
    return named.compactMap { $0 }.first { !$0.isEmpty } ?? world.user()
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
