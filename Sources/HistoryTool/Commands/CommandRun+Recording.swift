// The commands that make a store and record in it, and what all commands need that write to one.

import Platform

/// A command that was typed: its type or JSON, and members as flags.
struct RecordRequest: ChangingRequest {
  var change = ChangeRequest()
  var command = ""
  var members: [(name: String, flag: FlagRow, texts: [String])] = []
}

/// A store to make.
struct InitialiseFlags: Sendable {
  var path: String?
  var dialect = ServerDialect.functions
}

extension CommandRun {
  func initialise(_ flags: InitialiseFlags) throws(Failure) -> ExitCode {
    let path = if let named = flags.path { named } else { try storePath }
    let folder = try folder(path)
    let dialect = try flags.dialect.checked(at: folder)
    let make: InitialiseStore.Making = { (_, id, created) throws(LogError) in
      try createStore(at: folder, id: id, created: created, dialect)
    }
    return try run(
      InitialiseStore.self, nameOfServer(at: folder) ?? folder,
      in: (make, world.clock, world.salts))
  }

  func record(_ typed: RecordRequest) throws(Failure) -> ExitCode {
    let change = typed.change
    var request = RecordCommand.Request(try json(of: typed), change: change)
    request.isTyped = request.command == typed.command
    let presenter = try presenter(for: RecordCommand.self)
    let stream = StreamName(category: commands.domains.main.category, id: change.id)
    return try withEngine(isDryRun: change.isDryRun, on: stream) { (engine) throws(Failure) in
      try run(RecordCommand.self, request, in: engine, presenter)
    }
  }

  /// A command that was typed, with its members as flags or in JSON, as JSON.
  private func json(of typed: RecordRequest) throws(Failure) -> String {
    guard !commands.describedCommands.isEmpty,
      typed.command.first(where: { !$0.isWhitespace }) != "{"
    else {
      guard let flag = typed.members.first?.flag else { return typed.command }
      throw Failure(
        .usage, code: "exclusive-flags", "A command in JSON has its members in it.",
        hint: "Omit \(flag.spelling), or pass the command's type instead of JSON.")
    }
    var form = try CommandForm(typed.command, on: typed.change.id, of: commands.domains)
    for member in typed.members { try form.fill(member.name, with: member.texts) }
    if canAsk { try ask(for: form.missing, in: &form) }
    return try form.json()
  }

  private func ask(for members: [MemberDescription], in form: inout CommandForm) throws(Failure) {
    let questioner = Questioner(prompt: prompt)
    for member in members {
      while true {
        let texts = try questioner.texts(for: member)
        if texts == [""] { continue }
        do throws(Failure) {
          try form.fill(member.name, with: texts)
          break
        } catch {
          screen.display(note: error.message)
        }
      }
    }
  }
}

extension ServerDialect {
  /// - Throws: If the store isn't on a server, and so has no dialect.
  func checked(at path: String) throws(Failure) -> ServerDialect {
    guard self == .plain, nameOfServer(at: path) == nil else { return self }
    throw Failure(
      .usage, code: "not-a-server",
      "\(Flags.plain.row.spelling) is for a store on a server, and \(path) is a folder.",
      hint: "Omit it, or pass the address of a server.")
  }
}

extension Questioner {
  /// The texts typed for a member; of a list of texts, a line for each.
  fileprivate func texts(for member: MemberDescription) throws(Failure) -> [String] {
    let question = "\(member.name) (\(member.kindInWords)"
    guard member.kind == .texts else { return [try line(question + ")")] }
    var texts: [String] = []
    while true {
      let text = try line(question + "; an empty one ends them)")
      if text.isEmpty { return texts }
      texts.append(text)
    }
  }
}

// Shared by all commands that write to a store.
extension CommandRun {
  /// The person or program that requests the command. On a server, none is named unless the user does: it is the login.
  package var actor: String {
    let setting = settings[.actor(commands.actor)]
    guard setting.origin == .standard, let path = try? storePath, nameOfServer(at: path) != nil
    else { return setting.text }
    return ""
  }

  /// The parts of KEY=VALUE; nil if it has none.
  private static func pair(_ text: String) -> (key: String, value: String)? {
    guard let sign = text.firstIndex(of: "="), sign > text.startIndex else { return nil }
    return (String(text[..<sign]), String(text[text.index(after: sign)...]))
  }

  /// - Throws: A usage error if the flags about who requests a command, and its circumstances, can't be recorded as they are.
  func checkCircumstances() throws(Failure) {
    try invocation.checkNotEmpty(commands.actor, "a name")
    let setting = settings[.actor(commands.actor)]
    if setting.origin == .standard, let person = world.environment["SUDO_USER"], !person.isEmpty {
      notes.add(
        "The actor is \(setting.text), because of sudo. To record who it is, pass --actor \(person), or --meta "
          + "on-behalf-of=\(person).")
    }
    if hasOuterBlanks(actor) {
      throw Failure(
        .usage, code: "blank-actor", "The actor begins or ends with a blank.",
        hint: "People would take it for another one. Pass the name without blanks at its ends.")
    }
    var keys: Set<[UInt8]> = []
    for text in invocation[Flags.meta] {
      guard let pair = Self.pair(text) else {
        throw Failure(
          .usage, code: "bad-meta", "'\(text)' isn't KEY=VALUE.",
          hint: "For example: --meta on-behalf-of=amy")
      }
      guard keys.insert(Array(pair.key.utf8)).inserted else {
        throw Failure(
          .usage, code: "bad-meta", "--meta has the key '\(pair.key)' twice.",
          hint: "Pass each key once.")
      }
    }
  }

  /// Whether to ask anything: programs, and people who say yes, name what they want.
  package var canAsk: Bool { world.prompt.canAsk && !wantsJSON && !invocation[Flags.yes] }

  /// A request with the actor and the locale, if it is for a change.
  func begin<Request>(_ request: Request) -> Request {
    guard var changing = request as? any ChangingRequest else { return request }
    (changing.change.actor, changing.change.locale) = (actor, locale)
    changing.change.meta = invocation[Flags.meta].compactMap(Self.pair)
    return changing as? Request ?? request
  }

  var storeOptions: FileStore.Options {
    var options = FileStore.Options()
    options.application = "\(ToolName.current) \(command.name)"
    options.parallelism = parallelism
    options.usesCache = usesCache
    options.reportRebuilt = reportRebuilt
    if let seconds = invocation[Flags.lockTimeout] {
      options.lockTimeoutMilliseconds = seconds * 1000
    }
    if let bytes = invocation[Flags.segmentSize] { options.segmentSize = bytes }
    return options
  }

  /// Opens the store to write to it, or to pretend to, and closes it whatever happens.
  ///
  /// - Parameters:
  ///   - onDemand: Whether streams are read on first use: for one command.
  ///   - stream: The stream that the command is for, if it is known.
  package func withEngine<R>(
    isDryRun: Bool, onDemand: Bool = true, on stream: StreamName? = nil,
    _ body: (HistoryEngine) throws(Failure) -> R
  ) throws(Failure) -> R {
    if let openStore {
      return try body(try engine { _ in openStore })
    }
    let trace = try isDryRun ? nil : openTrace()
    let open = try isDryRun ? pretendedStore() : writableStore()
    var opened: (any EntryStore)?
    var result: Result<R, Failure>
    do throws(Failure) {
      let engine = try engine(trace, onDemand: onDemand) { (fold) throws(LogError) in
        let store = try open(fold)
        opened = store
        // The fold sees only what it needs.
        try commands.domains.requireOwn(store)
        return store
      }
      result = .success(try body(engine))
    } catch {
      result = .failure(error)
    }
    do throws(LogError) {
      try opened?.close()
    } catch {
      if case .success = result { result = .failure(Failure(error)) }
    }
    if let trace, case .failure(let failure) = result { report(failure, to: trace, on: stream) }
    return try result.get()
  }

  private func engine(
    _ trace: TraceFile? = nil, onDemand: Bool = false, opening open: StoreOpening
  ) throws(Failure) -> HistoryEngine {
    // A command that never writes records nothing, whatever the clock says.
    let acceptsClock = invocation[Flags.acceptClock] || !command.row.writes
    return try Failure.of(
      HistoryEngine(
        of: commands.domains, clock: world.clock, acceptsClock: acceptsClock, salts: world.salts,
        trace: trace?.append, onDemand: onDemand, opening: open))
  }

  /// Opens a store for an engine, which reads the log with it.
  private typealias StoreOpening = (OpeningFold) throws(LogError) -> any EntryStore

  /// A store in memory, based on the real one.
  private func pretendedStore() throws(Failure) -> StoreOpening {
    let source = try source(storePath)
    return { (fold) throws(LogError) in try MemoryStore(over: source, folding: fold) }
  }

  /// A path to write to: standard input, which is - to readers, isn't one.
  package func folder(_ path: String) throws(Failure) -> String {
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

  /// The path of the store that the command writes to.
  var writablePath: String { get throws(Failure) { try folder(storePath) } }

  private func writableStore() throws(Failure) -> StoreOpening {
    let (path, options, screen) = (try writablePath, storeOptions, screen)
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

extension Command {
  package func has(_ flag: any NamedFlag) -> Bool { flags.contains { $0.name == flag.row.name } }

  /// Whether it writes to the store, and so waits for the lock.
  package var writes: Bool { has(Flags.lockTimeout) }
}
