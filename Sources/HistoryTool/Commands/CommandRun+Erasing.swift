// The command that erases personal data: it shows what it would do, asks, and does it.

import Platform

/// The flags of a command that erases.
package struct ErasingFlags: ChangingRequest {
  package var change = ChangeRequest()
  package var ids: [String] = []
  var isAgreed = false
  var purgesQuarantine = false

  package init() {}
}

extension CommandRun {
  func eraseStreams(_ flags: ErasingFlags) throws(Failure) -> ExitCode {
    try erase(flags, NamedStreams(flags.ids))
  }

  /// - Parameter forms: The forms that were kept of streams.
  package func erase(
    _ flags: ErasingFlags, _ selection: any StreamSelection, and forms: (any KeptForms)? = nil
  ) throws(Failure) -> ExitCode {
    let (isDryRun, purges) = (flags.change.isDryRun, flags.purgesQuarantine)
    let asks = try asksToErase(flags)
    let files = try files
    let plan = try PlanErasure.respond(to: selection, with: (try history, files, forms))
    if isDryRun || asks {
      try presenter(for: PlanErasure.self).present(plan)
      let hasMore = purges && !plan.remains.quarantine.isEmpty
      if isDryRun || plan.entries == 0 && !hasMore { return plan.isPositive ? .done : .negative }
      guard try confirmsErasing() else { return .negative }
    }
    var request = ErasePersonalData.Request(selection, plan, flags.change)
    (request.isAgreed, request.purgesQuarantine) = (asks, purges)
    let presenter = try presenter(for: ErasePersonalData.self)
    return try withEngine(isDryRun: false, on: plan.onlyStream) { (engine) throws(Failure) in
      try run(ErasePersonalData.self, request, in: (engine, files, forms), presenter)
    }
  }

  /// Whether to ask before erasing.
  ///
  /// - Throws: A usage error if it can't be asked, or the reason is missing.
  private func asksToErase(_ flags: ErasingFlags) throws(Failure) -> Bool {
    guard !flags.change.isDryRun else { return false }
    try Failure.checkReasonToErase(flags.change.reason ?? "")
    guard !flags.isAgreed else { return false }
    guard canAsk else {
      throw Failure(
        .usage, code: "not-confirmed", "Erasing can't be undone, and needs a confirmation.",
        hint: "Look at what --dry-run shows, then pass --yes.")
    }
    return true
  }

  private func confirmsErasing() throws(Failure) -> Bool {
    screen.flush()
    if try Questioner(prompt: prompt).confirmsInFull("Erase it") { return true }
    screen.display(note: "Nothing was erased.")
    return false
  }
}
