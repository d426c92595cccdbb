// Erases the personal data of orders: records who requested it, and why, in the history of each, and has the store take
// it out of the log.

import Conventions
import EventSourcing
import HistoryScenes
import JSONLines
import OrderDomain

package enum ErasePersonalData: RespondingScene {
  package typealias Context = (
    engine: OrderEngine, files: any StoreFiles, path: String, forms: any KeptForms
  )

  package struct Request: Sendable {
    package var selecting: PlanErasure.Request
    /// What was found before the store was locked.
    package var plan: PlanErasure.Response
    /// Whether somebody has agreed to just that.
    package var isAgreed = false
    package var actor: String
    package var reason: String
    /// Whether to delete what is in the quarantine, too.
    package var purgesQuarantine = false

    package init(
      _ selecting: PlanErasure.Request, _ plan: PlanErasure.Response, actor: String, reason: String
    ) {
      (self.selecting, self.plan) = (selecting, plan)
      (self.actor, self.reason) = (actor, reason)
    }
  }

  package struct Response: SceneResponse, Equatable, Sendable {
    /// What there was to erase; of what else there is, what is left.
    package var plan: PlanErasure.Response
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
    var response = Response(plan: request.plan)
    _ = try response.plan.select(request.selecting, in: History(engine.store, of: .orders))
    if request.isAgreed, response.plan.orders != request.plan.orders {
      throw Failure(
        .tryAgain, code: "orders-changed", "These orders were changed while you were asked.",
        hint: "Nothing was erased or recorded. Run it again.")
    }
    for order in response.plan.affected {
      if response.recorded == nil { try engine.checkErasure(of: order.id, request) }
      let seq = try engine.recordErasure(of: order.id, request)
      response.recorded = (response.recorded?.lowerBound ?? seq)...seq
    }
    response.report = try engine.store.finishRecordedErasures()
    if request.purgesQuarantine {
      response.purged = try Failure.of { () throws(LogError) in
        try context.files.purgeQuarantine(of: context.path)
      }
    }
    // A writer removes what interrupted calls have left there. Nothing that fails here may hide what was erased.
    if let remains = try? context.files.remains(of: context.path) {
      response.plan.remains.strayFiles = remains.strayFiles
    }
    response.deletedForms = response.plan.remains.forms.filter(context.forms.delete)
    response.plan.remains.quarantine.removeAll { response.purged.contains($0) }
    response.plan.remains.forms.removeAll { response.deletedForms.contains($0) }
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
    let sentences = refusal.fields.map { "The \($0.field) \(FieldWording.sentence(for: $0))." }
    throw Failure(
      .negative, code: refusal.code, sentences.joined(separator: " "),
      hint: "Correct this and try again; nothing was erased or recorded.")
  }
}

extension ErasePersonalData.Request {
  fileprivate func submission(_ id: String) -> Submission<OrderCommand> {
    Submission(.erase, on: .id(id), by: actor, reason: typed(reason))
  }
}
