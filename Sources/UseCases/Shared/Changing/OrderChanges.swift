// Puts commands for orders to the engine: the way that all changing scenes share.

import EventSourcing
import Orders

/// Puts commands for orders to an engine.
struct OrderChanges {
  let engine: OrderEngine

  /// Records what comes of a command, or only says it if the request is a dry run.
  ///
  /// - Parameters:
  ///   - target: The order; a new one for a create without an id.
  ///   - problems: What is wrong with the request besides what the rules find. With any, nothing
  ///     is recorded, and they are reported together with what the rules say.
  func put(
    _ command: OrderCommand, on target: Submission<OrderCommand>.Target,
    _ request: ChangeRequest, problems: [InvalidField] = []
  ) throws(Failure) -> Change {
    let submission = Submission(
      command, on: target, by: request.actor, id: request.commandID, expect: request.expect,
      reason: request.reason)
    do throws(EngineError) {
      guard problems.isEmpty && !request.isDryRun else {
        let outcome = try engine.engine.preview(submission, in: engine.orders)
        return try change(outcome, isDryRun: true, problems: problems)
      }
      let outcome = try engine.engine.execute(submission, in: engine.orders)
      return try change(outcome, isDryRun: false, problems: [])
    } catch {
      throw Failure(error)
    }
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

  private func change(_ outcome: Outcome<Orders>, isDryRun: Bool, problems: [InvalidField])
    throws(EngineError) -> Change
  {
    var order = try engine.engine.state(of: outcome.stream, in: engine.orders)?.state
    let result: Change.Result
    switch outcome.result {
    case .refused(.invalid(let fields)):
      result = .refused(.invalid(FieldOrder.merge(problems, fields)))
    case .refused(let refusal): result = .refused(refusal)
    case .accepted where !problems.isEmpty, .unchanged where !problems.isEmpty:
      result = .refused(.invalid(FieldOrder.merge(problems, [])))
    case .accepted(let events):
      result = .accepted(events)
      if isDryRun {
        let context = EntryContext(
          stream: outcome.stream.description, rev: outcome.rev, at: outcome.at)
        for event in events { Orders.evolve(&order, with: event, in: context) }
      }
    case .unchanged: result = .unchanged
    }
    return Change(
      id: outcome.stream.id ?? "", result: result, seq: outcome.seq, rev: outcome.rev,
      at: outcome.at, isRepeated: outcome.isRepeated, isDryRun: isDryRun, order: order)
  }
}
