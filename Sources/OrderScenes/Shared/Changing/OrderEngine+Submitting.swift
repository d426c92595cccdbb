// Submits commands to the engine, and looks up what they are made from: what all changing scenes share.

import HistoryScenes
import Conventions
import EventSourcing
import JSONLines
import OrderDomain

extension OrderEngine {
  /// Records the outcome of a command, or only reports it if the request is a dry run.
  ///
  /// - Parameters:
  ///   - command: What is requested.
  ///   - target: The order; the one that the request names if nil.
  ///   - request: Who requests it, and how.
  ///   - problems: What is wrong with the request besides what the rules find. With any, nothing is
  ///     recorded, and they are reported together with what the rules say.
  ///   - typed: What was typed for amounts that couldn't be read, by field.
  func submit(
    _ command: OrderCommand, on target: Submission<OrderCommand>.Target? = nil,
    _ request: ChangeRequest, problems: [InvalidField] = [], typed: [String: String] = [:]
  ) throws(Failure) -> OrderOutcome {
    var outcome = try submit(
      request.submission(command, on: target ?? .id(request.id)), in: orders,
      isDryRun: request.isDryRun || !problems.isEmpty)
    outcome.currency = command.fields?[.currency] ?? outcome.order?.fields[.currency] ?? ""
    if case .update = command { outcome.isEdit = true }
    outcome.unreadAmounts = typed
    guard !problems.isEmpty, let refusal = Self.refusal(of: outcome, with: problems) else {
      return outcome
    }
    if !request.isDryRun {
      engine.report(
        .refused, "\(Orders.type(of: command))",
        on: StreamName(category: Orders.category, id: request.id), by: request.actor,
        id: request.commandID, expect: request.expect, code: refusal.code)
    }
    let order = try order(outcome.id)
    return outcome.refused(refusal, leaving: order, at: order?.rev ?? 0)
  }

  /// Records the outcome of a command of any domain, or only reports it.
  func submit<D: CodableDecider>(
    _ submission: Submission<D.Command>, in states: StreamStates<D>, isDryRun: Bool
  ) throws(Failure) -> CommandOutcome<D> {
    let (outcome, erasures) = try Failure.of { () throws(EngineError) in
      let outcome =
        isDryRun
        ? try engine.preview(submission, in: states)
        : try engine.execute(submission, in: states)
      return (outcome, try engine.erasures(of: outcome.stream, in: states))
    }
    return CommandOutcome(
      outcome: outcome, isDryRun: isDryRun, hasCommandID: submission.id != nil,
      lost: Erasures(erasures))
  }

  /// Why a request with problems is refused; nil if its outcome was returned before.
  private static func refusal(of outcome: OrderOutcome, with problems: [InvalidField])
    -> OrderRefusal?
  {
    if outcome.isRepeated { return nil }
    switch outcome.result {
    case .refused(.invalid(let fields)): return .invalid(FieldOrder.merge(problems, fields))
    case .refused(let other): return other
    case .accepted, .unchanged: return .invalid(FieldOrder.merge(problems, []))
    }
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
    try Failure.of { () throws(EngineError) in try engine.state(of: stream, in: states)?.state }
  }

  /// An amount as it was typed for an order, in its currency.
  ///
  /// - Returns: The amount for the command, absent if it can't be read, and its error.
  func amount(_ text: String, _ request: ChangeRequest) throws(Failure) -> (
    Amount, problems: [InvalidField]
  ) {
    let currency = try order(request.id)?.fields[.currency] ?? ""
    guard let value = Money.parse(text, currency: currency, by: request.locale) else {
      let code = text.trimmed.isEmpty ? FieldCode.blank : .malformed
      return (.absent, [InvalidField(field: "amount", code: code.rawValue)])
    }
    return (Amount(value), [])
  }

  /// The order that a request is made from: for a repeated one, as it was before the first command with
  /// its id; nil if there was none then.
  func order(before request: ChangeRequest) throws(Failure) -> Order? {
    guard let first = try first(request) else { return try order(request.id) }
    return try order(request.id, through: first.seq - 1)
  }

  /// An order as it was after an entry; nil if there was none.
  func order(_ id: String, through seq: Int) throws(Failure) -> Order? {
    guard let stream = StreamName(category: Orders.category, id: id) else { return nil }
    return try Failure.of { () throws(LogError) in
      try store.fold(stream, through: seq).store.order(stream)
    }
  }

  /// The number of the first entry whose command has a request's id, and what that command filled in: on
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
      var body = DomainBody<Orders>(readsCommands: true)
      while let entry = try reader.next(into: &body) {
        if let stream, Text(entry.storage, entry.stream) != stream { continue }
        guard let head = try? entry.commandHead(), head.id.isPresent,
          Text(entry.storage, head.id) == id
        else { continue }
        return (entry.seq, body.isMine ? body.command?.fields ?? OrderFields() : OrderFields())
      }
      return nil
    }
  }
}

extension Text {
  /// An optional text as it was typed: an empty one is none.
  init?(typed text: String?) {
    guard let text = OrderScenes.typed(text) else { return nil }
    self.init(text)
  }
}

extension OrderCommand {
  fileprivate var fields: OrderFields? {
    switch self {
    case .create(let fields), .update(let fields): fields
    default: nil
    }
  }
}
