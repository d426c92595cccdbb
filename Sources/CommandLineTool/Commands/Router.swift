// From a command line to a scene: opens what the scene works on, wires interactor, presenter and
// view, passes on the request. Decides nothing else.

import CleanStore
import EventLog
import EventSourcing
import Terminal
import HistoryScenes
import OrderScenes

struct Router {
  let world: World
  let invocation: Invocation
  let screen: Screen
  /// What is used instead of the store that the command line names.
  let openEngine: OrderEngine?

  init(
    _ world: World, _ invocation: Invocation, _ screen: Screen, on openEngine: OrderEngine? = nil
  ) {
    self.openEngine = openEngine
    self.world = world
    self.invocation = invocation
    self.screen = screen
  }

  func run() throws(Failure) -> ExitCode {
    // Somebody's variable was empty: what they meant isn't the store that is used without the flag.
    guard invocation.text(Flags.store) != "" else {
      throw Failure(
        .usage, code: "empty-store", "--store names nothing.",
        hint: "Name a folder, or leave --store out.")
    }
    try checkActor()
    return try carryOut()
  }

  /// Who asks stands in the log for ever: a repaired name would be another one.
  private func checkActor() throws(Failure) {
    // It matters to the commands that may be given an id.
    let command = CommandTable.cleanstore.command(named: invocation.command)
    guard command?.flags.contains(where: { $0.name == Flags.commandID.name }) == true else {
      return
    }
    try checkVariable("CLEANSTORE_ACTOR", unless: Flags.actor)
  }

  private func checkVariable(_ name: String, unless flag: Flag) throws(Failure) {
    guard world.unreadableVariables.contains(name), !invocation.has(flag) else { return }
    throw Failure(
      .usage, code: UsageError.Code.notUTF8.rawValue, "\(name) isn't UTF-8.",
      hint: "Set it anew, or use --\(flag.name) in its place.")
  }

  private func carryOut() throws(Failure) -> ExitCode {
    switch invocation.command {
    case CommandTable.demo.name: try demo()
    case CommandTable.initialise.name: try initialise()
    case CommandTable.create.name: try create()
    case CommandTable.validate.name: try validate()
    case CommandTable.edit.name: try edit()
    case CommandTable.pay.name: try pay()
    case CommandTable.ship.name: try ship()
    case CommandTable.deliver.name: try deliver()
    case CommandTable.cancel.name: try cancel()
    case CommandTable.takeBack.name: try takeBack()
    case CommandTable.refund.name: try refund()
    case CommandTable.delete.name: try delete()
    case CommandTable.list.name: try list()
    case CommandTable.show.name: try show()
    case CommandTable.log.name: try log()
    case CommandTable.blame.name: try blame()
    case CommandTable.explain.name: try explain()
    case CommandTable.diff.name: try diff()
    case CommandTable.replay.name: try replay()
    case CommandTable.whatIf.name: try whatIf()
    case CommandTable.minimize.name: try minimize()
    case CommandTable.step.name: try step()
    case CommandTable.bisect.name: try bisect()
    case CommandTable.extract.name: try extract()
    case CommandTable.find.name: try find()
    case CommandTable.watch.name: try watch()
    case CommandTable.check.name: try check()
    case CommandTable.stats.name: try stats()
    case CommandTable.shippingMethods.name: try shippingMethods()
    case CommandTable.importing.name: try importCommands()
    case CommandTable.verify.name: try verify()
    case CommandTable.recover.name: try recoverStore()
    case CommandTable.completions.name: try completions()
    case CommandTable.manual.name: manual()
    default: throw Failure(.usage, code: "unknown-command", "There is no such command.")
    }
  }

  var wantsJSON: Bool { invocation.has(Flags.json) }

  /// The store that the command is about.
  var storePath: String {
    get throws(Failure) {
      // A path that was repaired is another path.
      try checkVariable("CLEANSTORE_STORE", unless: Flags.store)
      let named = [invocation.text(Flags.store), world.environment["CLEANSTORE_STORE"]]
      // An empty name is none: as a path it would lead to the root.
      return named.compactMap { $0 }.first { !$0.isEmpty } ?? Self.usualStore
    }
  }

  /// The store of a command line that names none.
  static let usualStore = "./store"

  /// How many threads read the store.
  var parallelism: Parallelism { invocation.integer(Flags.jobs).map(Parallelism.init) ?? .all }

  /// Opens what is to be read: a store, a file, or standard input.
  func source(_ path: String) throws(Failure) -> any EntrySource {
    if let openEngine { return openEngine.store }
    do throws(LogError) {
      return try openSource(
        path, temporaryFolder: world.environment["TMPDIR"] ?? "/tmp", parallelism: parallelism)
    } catch {
      throw Failure(error)
    }
  }
}

extension Failure {
  /// The failure of a command line that names a second range.
  static func rangeTooMany(_ operand: String) -> Failure {
    Failure(
      .usage, code: "unexpected-operand", "There is one range too many: '\(operand)'.",
      hint: "Give orders and one range A..B.")
  }
}
