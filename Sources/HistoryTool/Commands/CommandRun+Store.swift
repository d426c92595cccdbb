// The commands that copy, archive or repair a store.

import Platform

extension LogCopy: StoreCopying {}

struct CopyFlags: Sendable {
  var request = CopyStore.Request()
  /// The dialect of a copy that is made on a server.
  var dialect = ServerDialect.functions
}

struct ArchiveFlags: Sendable {
  var before: String?
  var folder: String?
}

struct RestoreFlags: Sendable {
  var request = RestoreEntries.Request()
  var evidence = EvidenceFlags()
}

struct RecoverFlags: Sendable {
  var isDryRun = false
  var isAgreed = false
}

extension CommandRun {
  func backUpStore(to target: String) throws(Failure) -> ExitCode {
    let files = try files
    return try run(BackUpStore.self, try folder(target), in: files)
  }

  func copyStore(_ flags: CopyFlags) throws(Failure) -> ExitCode {
    let (source, target) = (try folder(flags.request.source), try folder(flags.request.target))
    let dialect = try flags.dialect.checked(at: target)
    let timeout = storeOptions.lockTimeoutMilliseconds
    var shown = flags.request
    shown.target = nameOfServer(at: target) ?? target
    var context = CopyStore.Context { (_) throws(LogError) in
      try LogCopy(
        from: source, to: target, dialect: dialect, lockTimeoutMilliseconds: timeout)
    }
    context.progress = { [screen] in screen.progress.report("\($0) entries copied") }
    context.isInterrupted = { Interrupt.isRequested }
    context.waits = { [screen, world] copy in
      screen.flush()
      if !copy.waitForNews() { world.pause(milliseconds: 100) }
    }
    world.catchInterrupts()
    let isWhole = try run(CopyStore.self, shown, in: context, orElse: .interrupted) == .done
    return isWhole && !Interrupt.isRequested ? .done : .interrupted
  }

  func archiveEntries(_ flags: ArchiveFlags) throws(Failure) -> ExitCode {
    guard let before = flags.before, let target = flags.folder else {
      throw Failure(
        .usage, code: "missing-flag", "It takes --before POSITION and --to DIR.",
        hint: "For example: \(ToolName.current) archive --before 2026-01-01 "
          + "--to /archive/\(commands.folder)")
    }
    let files = try files
    return try run(
      ArchiveEntries.self, (before, target: try folder(target)), in: (try history, files))
  }

  func restoreEntries(_ flags: RestoreFlags) throws(Failure) -> ExitCode {
    let files = try files
    var request = flags.request
    request.checkpoints = try checkpointFiles(flags.evidence)
    request.origin = try origin(flags.evidence)
    return try run(RestoreEntries.self, request, in: (files, try verifier(flags.evidence)))
  }

  func manageCache(_ action: CacheAction) throws(Failure) -> ExitCode {
    guard usesCache else {
      throw Failure(
        .usage, code: "unused-flag", "This command is about the cache.", hint: "Omit --no-cache.")
    }
    return try run(ManageCache.self, action, in: try files)
  }

  func recoverStore(_ flags: RecoverFlags) throws(Failure) -> ExitCode {
    let files = try files
    if flags.isDryRun { return try run(PlanRecovery.self, (), in: files) }
    var agreed: RecoveryPlan?
    if !flags.isAgreed {
      let found = try PlanRecovery.respond(to: (), with: files)
      let isAgreed = try found.isNeeded ? agrees(to: found) : true
      guard isAgreed else {
        screen.display(note: "Nothing was changed.")
        return .negative
      }
      agreed = found.plan
    }
    return try run(RecoverStore.self, agreed, in: files)
  }

  /// Shows what recovering would do, and asks.
  private func agrees(to found: PlanRecovery.Response) throws(Failure) -> Bool {
    try presenter(for: PlanRecovery.self).present(found)
    guard canAsk else {
      throw Failure(
        .usage, code: "not-confirmed",
        "This would change the store, and needs a confirmation.",
        hint: "Nothing was changed. If it should do what it says, pass --yes.")
    }
    screen.flush()
    let question = found.plan.damage == nil ? "Write it again" : "Move this to the quarantine"
    return try Questioner(prompt: prompt).agrees(to: question)
  }
}
