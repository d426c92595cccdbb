// The commands that list orders, and that change an order or a shipping method: each becomes a
// request for its scene.

import Conventions
import EventSourcing
import HistoryScenes
import HistoryTool
import OrderDomain
import OrderScenes
import Terminal

extension CommandRun {
  func list() throws(Failure) -> ExitCode {
    var request = ListOrders.Request()
    request.at = invocation.text(Flags.at)
    request.statuses = words(of: Flags.status)
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
    try changeOrder(PayOrder.self) { change in
      var request = PayOrder.Request(
        change: change, amount: invocation.operand(Operands.payment))
      request.method = invocation.text(Flags.method)
      request.reference = invocation.text(Flags.reference)
      return request
    }
  }

  func ship() throws(Failure) -> ExitCode {
    try changeOrder(ShipOrder.self) { change in
      var request = ShipOrder.Request(change: change)
      request.carrier = invocation.text(Flags.carrier)
      request.tracking = invocation.text(Flags.tracking)
      return request
    }
  }

  func deliver() throws(Failure) -> ExitCode { try changeOrder(DeliverOrder.self) { $0 } }
  func cancel() throws(Failure) -> ExitCode { try changeOrder(CancelOrder.self) { $0 } }
  func takeBack() throws(Failure) -> ExitCode { try changeOrder(ReturnOrder.self) { $0 } }
  func delete() throws(Failure) -> ExitCode {
    try changeOrder(DeleteOrder.self, asking: DeleteOrder.doubt) { $0 }
  }

  func refund() throws(Failure) -> ExitCode {
    try changeOrder(RefundOrder.self) { ($0, invocation.operand(Operands.refund)) }
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

  /// Carries out a command for an order.
  ///
  /// - Parameters:
  ///   - doubt: What to ask first; by default, whether an order is meant that doesn't exist.
  ///   - request: The scene's request, made from what all requests have.
  func changeOrder<S: CommandScene>(
    _ scene: S.Type, asking doubt: @escaping FindDoubt = Doubt.missingOrder,
    _ request: @escaping (ChangeRequest) -> S.Request
  ) throws(Failure) -> ExitCode {
    let formatting = try formatting()
    let real = request(changeRequest())
    let doubts = try doubts(doubt) { (change, engine) throws(Failure) in
      try scene.respond(to: request(change), with: engine)
    }
    return try change(
      scene, real, isDryRun: invocation.has(Flags.dryRun), try presenter(for: scene), asking: doubts
    ) { (engine) throws(Failure) in
      try scene.announcement(of: real, with: engine, formatting)
    }
  }

  /// Carries out a scene that changes something, with its own presenter.
  ///
  /// - Parameters:
  ///   - doubts: What a person is asked first. The store isn't locked while they think.
  ///   - announcement: What they should know before it is done.
  func change<S: RespondingScene>(
    _ scene: S.Type, _ request: S.Request, isDryRun: Bool,
    _ presenter: any PresentationLogic<S.Response>,
    asking doubts: BeforeChange<Doubt>? = nil, announcing announcement: BeforeChange<String>? = nil
  ) throws(Failure) -> ExitCode where S.Context == OrderEngine {
    var code = ExitCode.done
    var doubt: Doubt?
    try withEngine(isDryRun: isDryRun, on: requestedStream) { (engine) throws(Failure) in
      doubt = try doubts?(engine)
      guard doubt == nil else { return }
      if world.terminal.outputIsTerminal, let note = try announcement?(engine) {
        screen.display(note: note)
      }
      code = try run(scene, request, in: engine, presenter)
    }
    guard let doubt else { return code }
    screen.display(note: doubt.reason)
    guard try Questioner(prompt: prompt).agrees(to: doubt.question) else {
      screen.display(note: "Nothing was recorded.")
      return .negative
    }
    let recheck: BeforeChange<Doubt> = { (engine) throws(Failure) in
      try doubt.requireUnchangedOrder(in: engine)
      return nil
    }
    return try change(
      scene, request, isDryRun: isDryRun, presenter, asking: recheck, announcing: announcement)
  }

  /// What a store shows to somebody who looks before a change.
  typealias BeforeChange<Found> = (OrderEngine) throws(Failure) -> Found?

  typealias FindDoubt = (ChangeRequest, OrderEngine, Formatting) throws(Failure) -> Doubt?

  /// What to ask about the order that is named; nil if nobody can answer, or needs to.
  ///
  /// - Parameter trial: Tries the request. One that is wrong by itself isn't recorded, so there is
  ///   nothing to ask.
  func doubts(
    _ doubt: @escaping FindDoubt,
    trying trial: @escaping (ChangeRequest, OrderEngine) throws(Failure) -> OrderOutcome
  ) throws(Failure) -> BeforeChange<Doubt>? {
    guard asksDoubts else { return nil }
    let (request, formatting) = (changeRequest(), try formatting())
    return { (engine) throws(Failure) in
      guard let doubt = try doubt(request, engine, formatting) else { return nil }
      var change = request
      change.isDryRun = true
      return try trial(change, engine).isCommand ? doubt : nil
    }
  }

  /// Whether to ask about what may not be meant.
  var asksDoubts: Bool { canAsk && !invocation.has(Flags.dryRun) }

  func changeRequest() -> ChangeRequest {
    changeRequest(for: invocation.operand(Operands.order) ?? "")
  }

  /// What the command is for, if it names that.
  var requestedStream: StreamName? {
    if invocation.command == CommandTable.shippingMethods.name {
      return StreamName(category: Catalogue.category, id: nil)
    }
    let order = invocation.operand(Operands.order) ?? invocation.text(FormFlags.order)
    return order.flatMap { StreamName(category: Orders.category, id: $0) }
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
