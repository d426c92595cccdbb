// The commands that make, change, copy or repair a store.

import CleanStore
import EventSourcing
import JSONLines
import Terminal
import HistoryScenes
import HistoryTool
import OrderScenes

extension CommandRun {
  func generate() throws(Failure) -> ExitCode {
    let orders = invocation.integer(Flags.orders) ?? 100
    let seed = UInt64(invocation.integer(Flags.seed) ?? 1)
    var writer = JSONWriter()
    for command in MadeUpShop(orders: orders, seed: seed) {
      if screen.isClosed { break }
      writer.removeAll()
      writer.importLine(command)
      screen.write(line: writer)
    }
    return .done
  }

  func backUpStore() throws(Failure) -> ExitCode {
    let target = try folder(invocation.operand(Operands.backup) ?? "")
    let request = (try writablePath, target, storeOptions.lockTimeoutMilliseconds)
    let presenter = try presenter(for: BackUpStore.self)
    return try run(BackUpStore.self, request, in: StoreFolders(), presenter)
  }

  func archiveEntries() throws(Failure) -> ExitCode {
    guard let before = invocation.text(Flags.archivedBefore),
      let target = invocation.text(Flags.archiveFolder)
    else {
      throw Failure(
        .usage, code: "missing-flag", "It takes --before POSITION and --to DIR.",
        hint: "For example: cleanstore archive --before 2026-01-01 --to /archive/shop")
    }
    let request = ArchiveEntries.Request(
      path: try writablePath, before: before, target: try folder(target),
      lockTimeoutMilliseconds: storeOptions.lockTimeoutMilliseconds)
    let presenter = try presenter(for: ArchiveEntries.self)
    return try run(ArchiveEntries.self, request, in: (try history, StoreFolders()), presenter)
  }

  func restoreEntries() throws(Failure) -> ExitCode {
    var request = RestoreEntries.Request(
      path: try writablePath, folders: invocation.texts(Flags.movedArchive),
      lockTimeoutMilliseconds: storeOptions.lockTimeoutMilliseconds)
    request.isForced = invocation.has(Flags.forceRestore)
    (request.checkpoints, request.origin) = (try checkpointFiles, try origin)
    let presenter = try presenter(for: RestoreEntries.self)
    return try run(RestoreEntries.self, request, in: (StoreFolders(), try verifier), presenter)
  }

  func manageCache() throws(Failure) -> ExitCode {
    guard usesCache else {
      throw Failure(
        .usage, code: "unused-flag", "This command is about the cache.", hint: "Omit --no-cache.")
    }
    let action = invocation.operand(Operands.cacheAction).flatMap(CacheAction.init) ?? .status
    let presenter = try presenter(for: ManageCache.self)
    return try run(ManageCache.self, (try writablePath, action), in: StoreFolders(), presenter)
  }

  func recoverStore() throws(Failure) -> ExitCode {
    let (path, files) = (try writablePath, StoreFolders())
    if invocation.has(Flags.dryRun) {
      return try run(PlanRecovery.self, path, in: files, try presenter(for: PlanRecovery.self))
    }
    var agreed: RecoveryPlan?
    if !invocation.has(Flags.yes) {
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
    return try run(RecoverStore.self, request, in: files, try presenter(for: RecoverStore.self))
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
