// Puts commands to the engine: the way that all changing scenes share.

import EventSourcing
import JSONLines
import Orders

/// Puts commands for orders to an engine.
struct OrderChanges {
  let engine: OrderEngine

  /// Records what comes of a command, or only says it if the request is a dry run.
  ///
  /// - Parameter problems: What is wrong with the request besides what the rules find. With any,
  ///   nothing is recorded, and they are reported together with what the rules say.
  func put(
    _ command: OrderCommand, _ request: ChangeRequest, problems: [InvalidField] = []
  ) throws(Failure) -> Change {
    try put(command, on: .id(request.id), request, problems: problems)
  }

  /// As above, for the order that `target` names: a new one for a create without an id.
  func put(
    _ command: OrderCommand, on target: Submission<OrderCommand>.Target,
    _ request: ChangeRequest, problems: [InvalidField] = []
  ) throws(Failure) -> Change {
    let change = try engine.put(
      request.submission(command, on: target), in: engine.orders,
      isDryRun: request.isDryRun || !problems.isEmpty)
    guard !problems.isEmpty, let refusal = Self.refusal(of: change, with: problems) else {
      return change
    }
    let order = try order(change.id)
    return change.refused(refusal, leaving: order, at: order?.rev ?? 0)
  }

  /// The order as it is now; nil if there never was one.
  func order(_ id: String) throws(Failure) -> Order? {
    guard let stream = StreamName(category: Orders.category, id: id) else { return nil }
    do throws(EngineError) {
      return try engine.engine.state(of: stream, in: engine.orders)?.state
    } catch {
      throw Failure(error)
    }
  }

  /// An amount as it was typed, in the currency of an order.
  ///
  /// - Returns: The amount for the command, absent if it can't be read, and what is wrong with it.
  func amount(_ text: String, of id: String) throws(Failure) -> (Amount, problems: [InvalidField]) {
    let currency = try order(id)?.fields[.currency] ?? ""
    guard let value = Money.parse(text, currency: currency) else {
      return (.absent, [InvalidField(field: "amount", code: FieldCode.malformed.rawValue)])
    }
    return (Amount(value), [])
  }

  /// What the problems of a request make of an outcome; nil if it stands nevertheless: one that was
  /// given before, or a refusal for another reason than wrong fields.
  private static func refusal(of change: Change, with problems: [InvalidField]) -> OrderRefusal? {
    if change.isRepeated { return nil }
    switch change.result {
    case .refused(.invalid(let fields)): return .invalid(FieldOrder.merge(problems, fields))
    case .refused: return nil
    case .accepted, .unchanged: return .invalid(FieldOrder.merge(problems, []))
    }
  }
}

extension OrderEngine {
  /// Records what comes of a command, or only says it.
  func put<D: RecordedDecider>(
    _ submission: Submission<D.Command>, in states: StreamStates<D>, isDryRun: Bool
  ) throws(Failure) -> DomainChange<D> {
    do throws(EngineError) {
      let outcome =
        isDryRun
        ? try engine.preview(submission, in: states)
        : try engine.execute(submission, in: states)
      return DomainChange(outcome, isDryRun: isDryRun)
    } catch {
      throw Failure(error)
    }
  }
}

extension Text {
  /// A text that may be left out, as it was typed: an empty one is none.
  init?(typed text: String?) {
    guard let text = UseCases.typed(text) else { return nil }
    self.init(text)
  }
}
