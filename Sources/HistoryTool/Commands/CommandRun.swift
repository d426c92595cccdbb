// From a command line to a scene: opens what the scene works on, wires interactor, presenter and
// view, passes on the request. Decides nothing else.

import Platform
import Synchronization

extension String {
  /// Whether an argument is, or ends with, an address that has a password.
  fileprivate var hasPasswordOfServer: Bool {
    guard let start = firstRange(of: "postgres")?.lowerBound else { return false }
    return ServerParameters(address: String(self[start...]))?["password"] != nil
  }
}

extension Invocation {
  /// A flag's value that is empty was a variable of the user's: they didn't mean what is used without the
  /// flag.
  func checkNotEmpty(_ flag: Flag<String?>, _ content: String) throws(Failure) {
    guard self[flag]?.isEmpty == true else { return }
    throw Failure(
      .usage, code: "empty-\(flag.name)", "\(flag.spelling) is empty.",
      hint: "Pass \(content), or omit \(flag.spelling).")
  }
}

package struct CommandRun {
  package let tool: ToolDescription
  let command: ToolCommand
  package let world: World
  package let invocation: Invocation
  package let screen: Screen
  package let settings: Settings
  /// The store in place of the one that the command line names.
  let openStore: (any EntryStore)?
  let notes = RunNotes()
  let keyFile = KeptInput()

  package init(
    _ tool: ToolDescription, _ command: ToolCommand, _ world: World, _ invocation: Invocation,
    _ screen: Screen, _ settings: Settings, on openStore: (any EntryStore)? = nil
  ) {
    self.tool = tool
    self.command = command
    self.openStore = openStore
    self.world = world
    self.invocation = invocation
    self.screen = screen
    self.settings = settings
  }

  package func run() throws(Failure) -> ExitCode {
    try invocation.checkNotEmpty(commands.store, "a folder")
    // The actor is in the log forever: a repaired name would be another one, and so would the user's in place of an
    // empty one.
    if command.row.has(Flags.meta) { try checkCircumstances() }
    try invocation.checkNotEmpty(commands.trace, "a file")
    if world.arguments.repaired.contains(where: { $0.hasPasswordOfServer }) {
      notes.add(
        "The password in the address can be seen by all users of this machine, as ps shows it. "
          + "`\(ToolName.current) login` keeps it elsewhere.")
    }
    if openStore == nil, let path = try? storePath {
      screen.progress.start { sizeOfSource(at: path) }
    }
    defer {
      for note in notes.all { screen.display(note: note) }
    }
    return try command.carryOut(self)
  }

  /// The flags and operands of the commands that every tool has.
  var commands: HistoryCommands { tool.history }

  package var wantsJSON: Bool { invocation[Flags.json] }

  var storePath: String {
    get throws(Failure) {
      // An empty name is none: as a path it would lead to the root.
      if let named = invocation[commands.store], !named.isEmpty { return named }
      let named = try world.variable(commands.variable("STORE"), or: commands.store)
      return named.flatMap { $0.isEmpty ? nil : $0 } ?? Self.usualStore
    }
  }

  static let usualStore = "./store"

  /// Throws if the history is standard input, which the command needs for something else.
  func requireFile(_ message: String, code: String = "two-inputs") throws(Failure) {
    guard try storePath == "-" else { return }
    throw Failure(
      .usage, code: code, message, hint: "Save the history to a file, and pass it with --store.")
  }

  /// The person at the terminal, to be asked below what was shown.
  package var prompt: any Prompt {
    screen.progress.stop()
    return world.prompt
  }

  var parallelism: Parallelism {
    invocation[Flags.jobs].map(Parallelism.init) ?? .all
  }

  var usesCache: Bool { !invocation[Flags.noCache] }

  package func source(_ path: String) throws(Failure) -> any EntrySource {
    if let openStore { return openStore }
    return try Failure.of(
      openSource(
        path, standardInput: world.input,
        temporaryFolder: world.environment["TMPDIR"] ?? "/tmp", parallelism: parallelism,
        usesCache: usesCache, reportRebuilt: reportRebuilt))
  }

  var reportRebuilt: @Sendable (String) -> Void {
    { [notes] in notes.add("\($0) was damaged, and was built again from the log.") }
  }

  /// The history of the store that the command line names.
  ///
  /// - Throws: An error for one that another tool wrote, too.
  package var history: History {
    get throws(Failure) {
      let history = try anyHistory
      try Failure.of { () throws(LogError) in try commands.domains.requireOwn(history.source) }
      return history
    }
  }

  /// The history like ``history``, for a command whose answer names the first entry that can't be read.
  var anyHistory: History {
    get throws(Failure) {
      let source = try source(storePath)
      if source.withholdsPersonal {
        notes.add(
          "Personal data is withheld: the login doesn't have the role \(StoreRole.personal).")
      }
      return History(source, of: commands.domains, times: try typedTimes())
    }
  }
}

extension CommandRun {
  private func typedTimes() throws(Failure) -> TypedTimes {
    let formatting = try formatting()
    return TypedTimes(now: world.clock(), zone: formatting.timeZone, locale: formatting.locale) {
      [notes] in notes.add($0)
    }
  }
}

/// A file that is asked for more than once: a pipe can be read only once.
final class KeptInput: Sendable {
  private let kept = Mutex<[String: [UInt8]]>([:])

  func read(_ path: String, by world: World) throws(Failure) -> [UInt8] {
    if let bytes = kept.withLock({ $0[path] }) { return bytes }
    let bytes = try world.read(path)
    kept.withLock { $0[path] = bytes }
    return bytes
  }
}

/// Notes that are shown when a command is done, each once, by whatever thread it was found.
final class RunNotes: Sendable {
  private let notes = Mutex<[String]>([])

  var all: [String] { notes.withLock { $0 } }

  func add(_ note: String) {
    notes.withLock { if !$0.contains(note) { $0.append(note) } }
  }
}
