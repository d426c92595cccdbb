// The demo: the story's steps one after another, each announced before its output. They take the way
// of every command line; actor, times and salts are fixed, so that the story never changes.

import Platform
import Synchronization

extension CommandRun {
  func demo(in folder: String?) throws(Failure) -> ExitCode {
    let store = try demoStore(in: folder)
    let world = demoWorld
    let screen = Screen(world, settings, of: CommandTable.history)
    screen.show("Two orders, from the first command to the audit. Every step is recorded in a log.")
    for (index, step) in DemoStep.story.enumerated() {
      screen.line()
      screen.show { $0.paragraph(step.words, after: "\(index + 1). ", .bold) }
      for line in step.typed { screen.line(StyledText(line, .dim)) }
      try carryOut(step.arguments, on: store, world, screen)
    }
    screen.line()
    try Failure.of(store.close())
    screen.show(farewell(to: folder))
    return .done
  }

  private func farewell(to folder: String?) -> String {
    folder.map {
      let line = shellLine(["cleanstore", "--store", $0, "log"])
      return "The store is in \($0). To explore it, run `\(line)`."
    } ?? "That was in memory. To keep the store, run `cleanstore demo DIR`."
  }

  private func demoStore(in folder: String?) throws(Failure) -> any EntryStore {
    guard let path = folder else { return MemoryStore() }
    return try Failure.of { () throws(LogError) in
      try createStore(at: path, id: world.salts().hex, created: DemoClock.start)
      return try openStoreToWrite(path)
    }
  }

  /// The world of the story: refusals are a part of it, so they are printed like everything else,
  /// and there are no prompts.
  private var demoWorld: World {
    var world = world
    world.errors = world.output
    world.unreadableVariables = []
    let clock = DemoClock()
    (world.clock, world.salts) = (clock.now, clock.salt)
    world.prompt = TerminalPrompt(on: world.output, terminal: .none)
    return world
  }

  private func carryOut(
    _ arguments: [String], on store: any EntryStore, _ world: World, _ screen: Screen
  ) throws(Failure) {
    let intent = try Failure.of(UsageError.self, tool.table.parse(arguments), Failure.init)
    guard case .run(let invocation) = intent, let command = tool.command(of: invocation) else {
      return
    }
    // The story is the same whatever the user's settings are.
    var bare = world
    bare.environment = ["CLEANSTORE_ACTOR": "clerk"]
    let settings = try Settings(CommandTable.history, invocation, bare)
    _ = try CommandRun(tool, command, world, invocation, screen, settings, on: store).run()
  }
}

/// The demo's time and salts: each look at the clock advances it by a quarter of an hour.
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
