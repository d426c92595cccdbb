// The commands that make, change, copy or repair a store.

import CleanStore
import EventLog
import EventSourcing
import JSONLines
import Terminal
import HistoryScenes
import HistoryTool
import OrderScenes
import Stores

extension CommandRun {
  func initialise() throws(Failure) -> ExitCode {
    let named = invocation.operand(Operands.directory)
    let path = if let named { named } else { try storePath }
    let folder = try folder(path)
    let context = (files: StoreFolders(), clock: world.clock, salts: world.salts)
    let presenter = try presenter(for: InitialiseStore.self)
    return try run(InitialiseStore.self, folder, in: context, presenter)
  }

  func importCommands() throws(Failure) -> ExitCode {
    let file = invocation.operand(Operands.file) ?? "-"
    let input = try commands(from: file)
    var request = ImportCommands.Request(name: Self.importName(of: file))
    request.resumes = invocation.has(Flags.resume)
    request.durability = invocation.choice(Flags.durability) ?? .batch
    request.isDryRun = invocation.has(Flags.dryRun)
    request.format = invocation.choice(Flags.importFormat) ?? .commands
    request.rejects = invocation.text(Flags.rejects)
    guard request.rejects == nil || request.format == .commands else {
      throw Failure(
        .usage, code: "exclusive-flags", "--rejects takes lines of commands, not recorded entries.",
        hint: "Omit --rejects: what isn't restored is named.")
    }
    let presenter = try presenter(for: ImportCommands.self)
    let rejects = try request.rejects.map { (path) throws(Failure) in try NewFile(path) }
    var isDone = true
    try withEngine(isDryRun: request.isDryRun, onDemand: false) { (engine) throws(Failure) in
      // Everything else, waiting for the lock too, may be killed at once; an import stops between
      // two lines.
      world.catchInterrupts()
      let interactor = ImportCommandsInteractor(
        input: input, engine: engine, presenter: presenter,
        progress: { [screen] in screen.progress.report("\($0) lines") }, clock: world.clock,
        isInterrupted: { Interrupt.isRequested }, rejects: rejects)
      isDone = try interactor.handle(request)
    }
    return isDone ? .done : .negative
  }

  /// Opens a file of commands, or standard input. A folder isn't one, whether a store or not.
  private func commands(from file: String) throws(Failure) -> any EntrySource {
    let hint = "Pass a file of commands, one JSON object per line."
    do throws(Failure) {
      let input = try source(file)
      if input.form == .history { return input }
    } catch {
      switch error.code {
      case "no-such-store":
        throw Failure(.notFound, code: "no-such-file", "There is no file \(file).", hint: hint)
      case "not-a-store": break
      default: throw error
      }
    }
    throw Failure(
      .usage, code: "not-a-file", "\(file) is a folder, not a file of commands.", hint: hint)
  }

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
    let request = (try writablePath, target, options.lockTimeoutMilliseconds)
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
      lockTimeoutMilliseconds: options.lockTimeoutMilliseconds)
    let presenter = try presenter(for: ArchiveEntries.self)
    return try run(ArchiveEntries.self, request, in: (try history, StoreFolders()), presenter)
  }

  func restoreEntries() throws(Failure) -> ExitCode {
    var request = RestoreEntries.Request(
      path: try writablePath, folders: invocation.texts(Flags.movedArchive),
      lockTimeoutMilliseconds: options.lockTimeoutMilliseconds)
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
    var agreed: PlanRecovery.Response?
    if !invocation.has(Flags.yes) {
      let plan = try PlanRecovery.respond(to: path, with: files)
      let isAgreed = try plan.isNeeded ? agrees(to: plan) : true
      guard isAgreed else {
        screen.display(note: "Nothing was changed.")
        return .negative
      }
      agreed = plan
    }
    let request = RecoverStore.Request(
      path: path, lockTimeoutMilliseconds: options.lockTimeoutMilliseconds, agreed: agreed)
    return try run(RecoverStore.self, request, in: files, try presenter(for: RecoverStore.self))
  }

  /// Shows what recovering would do, and asks.
  private func agrees(to plan: PlanRecovery.Response) throws(Failure) -> Bool {
    try presenter(for: PlanRecovery.self).present(plan)
    guard canAsk else {
      throw Failure(
        .usage, code: "not-confirmed",
        "This would change the store, and needs a confirmation.",
        hint: "Nothing was changed. If it should do what it says, pass --yes.")
    }
    screen.flush()
    let question = plan.damage == nil ? "Write it again" : "Move this to the quarantine"
    return try Questioner(prompt: prompt).agrees(to: question)
  }

  private static func importName(of path: String) -> String {
    path == "-" ? "stdin" : path.split(separator: "/").last.map(String.init) ?? path
  }

  private var options: FileStore.Options {
    var options = FileStore.Options()
    options.parallelism = parallelism
    options.usesCache = usesCache
    options.reportRebuilt = reportRebuilt
    if let seconds = invocation.integer(Flags.lockTimeout) {
      options.lockTimeoutMilliseconds = seconds * 1000
    }
    if let bytes = invocation.integer(Flags.segmentSize) { options.segmentSize = bytes }
    return options
  }

  /// Opens the store to write to it, or to pretend to, and closes it whatever happens.
  ///
  /// - Parameter onDemand: Whether orders are read on first use: for one command.
  func withEngine(
    isDryRun: Bool, onDemand: Bool = true, _ body: (OrderEngine) throws(Failure) -> Void
  ) throws(Failure) {
    if let openStore {
      return try body(try engine(world.clock, world.salts) { _ in openStore })
    }
    let trace = try isDryRun ? nil : openTrace()
    let open = try isDryRun ? pretendedStore() : writableStore()
    var opened: (any EntryStore)?
    var failure: Failure?
    do throws(Failure) {
      try body(
        try engine(world.clock, world.salts, trace, onDemand: onDemand) { (fold) throws(LogError) in
          let store = try open(fold)
          opened = store
          return store
        })
    } catch {
      failure = error
    }
    do throws(LogError) {
      try opened?.close()
    } catch {
      failure = failure ?? Failure(error)
    }
    if let failure {
      if let trace { report(failure, to: trace) }
      throw failure
    }
  }

  func engine(
    _ clock: @escaping @Sendable () -> Timestamp, _ salts: @escaping @Sendable () -> Salt,
    _ trace: TraceFile? = nil, onDemand: Bool = false, opening open: StoreOpening
  ) throws(Failure) -> OrderEngine {
    // Validating records nothing, whatever the clock says.
    let acceptsClock =
      invocation.has(Flags.acceptClock) || invocation.command == CommandTable.validate.name
    return try Failure.of { () throws(LogError) in
      try OrderEngine(
        clock: clock, acceptsClock: acceptsClock, salts: salts, trace: trace?.append,
        onDemand: onDemand, opening: open)
    }
  }

  /// Opens a store for an engine, which reads the log with it.
  typealias StoreOpening = (OpeningFold) throws(LogError) -> any EntryStore

  /// A store in memory, based on the real one.
  private func pretendedStore() throws(Failure) -> StoreOpening {
    let source = try source(storePath)
    return { (fold) throws(LogError) in try MemoryStore(over: source, folding: fold) }
  }

  /// A path to write to: standard input, which is - to readers, isn't one.
  private func folder(_ path: String) throws(Failure) -> String {
    guard !path.isEmpty else {
      throw Failure(
        .usage, code: "empty-folder", "The folder's name is empty.",
        hint: "Pass the name of a folder; the current one is a dot.")
    }
    guard path != "-" else {
      throw Failure(
        .usage, code: "not-a-folder", "A store can't be standard input.",
        hint: "Pass a folder; a folder called - is ./-.")
    }
    return path
  }

  /// Of the store that the command writes to.
  var writablePath: String { get throws(Failure) { try folder(storePath) } }

  private func writableStore() throws(Failure) -> StoreOpening {
    let (path, options, screen) = (try writablePath, options, screen)
    return { (fold) throws(LogError) in
      try openStoreToWrite(path, options, folding: fold) { report in
        if let tail = report.tornTail, let file = report.quarantined {
          screen.display(
            note:
              "\(tail.place): moved \(tail.count) bytes of incomplete entries at the end of the "
              + "log to \(file).")
        }
        if report.erasures.entries > 0 {
          screen.display(
            note: "Finished an erasure of personal data: \(entryCount(report.erasures.entries)).")
        }
        if let error = report.erasureFailure {
          screen.display(note: "Personal data is left to erase. \(error.message)")
        }
      }
    }
  }
}
