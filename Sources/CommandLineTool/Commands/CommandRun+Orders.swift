// The commands that list orders, and that change an order or a shipping method: each becomes a
// request for its scene.

import EventSourcing
import HistoryScenes
import HistoryTool
import OrderScenes
import Terminal

extension CommandRun {
  func list() throws(Failure) -> ExitCode {
    var request = ListOrders.Request()
    request.at = invocation.text(Flags.at)
    request.statuses = invocation.texts(Flags.status).flatMap { list in
      list.split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
    }
    request.customer = invocation.text(Flags.customer)
    request.since = invocation.text(Flags.since)
    request.until = invocation.text(Flags.until)
    request.sort = invocation.text(Flags.sort)
    request.isReversed = invocation.has(Flags.reverse)
    request.limit = invocation.integer(Flags.limit)
    request.offset = invocation.integer(Flags.offset) ?? 0
    return try examine(ListOrders.self, request)
  }

  func pay() throws(Failure) -> ExitCode {
    var request = PayOrder.Request(
      change: changeRequest(), amount: invocation.operand(Operands.optionalAmount))
    request.method = invocation.text(Flags.method)
    request.reference = invocation.text(Flags.reference)
    return try announceAndChange(PayOrder.self, request)
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
    let amount = invocation.operand(Operands.amount) ?? ""
    return try announceAndChange(RefundOrder.self, (changeRequest(), amount))
  }
}

// What they all need.
extension CommandRun {
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

  /// As above, but tells people first what they should know.
  func announceAndChange<S: CommandScene>(_ scene: S.Type, _ request: S.Request) throws(Failure)
    -> ExitCode
  {
    let presenter = try presenter(for: scene)
    let formatting = try formatting()
    var code = ExitCode.done
    try withEngine(isDryRun: invocation.has(Flags.dryRun)) { (engine) throws(Failure) in
      if world.terminal.outputIsTerminal,
        let announcement = try scene.announcement(of: request, with: engine, formatting)
      {
        screen.display(note: announcement)
      }
      code = try run(scene, request, in: engine, presenter)
    }
    return code
  }

  func changeRequest() -> ChangeRequest {
    var request = ChangeRequest(id: invocation.operand(Operands.order) ?? "", actor: actor)
    request.commandID = invocation.text(Flags.commandID)
    request.expect = invocation.integer(Flags.expect)
    request.reason = invocation.text(Flags.reason)
    request.isDryRun = invocation.has(Flags.dryRun)
    return request
  }

  private var actor: String { named(Flags.actor, or: "CLEANSTORE_ACTOR") ?? world.user() }

  /// The text of a flag, or else of a variable: one that is empty counts as unset.
  func named(_ flag: Flag, or variable: String) -> String? {
    let value = invocation.text(flag) ?? world.environment[variable] ?? ""
    return value.isEmpty ? nil : value
  }
}

enum ShippingMethodAction: String, CaseIterable { case list, add, retire }

extension CommandRun {
  func shippingMethods() throws(Failure) -> ExitCode {
    let action =
      invocation.operand(Operands.action).flatMap(ShippingMethodAction.init(rawValue:)) ?? .list
    let code = invocation.operand(Operands.methodCode)
    let name = invocation.operand(Operands.methodName)
    try check(flagsOf: action)
    switch (action, code, name) {
    case (.list, nil, _):
      return try examine(ListShippingMethods.self, invocation.text(Flags.at))
    case (.add, let code?, let name?):
      return try change(AddShippingMethod.self, (code, name, changeRequest()))
    case (.retire, let code?, nil):
      return try change(RetireShippingMethod.self, (code, changeRequest()))
    case (.list, _?, _):
      throw Self.misuse(.unexpectedOperand, "'shipping-methods list' takes no other operands.")
    case (.add, _, nil):
      throw Self.misuse(.missingOperand, "'shipping-methods add' needs CODE and NAME.")
    case (.add, nil, _), (.retire, nil, _):
      throw Self.misuse(.missingOperand, "'shipping-methods retire' needs CODE.")
    case (.retire, _?, _?):
      throw Self.misuse(.unexpectedOperand, "'shipping-methods retire' takes only CODE.")
    }
  }

  /// A past moment is read-only, so it takes none of the flags of a change.
  private func check(flagsOf action: ShippingMethodAction) throws(Failure) {
    let wrong = action == .list ? Flags.changing : [Flags.at]
    guard let flag = wrong.first(where: invocation.has) else { return }
    throw Self.misuse(
      .unknownFlag, "'shipping-methods \(action.rawValue)' has no flag '--\(flag.name)'.")
  }

  private static func misuse(_ code: UsageError.Code, _ message: String) -> Failure {
    Failure(
      .usage, code: code.rawValue, message, hint: "See `cleanstore help shipping-methods`.")
  }
}
