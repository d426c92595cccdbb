// The command that erases a stream's personal data, and what it has in common with that of the order tool: it shows
// what it would do, asks, and does it.

import HistoryScenes
import Terminal

/// The flags of a command that erases.
package struct ErasingFlags: ChangingRequest {
  package var change = ChangeRequest()
  package var isDryRun = false
  package var isAgreed = false

  package init() {}
}

extension CommandRun {
  func eraseStream(_ flags: ErasingFlags) throws(Failure) -> ExitCode {
    let asks = try asksToErase(flags)
    var agreed: Int?
    if asks || flags.isDryRun {
      let plan = try PlanStreamErasure.respond(to: flags.change.id, with: try history)
      try presenter(for: PlanStreamErasure.self).present(plan)
      guard asks, plan.entries > 0 else { return .done }
      guard try confirmsErasing() else { return .negative }
      agreed = plan.entries
    }
    let request = EraseStream.Request(flags.change, agreed: agreed)
    let presenter = try presenter(for: EraseStream.self)
    var code = ExitCode.done
    try withEngine(isDryRun: false) { (engine) throws(Failure) in
      code = try run(EraseStream.self, request, in: engine, presenter)
    }
    return code
  }

  /// Whether to ask before erasing.
  ///
  /// - Throws: A usage error if it can't be asked, or the reason is missing.
  package func asksToErase(_ flags: ErasingFlags) throws(Failure) -> Bool {
    guard !flags.isDryRun else { return false }
    try Failure.checkReasonToErase(flags.change.reason ?? "")
    guard !flags.isAgreed else { return false }
    guard canAsk else {
      throw Failure(
        .usage, code: "not-confirmed", "Erasing can't be undone, and needs a confirmation.",
        hint: "Look at what --dry-run shows, then pass --yes.")
    }
    return true
  }

  package func confirmsErasing() throws(Failure) -> Bool {
    screen.flush()
    if try Questioner(prompt: prompt).confirmsInFull("Erase it") { return true }
    screen.display(note: "Nothing was erased.")
    return false
  }
}
