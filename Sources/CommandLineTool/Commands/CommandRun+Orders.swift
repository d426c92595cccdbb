// The commands that list orders, and that change an order or a shipping method: each becomes a
// request for its scene.

import Platform

// Shared by all of them.
extension CommandRun {
  /// Carries out a command for an order, for a row of the table.
  ///
  /// - Parameter confirmation: The question to ask first; by default, whether an order is meant that doesn't exist.
  static func changing<S: CommandScene>(
    _ scene: S.Type, asking confirmation: @escaping FindConfirmation = Confirmation.missingOrder
  ) -> @Sendable (CommandRun) -> (S.Request) throws(Failure) -> ExitCode {
    { run in
      { (request) throws(Failure) in
        let formatting = try run.formatting()
        let confirmations = try run.confirmations(request.change, confirmation) {
          (change, engine) throws(Failure) in
          var trial = request
          trial.change = change
          return try scene.respond(to: trial, with: engine)
        }
        return try run.change(
          scene, request, on: request.change.order, try run.presenter(for: scene),
          asking: confirmations
        ) { (engine) throws(Failure) in
          try scene.announcement(of: request, with: engine, formatting)
        }
      }
    }
  }

  /// Carries out a scene that changes something, with its own presenter.
  ///
  /// - Parameters:
  ///   - stream: The stream of the order or the catalogue, if it can be one.
  ///   - confirmations: The questions that a person is asked first. The store isn't locked while they think.
  ///   - announcement: The sentence that is shown before it is done.
  func change<S: RespondingScene>(
    _ scene: S.Type, _ request: S.Request, on stream: StreamName?,
    _ presenter: any Presenter<S.Response>,
    asking confirmations: BeforeChange<Confirmation>? = nil,
    announcing announcement: BeforeChange<String>? = nil
  ) throws(Failure) -> ExitCode where S.Request: ChangingRequest, S.Context == OrderEngine {
    var code = ExitCode.done
    var confirmation: Confirmation?
    try withEngine(isDryRun: request.change.isDryRun, on: stream) { (engine) throws(Failure) in
      confirmation = try confirmations?(engine)
      guard confirmation == nil else { return }
      if world.terminal.outputIsTerminal, let note = try announcement?(engine) {
        screen.display(note: note)
      }
      code = try scene.handle(request, in: engine, presenter) ? .done : .negative
    }
    guard let confirmation else { return code }
    screen.display(note: confirmation.reason)
    guard try Questioner(prompt: prompt).agrees(to: confirmation.question) else {
      screen.display(note: "Nothing was recorded.")
      return .negative
    }
    let recheck: BeforeChange<Confirmation> = { (engine) throws(Failure) in
      try confirmation.requireUnchangedOrder(in: engine)
      return nil
    }
    return try change(
      scene, request, on: stream, presenter, asking: recheck, announcing: announcement)
  }

  /// A look at a store before a change.
  typealias BeforeChange<Found> = (OrderEngine) throws(Failure) -> Found?

  typealias FindConfirmation =
    @Sendable (ChangeRequest, OrderEngine, Formatting) throws(Failure) -> Confirmation?

  /// The question about the order that is named; nil if there is no answer to be had, or none is needed.
  ///
  /// - Parameters:
  ///   - request: The part of the request that all changes have.
  ///   - trial: Tries the request. One that is wrong by itself isn't recorded, so there is
  ///   nothing to ask.
  func confirmations(
    _ request: ChangeRequest, _ confirmation: @escaping FindConfirmation,
    trying trial: @escaping (ChangeRequest, OrderEngine) throws(Failure) -> OrderOutcome
  ) throws(Failure) -> BeforeChange<Confirmation>? {
    guard canAsk, !request.isDryRun else { return nil }
    let formatting = try formatting()
    return { (engine) throws(Failure) in
      guard let confirmation = try confirmation(request, engine, formatting) else { return nil }
      var change = request
      change.isDryRun = true
      return try trial(change, engine).isCommand ? confirmation : nil
    }
  }
}

extension ChangeRequest {
  /// The order's stream; nil if its id can't be one.
  var order: StreamName? { StreamName(category: Orders.category, id: id) }
}

enum ShippingMethodAction: String, CaseIterable { case list, add, retire }

struct ShippingMethodRequest: ChangingRequest {
  var change = ChangeRequest()
  var action = ShippingMethodAction.list
  var code: String?
  var name: String?
  var at: RequestedPosition?
}

extension CommandRun {
  func shippingMethods(_ request: ShippingMethodRequest) throws(Failure) -> ExitCode {
    let action = request.action
    try check(flagsOf: action)
    switch (action, request.code, request.name) {
    case (.list, nil, _):
      return try examine(ListShippingMethods.self, request.at)
    case (.add, let code?, let name?):
      return try change(
        AddShippingMethod.self, .init(code, name, change: request.change), on: catalogue,
        try presenter(for: AddShippingMethod.self))
    case (.retire, let code?, nil):
      return try change(
        RetireShippingMethod.self, .init(code, change: request.change), on: catalogue,
        try presenter(for: RetireShippingMethod.self))
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

  private var catalogue: StreamName? { StreamName(category: Catalogue.category, id: nil) }

  /// A past moment is read-only, so it takes none of the flags of a change.
  private func check(flagsOf action: ShippingMethodAction) throws(Failure) {
    let changing: [RequestFlag<ChangeRequest>] = CommandTable.history.changing(\.self)
    let wrong = action == .list ? changing.map(\.row) : [Flags.at.row]
    guard let flag = wrong.first(where: invocation.has) else { return }
    throw Self.misuse(
      .unknownFlag, "'shipping-methods \(action.rawValue)' has no flag '--\(flag.name)'.")
  }

  private static func misuse(_ code: UsageError.Code, _ message: String) -> Failure {
    Failure(.usage, code: code.rawValue, message, hint: "See `cleanstore help shipping-methods`.")
  }
}
