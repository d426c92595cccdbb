// Submits commands to the engine, and looks up what they are made from: what all changing scenes share.

extension OrderEngine {
  /// Records the outcome of a command that depends on nothing, or only reports it if the request is a dry run.
  func submit(_ command: OrderCommand, _ request: ChangeRequest) throws(Failure) -> OrderOutcome {
    try submit(command.kind, request) { _ in OrderProposal(command) }
  }

  /// Makes a command from the order that it is decided on, and records its outcome, or only reports it if the request
  /// is a dry run.
  ///
  /// - Parameters:
  ///   - kind: The kind of command.
  ///   - target: The order; the one that the request names if nil.
  ///   - request: The caller's request, with its actor, id and reason.
  ///   - propose: Makes the command.
  func submit(
    _ kind: OrderCommand.Kind, on target: Circumstances.Target? = nil, _ request: ChangeRequest,
    _ propose: (inout CommandBasis<Orders>) throws(Failure) -> OrderProposal
  ) throws(Failure) -> OrderOutcome {
    let circumstances = request.circumstances(on: target ?? .id(request.id))
    var last: OrderProposal?
    func make(_ basis: inout CommandBasis<Orders>) throws(Failure) -> OrderCommand {
      let proposal = try propose(&basis)
      last = proposal
      return proposal.command(for: &basis)
    }
    let made: Result<Outcome<Orders>, Failure>
    do throws(EngineError) {
      made =
        request.isDryRun
        ? try engine.preview(circumstances, in: orders, make)
        : try engine.execute(circumstances, in: orders, tracedAs: "\(kind.type)", make)
    } catch {
      throw Failure(error)
    }
    let outcome = try made.get()
    var result = result(outcome, of: last, circumstances, isDryRun: request.isDryRun)
    result.lost = try Failure.of(
      Orders.words, Erasures(engine.erasures(of: outcome.stream, in: orders)))
    return result
  }

  /// The outcome of a command together with the errors of the request.
  private func result(
    _ outcome: Outcome<Orders>, of proposal: OrderProposal?, _ circumstances: Circumstances,
    isDryRun: Bool
  ) -> OrderOutcome {
    var result = OrderOutcome(
      outcome: outcome, isDryRun: isDryRun, hasCommandID: circumstances.id != nil)
    guard let proposal else { return result }
    result.currency =
      proposal.command.fields?[.currency] ?? (proposal.order ?? result.order)?.fields[.currency]
      ?? ""
    if case .update = proposal.command { result.isEdit = true }
    result.unreadAmounts = proposal.unreadAmounts
    let refusal = engine.refusal(of: proposal, after: outcome, circumstances, isDryRun: isDryRun)
    return refusal.map { result.refused($0) } ?? result
  }

  func order(_ id: String) throws(Failure) -> Order? {
    guard let stream = StreamName(category: Orders.category, id: id) else { return nil }
    return try state(of: stream, in: orders) ?? nil
  }

  func shippingMethods() throws(Failure) -> ShippingMethods {
    guard let stream = StreamName(category: Catalogue.category, id: nil) else { return .initial }
    return try state(of: stream, in: catalogue) ?? Catalogue.initial
  }

  private func state<D>(of stream: StreamName, in states: StreamStates<D>) throws(Failure)
    -> D.State?
  {
    try Failure.of(Orders.words, engine.state(of: stream, in: states)?.state)
  }

  /// The number of the first entry whose command has a request's id, and the fields of that command: on
  /// the request's order or, if it names none, on any. nil without one.
  ///
  /// The basis of a repeated command may have changed since the first time, so it is looked up as
  /// it was then.
  func first(_ request: ChangeRequest) throws(Failure) -> (seq: Int, fields: OrderFields)? {
    guard let id = request.commandID.map({ Text($0) }) else { return nil }
    let stream =
      request.id.isEmpty ? nil : StreamName(category: Orders.category, id: request.id)?.text
    return try Failure.of { () throws(LogError) in
      if let base = store.base, let seq = try base.firstUse(of: id, on: stream) {
        throw base.used(by: seq)
      }
      var reader = try EntryReader(try store.part(of: [.commandID(String(id))]) ?? store)
      var body = DomainBody<Orders>()
      while let entry = try reader.next(into: &body) {
        if let stream, Text(entry.storage, entry.stream) != stream { continue }
        guard let head = try? entry.commandHead(), head.id.isPresent,
          Text(entry.storage, head.id) == id
        else { continue }
        return (entry.seq, body.isOfDomain ? body.command?.fields ?? OrderFields() : OrderFields())
      }
      return nil
    }
  }
}

extension ChangeRequest {
  /// An amount as it was typed for an order, in its currency.
  ///
  /// - Returns: The amount for the command, absent if it can't be read, and its error.
  func amount(_ text: String, of order: Order?) -> (Amount, problems: [InvalidField]) {
    let currency = order?.fields[.currency] ?? ""
    guard let value = Money.parse(text, currency: currency, by: locale) else {
      let code = text.trimmed.isEmpty ? FieldCode.blank : .malformed
      return (.absent, [InvalidField(field: "amount", code: code.rawValue)])
    }
    return (Amount(value), [])
  }
}

extension Text {
  /// An optional text as it was typed: an empty one is none.
  init?(typed text: String?) {
    guard let text = HistoryScenes.typed(text) else { return nil }
    self.init(text)
  }
}
