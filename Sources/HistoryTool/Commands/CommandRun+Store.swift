// The commands that copy, archive or repair a store.

import Platform

struct ArchiveFlags: Sendable {
  var before: String?
  var folder: String?
}

struct RestoreFlags: Sendable {
  var folders: [String] = []
  var isForced = false
  var evidence = EvidenceFlags()
}

struct RecoverFlags: Sendable {
  var isDryRun = false
  var isAgreed = false
}

extension CommandRun {
  func backUpStore(to target: String) throws(Failure) -> ExitCode {
    let request = (try writablePath, try folder(target), storeOptions.lockTimeoutMilliseconds)
    return try run(BackUpStore.self, request, in: files)
  }

  func archiveEntries(_ flags: ArchiveFlags) throws(Failure) -> ExitCode {
    guard let before = flags.before, let target = flags.folder else {
      throw Failure(
        .usage, code: "missing-flag", "It takes --before POSITION and --to DIR.",
        hint: "For example: \(ToolName.current) archive --before 2026-01-01 "
          + "--to /archive/\(commands.folder)")
    }
    let request = ArchiveEntries.Request(
      path: try writablePath, before: before, target: try folder(target),
      lockTimeoutMilliseconds: storeOptions.lockTimeoutMilliseconds)
    return try run(ArchiveEntries.self, request, in: (try history, files))
  }

  func restoreEntries(_ flags: RestoreFlags) throws(Failure) -> ExitCode {
    var request = RestoreEntries.Request(
      path: try writablePath, folders: flags.folders,
      lockTimeoutMilliseconds: storeOptions.lockTimeoutMilliseconds)
    request.isForced = flags.isForced
    request.checkpoints = try checkpointFiles(flags.evidence)
    request.origin = try origin(flags.evidence)
    return try run(RestoreEntries.self, request, in: (files, try verifier(flags.evidence)))
  }

  func manageCache(_ action: CacheAction) throws(Failure) -> ExitCode {
    guard usesCache else {
      throw Failure(
        .usage, code: "unused-flag", "This command is about the cache.", hint: "Omit --no-cache.")
    }
    return try run(ManageCache.self, (try writablePath, action), in: files)
  }

  func recoverStore(_ flags: RecoverFlags) throws(Failure) -> ExitCode {
    let (path, files) = (try writablePath, files)
    if flags.isDryRun {
      return try run(PlanRecovery.self, path, in: files)
    }
    var agreed: RecoveryPlan?
    if !flags.isAgreed {
      let found = try PlanRecovery.respond(to: path, with: files)
      let isAgreed = try found.isNeeded ? agrees(to: found) : true
      guard isAgreed else {
        screen.display(note: "Nothing was changed.")
        return .negative
      }
      agreed = found.plan
    }
    let request = RecoverStore.Request(
      path: path, lockTimeoutMilliseconds: storeOptions.lockTimeoutMilliseconds, agreed: agreed)
    return try run(RecoverStore.self, request, in: files)
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
