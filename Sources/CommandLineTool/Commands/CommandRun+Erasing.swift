// The command that erases personal data: it shows what it would do, asks, and does it.

import CleanStore
import HistoryScenes
import HistoryTool
import OrderScenes
import Terminal

extension CommandRun {
  func erase() throws(Failure) -> ExitCode {
    var request = PlanErasure.Request(now: world.clock())
    request.selection.ids = invocation.operands(Operands.erased)
    request.selection.customer = invocation.text(Flags.customer)
    request.selection.age = invocation.text(Flags.olderThan)
    request.selection.statuses = words(of: Flags.erasedStatus)
    let isDryRun = invocation.has(Flags.wouldErase)
    let purges = invocation.has(Flags.purgeQuarantine)
    let reason = invocation.text(Flags.reasonToErase) ?? ""
    let asks = try asksToErase()
    let context: PlanErasure.Context = (try history, StoreFolders(), try writablePath, forms)
    let plan = try PlanErasure.respond(to: request, with: context)
    if isDryRun || asks {
      try presenter(for: PlanErasure.self).present(plan)
      let hasMore = purges && !plan.remains.quarantine.isEmpty
      if isDryRun || plan.entries == 0 && !hasMore { return plan.isPositive ? .done : .negative }
      guard try confirmsErasing() else { return .negative }
    }
    var erasure = ErasePersonalData.Request(
      request, plan, actor: actor, reason: reason)
    (erasure.isAgreed, erasure.purgesQuarantine) = (asks, purges)
    return try erase(erasure)
  }

  private func erase(_ request: ErasePersonalData.Request) throws(Failure) -> ExitCode {
    let presenter = try presenter(for: ErasePersonalData.self)
    let path = try writablePath
    var code = ExitCode.done
    try withEngine(isDryRun: false, on: requestedStream) { (engine) throws(Failure) in
      code = try run(
        ErasePersonalData.self, request, in: (engine, StoreFolders(), path, forms), presenter)
    }
    return code
  }

  private var forms: FormsHere { FormsHere(world: world) }
}

/// The forms that were kept in the current folder.
private struct FormsHere: KeptForms {
  let world: World

  func paths(of id: String) -> [String] { world.keptFiles(EditorSession.fileName(id)) }
  func drafts() -> [String] { world.keptFiles(OrderDraft.name) }
  func delete(_ path: String) -> Bool { world.delete(path) }
}
