// The command that erases personal data: it shows what it would do, asks, and does it.

import CleanStore
import Conventions
import HistoryScenes
import HistoryTool
import OrderScenes
import Terminal

extension CommandRun {
  func erase() throws(Failure) -> ExitCode {
    var request = PlanErasure.Request(now: world.clock())
    request.keptForms = { [find = world.keptFiles] in find(EditorSession.fileName($0)) }
    request.selection.ids = invocation.operands(Operands.erased)
    request.selection.customer = invocation.text(Flags.customer)
    request.selection.age = invocation.text(Flags.olderThan)
    request.selection.statuses = words(of: Flags.erasedStatus)
    try check(request.selection)
    let isDryRun = invocation.has(Flags.wouldErase)
    let reason = invocation.text(Flags.reasonToErase) ?? ""
    if !isDryRun, reason.isEmpty {
      throw Failure(
        .usage, code: "missing-reason", "The reason isn't given: it is recorded with the erasure.",
        hint: "Pass --reason TEXT.")
    }
    let asks = !isDryRun && !invocation.has(Flags.withoutQuestion)
    if asks, !canAsk {
      throw Failure(
        .usage, code: "not-confirmed", "Erasing can't be undone, and nobody can be asked here.",
        hint: "Look at what --dry-run shows, then pass --yes.")
    }
    var agreed: PlanErasure.Response?
    if isDryRun || asks {
      let context: PlanErasure.Context = (try history, StoreFolders(), try storePath)
      let plan = try PlanErasure.respond(to: request, with: context)
      try presenter(for: PlanErasure.self).present(plan)
      if isDryRun || plan.entries == 0 { return plan.isPositive ? .done : .negative }
      screen.flush()
      guard try Questioner(prompt: prompt).insists(on: "Erase it") else {
        screen.display(note: "Nothing was erased.")
        return .negative
      }
      agreed = plan
    }
    var erasure = ErasePersonalData.Request(
      plan: request, actor: settings.text(.actor), reason: reason)
    erasure.purgesQuarantine = invocation.has(Flags.purgeQuarantine)
    erasure.agreed = agreed
    erasure.deleteForm = world.delete
    return try erase(erasure)
  }

  private func erase(_ request: ErasePersonalData.Request) throws(Failure) -> ExitCode {
    let presenter = try presenter(for: ErasePersonalData.self)
    let path = try storePath
    var code = ExitCode.done
    try withEngine(isDryRun: false) { (engine) throws(Failure) in
      code = try run(ErasePersonalData.self, request, in: (engine, StoreFolders(), path), presenter)
    }
    return code
  }

  private func check(_ selection: ErasureSelection) throws(Failure) {
    guard !selection.ids.isEmpty, selection.hasConditions else { return }
    throw Failure(
      .usage, code: "conflicting-selection", "Orders are named, and selected by flags.",
      hint: "Pass either orders, or --customer, --older-than and --status.")
  }
}
