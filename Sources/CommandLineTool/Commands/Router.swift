// From a command line to a scene: opens what the scene works on, wires interactor, presenter and
// view, passes on the request. Decides nothing else.

import CleanStore
import Terminal

/// Carries out one command.
struct Router {
  let world: World
  let invocation: Invocation
  let screen: Screen
  /// What is read instead of the store that the command line names.
  private let fixedSource: (any EntrySource)?

  init(
    _ world: World, _ invocation: Invocation, _ screen: Screen,
    reading fixedSource: (any EntrySource)? = nil
  ) {
    self.fixedSource = fixedSource
    self.world = world
    self.invocation = invocation
    self.screen = screen
  }

  func run() throws(Failure) -> ExitCode {
    switch invocation.command {
    case CommandTable.demo.name: try demo()
    case CommandTable.initialize.name: try initialize()
    case CommandTable.importing.name: try importCommands()
    case CommandTable.list.name: try list()
    case CommandTable.pay.name: try pay()
    case CommandTable.show.name: try show()
    case CommandTable.log.name: try log()
    case CommandTable.find.name: try find()
    case CommandTable.watch.name: try watch()
    case CommandTable.check.name: try check()
    case CommandTable.stats.name: try stats()
    case CommandTable.verify.name: try verify()
    case CommandTable.recover.name: try recoverStore()
    default: throw Failure(.usage, code: "unknown-command", "There is no such command.")
    }
  }

  var wantsJSON: Bool { invocation.has(Flags.json) }

  /// The store that the command is about.
  var storePath: String {
    let named = [invocation.text(Flags.store), world.environment["CLEANSTORE_STORE"]]
    // An empty name is none: as a path it would lead to the root.
    return named.compactMap { $0 }.first { !$0.isEmpty } ?? "./store"
  }

  /// Opens what is to be read: a store, a file, or standard input.
  func source(_ path: String) throws(Failure) -> any EntrySource {
    if let fixedSource { return fixedSource }
    do throws(LogError) {
      return try openSource(path, temporaryFolder: world.environment["TMPDIR"] ?? "/tmp")
    } catch {
      throw Failure(error)
    }
  }
}
