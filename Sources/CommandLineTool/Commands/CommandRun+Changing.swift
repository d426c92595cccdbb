// The commands that change one order: each becomes a request for its scene.

import Terminal
import HistoryScenes
import HistoryTool
import OrderScenes

extension CommandRun {
  func pay() throws(Failure) -> ExitCode {
    var request = PayOrder.Request(change: changeRequest(), amount: amount)
    request.method = invocation.text(Flags.method)
    request.reference = invocation.text(Flags.reference)
    return try change(PayOrder.self, request)
  }

  func ship() throws(Failure) -> ExitCode {
    var request = ShipOrder.Request(change: changeRequest())
    request.carrier = invocation.text(Flags.carrier)
    request.tracking = invocation.text(Flags.tracking)
    return try change(ShipOrder.self, request)
  }

  func deliver() throws(Failure) -> ExitCode { try change(DeliverOrder.self, changeRequest()) }
  func cancel() throws(Failure) -> ExitCode { try change(CancelOrder.self, changeRequest()) }
  func takeBack() throws(Failure) -> ExitCode { try change(ReturnOrder.self, changeRequest()) }
  func delete() throws(Failure) -> ExitCode { try change(DeleteOrder.self, changeRequest()) }

  func refund() throws(Failure) -> ExitCode {
    try change(RefundOrder.self, RefundOrder.Request(change: changeRequest(), amount: amount))
  }
}

// What they all need.
extension CommandRun {
  private var amount: String { invocation.operand(Operands.amount) ?? "" }

  func changeRequest() -> ChangeRequest {
    var request = ChangeRequest(id: invocation.operand(Operands.order) ?? "", actor: actor)
    request.commandID = invocation.text(Flags.commandID)
    request.expect = invocation.integer(Flags.expect)
    request.reason = invocation.text(Flags.reason)
    request.isDryRun = invocation.has(Flags.dryRun)
    return request
  }

  /// Who requests it: an empty name is none.
  private var actor: String {
    let named = [invocation.text(Flags.actor), world.environment["CLEANSTORE_ACTOR"]]
    return named.compactMap { $0 }.first { !$0.isEmpty } ?? world.user()
  }
}
