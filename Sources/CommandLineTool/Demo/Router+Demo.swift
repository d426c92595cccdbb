// The demo: the story's steps one after another, each announced before its output. They take the way
// of every command line; actor, times and salts are fixed, so that the story never changes.

import Conventions
import EventLog
import EventSourcing
import Synchronization
import Terminal
import HistoryScenes
import OrderScenes

extension Router {
  func demo() throws(Failure) -> ExitCode {
    let clock = DemoClock()
    let store = try demoStore()
    let engine = try engine(clock.now, clock.salt) { _ in store }
    let screen = demoScreen
    screen.line("Two orders, from the first click to the audit. Every step goes into a log.")
    for (index, step) in DemoStep.story.enumerated() {
      screen.line()
      screen.line(screen.palette.styled("\(index + 1). \(step.words)", .bold))
      for line in step.typed { screen.line(screen.palette.styled(line, .dim)) }
      try carryOut(step.arguments, engine, screen)
    }
    screen.line()
    do throws(LogError) { try store.close() } catch { throw Failure(error) }
    screen.line(farewell)
    return .done
  }

  private var farewell: String {
    invocation.operand(Operands.demoDirectory).map {
      let line = shellLine(["cleanstore", "--store", $0, "log"])
      return "The store is in \(visible($0)): look around with `\(visible(line))`."
    } ?? "That was in memory. `cleanstore demo DIR` does the same in a folder, to look around in."
  }

  private func demoStore() throws(Failure) -> any EntryStore {
    guard let path = invocation.operand(Operands.demoDirectory) else { return MemoryStore() }
    do throws(LogError) {
      try FileStore.create(at: path, id: world.salts().hex, created: DemoClock.start)
      return try FileStore(path: path)
    } catch {
      throw Failure(error)
    }
  }

  /// The world in which the story happens: refusals are a part of it, so they aren't told apart,
  /// and nobody is asked.
  private var demoWorld: World {
    var world = world
    world.errors = world.output
    world.environment["CLEANSTORE_ACTOR"] = "clerk"
    world.unreadableVariables = []
    let nobody = TerminalInfo(
      inputIsTerminal: false, outputIsTerminal: false, errorIsTerminal: false)
    world.prompt = TerminalPrompt(on: world.output, terminal: nobody)
    return world
  }

  private var demoScreen: Screen { Screen(demoWorld, invocation, asJSON: false) }

  private func carryOut(
    _ arguments: [String], _ engine: OrderEngine, _ screen: Screen
  ) throws(Failure) {
    let intent: Intent
    do throws(UsageError) {
      intent = try CommandTable.cleanstore.parse(arguments)
    } catch {
      throw Failure(error)
    }
    guard case .run(let invocation) = intent else { return }
    _ = try Router(demoWorld, invocation, screen, on: engine).run()
  }
}

/// The demo's time and salts: a quarter of an hour passes with each look at the clock.
final class DemoClock: Sendable {
  /// 2025-06-02T09:00:00Z
  static let start = Timestamp(microseconds: 1_748_854_800_000_000)
  private let looks = Atomic<Int64>(0)

  @Sendable func now() -> Timestamp {
    let looks = looks.add(1, ordering: .relaxed).oldValue
    return Timestamp(microseconds: Self.start.microseconds + looks * 900_000_000)
  }

  @Sendable func salt() -> Salt { Salt(0, UInt64(looks.load(ordering: .relaxed))) }
}
