// The command that erases personal data: it shows what it would do, asks, and does it.

import HistoryScenes
import HistoryTool
import OrderScenes
import Terminal

struct OrderErasure: Sendable {
  var selection = ErasureSelection()
  var erasing = ErasingFlags()
  var purgesQuarantine = false
}

extension CommandRun {
  func erase(_ typed: OrderErasure) throws(Failure) -> ExitCode {
    var request = PlanErasure.Request(now: world.clock())
    request.selection = typed.selection
    let isDryRun = typed.erasing.isDryRun
    let purges = typed.purgesQuarantine
    let asks = try asksToErase(typed.erasing)
    let context: PlanErasure.Context = (try history, files, try writablePath, forms)
    let plan = try PlanErasure.respond(to: request, with: context)
    if isDryRun || asks {
      try presenter(for: PlanErasure.self).present(plan)
      let hasMore = purges && !plan.remains.quarantine.isEmpty
      if isDryRun || plan.entries == 0 && !hasMore { return plan.isPositive ? .done : .negative }
      guard try confirmsErasing() else { return .negative }
    }
    var erasure = ErasePersonalData.Request(
      request, plan, actor: actor, reason: typed.erasing.change.reason ?? "")
    (erasure.isAgreed, erasure.purgesQuarantine) = (asks, purges)
    return try erase(erasure)
  }

  private func erase(_ request: ErasePersonalData.Request) throws(Failure) -> ExitCode {
    let presenter = try presenter(for: ErasePersonalData.self)
    let path = try writablePath
    var code = ExitCode.done
    try withEngine(isDryRun: false) { (engine) throws(Failure) in
      code = try run(
        ErasePersonalData.self, request, in: (engine, files, path, forms), presenter)
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

extension PlanErasure.ViewModel: DrawableLines {}
extension ErasePersonalData.ViewModel: DrawableLines {}
