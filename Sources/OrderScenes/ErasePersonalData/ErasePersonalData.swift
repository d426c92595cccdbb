// Erases the personal data of orders: records who requested it, and why, in the history of each, and has the store take
// it out of the log.

import Conventions
import EventSourcing
import HistoryScenes
import JSONLines
import OrderDomain

package enum ErasePersonalData: RespondingScene {
  package typealias Context = (engine: OrderEngine, files: any StoreFiles, path: String)

  package struct Request: Sendable {
    package var plan: PlanErasure.Request
    package var actor: String
    package var reason: String
    /// Whether to delete what is in the quarantine, too.
    package var purgesQuarantine = false
    /// Deletes a file with a form; returns whether it is gone.
    package var deleteForm: @Sendable (_ path: String) -> Bool = { _ in false }
    /// What somebody has agreed to; nil if nobody was asked.
    package var agreed: PlanErasure.Response?

    package init(plan: PlanErasure.Request, actor: String, reason: String) {
      self.plan = plan
      self.actor = actor
      self.reason = reason
    }
  }

  package struct Response: SceneResponse, Equatable, Sendable {
    package let plan: PlanErasure.Response
    /// The entries that record it: the first and the last; nil if there was nothing to erase.
    package var recorded: ClosedRange<Int>?
    package var report = ErasureReport()
    /// What was deleted from the quarantine.
    package var purged: [String] = []
    package var deletedForms: [String] = []

    package var isPositive: Bool { plan.isPositive }
  }

  package static func respond(to request: Request, with context: Context) throws(Failure)
    -> Response
  {
    let engine = context.engine
    let history = History(engine.store, of: .orders)
    let plan = try PlanErasure.respond(
      to: request.plan, with: (history, context.files, context.path))
    if let agreed = request.agreed, agreed.orders != plan.orders {
      throw Failure(
        .tryAgain, code: "orders-changed", "These orders were changed while you were asked.",
        hint: "Nothing was erased, nor recorded. Run it again.")
    }
    var response = Response(plan: plan)
    for order in plan.affected {
      if response.recorded == nil { try engine.checkErasure(of: order.id, request) }
      let seq = try engine.recordErasure(of: order.id, request)
      response.recorded = (response.recorded?.lowerBound ?? seq)...seq
    }
    response.report = try Failure.of { () throws(LogError) in try engine.store.finishErasures() }
    if request.purgesQuarantine, !plan.remains.quarantine.isEmpty {
      try Failure.of { () throws(LogError) in try context.files.purgeQuarantine(of: context.path) }
      response.purged = plan.remains.quarantine
    }
    for form in plan.remains.forms where request.deleteForm(form) {
      response.deletedForms.append(form)
    }
    return response
  }
}

extension OrderEngine {
  /// - Returns: The number of the entry that records it.
  fileprivate func recordErasure(of id: String, _ request: ErasePersonalData.Request)
    throws(Failure) -> Int
  {
    try Failure.of { () throws(EngineError) in
      try engine.execute(request.submission(id), in: orders, durability: .batch).seq
    }
  }

  /// Throws if it would be refused, which is because of the reason or the actor: they are the same for all orders.
  fileprivate func checkErasure(of id: String, _ request: ErasePersonalData.Request)
    throws(Failure)
  {
    let outcome = try Failure.of { () throws(EngineError) in
      try engine.preview(request.submission(id), in: orders)
    }
    guard case .refused(let refusal) = outcome.result else { return }
    let sentences = refusal.fields.map { FieldWording.sentence(for: $0, AmountWording()) }
    throw Failure(
      .negative, code: refusal.code, sentences.joined(separator: " "),
      hint: "Correct this and try again; nothing was erased, nor recorded.")
  }
}

extension ErasePersonalData.Request {
  fileprivate func submission(_ id: String) -> Submission<OrderCommand> {
    Submission(.erase, on: .id(id), by: actor, reason: typed(reason))
  }
}
